/** The built-in editor: connects to the hub like any plugin and carries out what it is told. */
import path from 'node:path';
import { WebSocket } from 'ws';
import { BlobStore } from '../main/platform/blob-store.ts';
import { actions, isAction, type ActionName } from '../shared/actions.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import { events, type EventName } from '../shared/events.ts';
import type { AskWorkbench } from '../shared/file-history.ts';
import { done, failed, type Outcome } from '../shared/outcomes.ts';
import type { Plan } from '../shared/plan.ts';
import {
  longestMessage,
  pluginProtocolVersion,
  ToPlugin,
  workbenchPluginId,
  type Command,
  type SentByPlugin,
} from '../shared/plugin-protocol.ts';
import type { Bench, Happening } from './bench.ts';
import { confinedFilesOn } from './confined-files.ts';
import { isTrouble, type Trouble } from './confined-trouble.ts';
import { Trash } from './files/trash.ts';
import { taskOf, type Task } from './hand.ts';
import { openOwnerRoom } from './owner/owner-room.ts';
import { openRooms, type Rooms } from './rooms.ts';

const badMessage = 1008;

type AnyHand = ((args: unknown, task: Task) => Promise<Outcome>) | undefined;
type AnyPlanner = ((args: unknown, task: Task) => Promise<Plan | Trouble>) | undefined;

export interface WorkbenchOptions {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers?: Bench['languageServers'];
  readonly onClosed: (why: string) => void;
}

export class Workbench implements Disposable {
  readonly #options: WorkbenchOptions;
  readonly #socket: WebSocket;
  readonly #rooms: Rooms;
  readonly #underWay = new Map<string, AbortController>();
  readonly #ending = new Set<Promise<unknown>>();
  readonly #folders = new Set<string>();
  /** Not for anything that came over the hub. */
  readonly forOwner: AskWorkbench;

  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#socket = new WebSocket(`${options.hubUrl}/plugin/${workbenchPluginId}`, {
      headers: { Authorization: `Bearer ${options.pluginKey}` },
      perMessageDeflate: false,
      handshakeTimeout: 5_000,
    });
    const blobs = new BlobStore(options.dataDir);
    const bench: Bench = {
      version: options.version,
      files: confinedFilesOn(process.platform),
      stateFolder: path.join(options.dataDir, 'workbench'),
      languageServers: options.languageServers ?? {},
      tell: (event, about, sessionId) => this.#tell(event, about, sessionId),
      keep: (content) => blobs.put(content),
    };
    this.#rooms = openRooms(bench);
    const trash = new Trash(bench);
    this.forOwner = openOwnerRoom({ bench, blobs, trash, ownPlace: options.dataDir });
  }

  start(): void {
    this.#socket.on('open', () => this.#send(this.#hello()));
    this.#socket.on('message', (data) => {
      this.#receive((data as Buffer).toString('utf8')).catch(() =>
        this.#socket.close(badMessage, 'that was no message we understand'),
      );
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code, reason) => this.#options.onClosed(`${code} ${String(reason)}`));
  }

  /** Nothing that was started outlives it. */
  async dispose(): Promise<void> {
    this.#socket.terminate();
    for (const work of this.#underWay.values()) work.abort();
    await Promise.allSettled(this.#ending);
    await this.#rooms.dispose();
  }

  #hello(): SentByPlugin {
    return {
      type: 'hello',
      protocol: pluginProtocolVersion,
      plugin_id: workbenchPluginId,
      name: 'Workbench',
      version: this.#options.version,
      actions: Object.keys(this.#rooms.hands),
      previews: Object.keys(this.#rooms.planners),
      workspace_folders: [],
    };
  }

  async #receive(text: string): Promise<void> {
    const message = ToPlugin.parse(JSON.parse(text));
    if (message.type === 'welcome') this.#rooms.connected();
    if (message.type === 'cancel') this.#underWay.get(message.id)?.abort();
    if (message.type === 'session_ended') await this.#rooms.endSession(message.session_id);
    if (message.type === 'cmd') await this.#answer(message);
  }

  async #answer(command: Command): Promise<void> {
    const carriedOut = this.#carryOut(command);
    this.#ending.add(carriedOut);
    this.#sendText(resultText(command, await carriedOut));
    this.#ending.delete(carriedOut);
  }

  async #carryOut(command: Command): Promise<Outcome> {
    const { id, action } = command;
    if (!isAction(action)) return failed('unknown-action');
    const hand = command.preview ? this.#plannerFor(action) : this.#handFor(action);
    if (!hand) return failed('unknown-action');
    this.#seeFolders(command.roots);
    const work = new AbortController();
    this.#underWay.set(id, work);
    try {
      return await hand(actions[action].args.parse(command.args), taskOf(command, work.signal));
    } catch (error) {
      return failed('action-failed', String(error));
    } finally {
      this.#underWay.delete(id);
    }
  }

  /** Arguments are parsed by the very action that names the hand. */
  #handFor(action: ActionName): AnyHand {
    return this.#rooms.hands[action] as AnyHand;
  }

  #plannerFor(action: ActionName): AnyHand {
    const planner = this.#rooms.planners[action] as AnyPlanner;
    if (!planner) return undefined;
    return async (args, task) => {
      const plan = await planner(args, task);
      return isTrouble(plan) ? plan : done(plan);
    };
  }

  /** The workspace is whatever somebody was granted. */
  #seeFolders(roots: Command['roots']): void {
    for (const { path: folder } of roots) {
      if (this.#folders.has(folder)) continue;
      this.#folders.add(folder);
      this.#tell('workspace_changed', { path: folder, change: 'added' });
    }
  }

  #tell(name: EventName, about: Happening, sessionId?: string): void {
    const message = { type: 'event', event: events[name].category, data: { ...about, name } };
    this.#send({ ...message, ...(sessionId ? { session_id: sessionId } : {}) } as SentByPlugin);
  }

  #send(message: SentByPlugin): void {
    this.#sendText(JSON.stringify(message));
  }

  #sendText(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}

/** What is longer than the hub reads would cost the whole connection. */
function resultText({ id, result_bytes }: Command, outcome: Outcome): string {
  const text = JSON.stringify(resultOf(id, outcome));
  if (Buffer.byteLength(text) <= longestMessage(result_bytes)) return text;
  const tooLong = failed('action-failed', 'The answer is longer than may be given; ask for less.');
  return JSON.stringify(resultOf(id, tooLong));
}

function resultOf(id: string, outcome: Outcome): SentByPlugin {
  if (outcome.kind === 'done') {
    const { data, changes } = outcome;
    const result = { type: 'result', id, status: 'ok', data: { ...data } } as const;
    return changes ? { ...result, changes: [...changes] } : result;
  }
  const { code, message } = outcome;
  return { type: 'result', id, status: 'error', data: { code, message } };
}
