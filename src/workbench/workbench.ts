/** The built-in editor: connects to the hub like any plugin and executes its commands. */
import path from 'node:path';
import { WebSocket } from 'ws';
import { BlobStore } from '../main/platform/files/blob-store.ts';
import { actions, isAction, type ActionName } from '../shared/actions/actions.ts';
import type { Disposable } from '../shared/base/disposable.ts';
import { events, type EventName } from '../shared/protocols/session-events.ts';
import type { AskWorkbench } from '../shared/files/file-history.ts';
import { done, failed, type Done, type Outcome } from '../shared/actions/outcomes.ts';
import { StartPermission } from '../shared/protocols/start-permission.ts';
import type { Plan } from '../shared/actions/plan.ts';
import {
  longestMessage,
  pluginProtocolVersion,
  ToPlugin,
  workbenchPluginId,
  type Command,
  type RunEnded,
  type SentByPlugin,
} from '../shared/protocols/plugin-protocol.ts';
import type { RunRecord } from '../shared/sandbox/run-record.ts';
import type { WorkbenchContext, WorkbenchEventData } from './workbench-context.ts';
import { confinedFiles } from './confined/files.ts';
import { isError, type ActionError } from './confined/errors.ts';
import { Trash } from './files/trash.ts';
import { taskOf, type Task } from './action-handler.ts';
import { reportingChanges } from './sandbox/own-changes.ts';
import { AgentRuns } from './agent/agent-runs.ts';
import { SandboxedRuns } from './sandbox/sandboxed-runs.ts';
import { UnsentRuns } from './sandbox/unsent-runs.ts';
import { finishRestores } from './user/run-restore.ts';
import { openUserHandlers } from './user/user-handlers.ts';
import { openAllHandlers, type AllHandlers } from './handlers.ts';

const badMessage = 1008;

type AnyHandler = ((args: unknown, task: Task) => Promise<Outcome>) | undefined;
type AnyPlanner = ((args: unknown, task: Task) => Promise<Plan | ActionError>) | undefined;

export interface WorkbenchOptions {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly dataDir: string;
  readonly languageServers?: WorkbenchContext['languageServers'];
  readonly onClosed: (why: string) => void;
}

export class Workbench implements Disposable {
  readonly #options: WorkbenchOptions;
  readonly #socket: WebSocket;
  readonly #handlerSets: AllHandlers;
  readonly #runs: SandboxedRuns;
  readonly #agents: AgentRuns;
  readonly #running = new Map<string, AbortController>();
  readonly #permission = new StartPermission((message) => this.#send(message));
  readonly #ending = new Set<Promise<unknown>>();
  readonly #folders = new Set<string>();
  readonly #unsent: UnsentRuns;
  /** For tasks from the user; never for commands from the hub. */
  readonly runUserTask: AskWorkbench;

  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#socket = new WebSocket(`${options.hubUrl}/plugin/${workbenchPluginId}`, {
      headers: { Authorization: `Bearer ${options.pluginKey}` },
      perMessageDeflate: false,
      handshakeTimeout: 5_000,
    });
    const blobs = new BlobStore(options.dataDir);
    const stateFolder = path.join(options.dataDir, 'workbench');
    this.#unsent = new UnsentRuns(stateFolder);
    const context: WorkbenchContext = {
      version: options.version,
      files: reportingChanges(confinedFiles, (file) => this.#runs.changedByUs(file)),
      stateFolder,
      languageServers: options.languageServers ?? {},
      emit: (event, about, sessionId) => this.#emit(event, about, sessionId),
      shareWith: (editor, file, message) =>
        this.#send({ type: 'shared_reply', editor, path: file, message }),
      keep: (content) => blobs.put(content),
      runEnded: (task, { changes, record: run, texts }) =>
        this.#runEnded(task, { changes, run, texts }),
    };
    // Set by tests, and by whoever wants checkpoints around commands without a sandbox as well.
    const always = process.env['GATEHOUSE_WATCH_ALL_RUNS'] === '1';
    this.#runs = new SandboxedRuns(context, { dataDir: options.dataDir, always });
    this.#handlerSets = openAllHandlers({ ...context, runs: this.#runs });
    const trash = new Trash(context);
    const { store } = this.#runs;
    // What a command changed lies in the checkpoints.
    const contents = {
      get: async (digest: string) => (await blobs.get(digest)) ?? store.content(digest),
    };
    this.#agents = new AgentRuns({ ...context, runs: this.#runs });
    const deps = { context, blobs: contents, trash, store, agents: this.#agents };
    this.runUserTask = openUserHandlers({ ...deps, dataFolder: options.dataDir });
    this.#ending.add(finishRestores(deps).catch(() => 0));
  }

  start(): void {
    this.#socket.on('open', () => this.#send(this.#hello()));
    this.#socket.on('message', (data) => {
      this.#receive((data as Buffer).toString('utf8')).catch(() =>
        this.#socket.close(badMessage, 'that message is not valid'),
      );
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code, reason) => this.#options.onClosed(`${code} ${String(reason)}`));
  }

  /** Ends everything that was started. */
  async dispose(): Promise<void> {
    this.#socket.terminate();
    for (const work of this.#running.values()) work.abort();
    await this.#agents.dispose();
    await Promise.allSettled(this.#ending);
    await this.#handlerSets.dispose();
  }

  #hello(): SentByPlugin {
    return {
      type: 'hello',
      protocol: pluginProtocolVersion,
      plugin_id: workbenchPluginId,
      name: 'Workbench',
      version: this.#options.version,
      actions: Object.keys(this.#handlerSets.handlers),
      previews: Object.keys(this.#handlerSets.planners),
      workspace_folders: [],
    };
  }

  async #receive(text: string): Promise<void> {
    const message = ToPlugin.parse(JSON.parse(text));
    if (message.type === 'welcome') {
      this.#handlerSets.connected();
      this.#unsent.sendAll((item) => this.#send(item));
    }
    if (message.type === 'go') this.#permission.go(message.id);
    if (message.type === 'cancel') this.#running.get(message.id)?.abort();
    if (message.type === 'session_ended') await this.#endSession(message.session_id);
    if (message.type === 'shared_by')
      this.#handlerSets.sharedBy(message.editor, message.path, message.message);
    if (message.type === 'sharer_lost') this.#handlerSets.sharerLost(message.editor);
    if (message.type === 'cmd') await this.#answer(message);
  }

  #runEnded(
    { sessionId, entryId, agentId }: Pick<Task, 'sessionId' | 'entryId' | 'agentId'>,
    { run, changes, texts }: Pick<Done, 'changes' | 'texts'> & { readonly run: RunRecord },
  ): void {
    const message: RunEnded = {
      ...{ type: 'run_ended', session_id: sessionId, entry_id: entryId, agent_id: agentId, run },
      ...{ changes: [...(changes ?? [])], texts: [...(texts ?? [])] },
    };
    if (this.#socket.readyState === WebSocket.OPEN) this.#send(message);
    else if (run.held_back.length > 0) this.#unsent.put(message);
  }

  async #endSession(sessionId: string): Promise<void> {
    await this.#handlerSets.endSession(sessionId);
    await this.#agents.endSession(sessionId);
    this.#runs.endSession(sessionId);
  }

  async #answer(command: Command): Promise<void> {
    const execution = this.#execute(command);
    this.#ending.add(execution);
    const outcome = await execution;
    const { run, changes = [], texts = [] } = outcome.kind === 'done' ? outcome : {};
    // The app has ended meanwhile; what was set aside must not be forgotten.
    if (run && this.#socket.readyState !== WebSocket.OPEN)
      this.#runEnded(taskOf(command, new AbortController().signal), { run, changes, texts });
    else this.#sendText(resultText(command, outcome));
    this.#ending.delete(execution);
  }

  async #execute(command: Command): Promise<Outcome> {
    const { id, action } = command;
    if (!isAction(action)) return failed('unknown-action');
    const handler = command.preview ? this.#plannerFor(action) : this.#handlerFor(action);
    if (!handler) return failed('unknown-action');
    this.#seeFolders(command.roots);
    const work = new AbortController();
    this.#running.set(id, work);
    try {
      const parsed = actions[action].args.parse(command.args);
      if (!(await this.#permission.ask(command, work.signal))) return failed('ask-withdrawn');
      return await handler(parsed, taskOf(command, work.signal));
    } catch (error) {
      return failed('action-failed', String(error));
    } finally {
      this.#running.delete(id);
    }
  }

  /** The action's own schema has parsed the arguments. */
  #handlerFor(action: ActionName): AnyHandler {
    return this.#handlerSets.handlers[action] as AnyHandler;
  }

  #plannerFor(action: ActionName): AnyHandler {
    const planner = this.#handlerSets.planners[action] as AnyPlanner;
    if (!planner) return undefined;
    return async (args, task) => {
      const plan = await planner(args, task);
      return isError(plan) ? plan : done(plan);
    };
  }

  /** The workspace consists of the folders granted to sessions. */
  #seeFolders(roots: Command['roots']): void {
    for (const { path: folder } of roots) {
      if (this.#folders.has(folder)) continue;
      this.#folders.add(folder);
      this.#emit('workspace_changed', { path: folder, change: 'added' });
    }
  }

  #emit(name: EventName, about: WorkbenchEventData, sessionId?: string): void {
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

/** A message longer than the hub's limit would close the connection. */
function resultText({ id, result_bytes }: Command, outcome: Outcome): string {
  const text = JSON.stringify(resultOf(id, outcome));
  if (Buffer.byteLength(text) <= longestMessage(result_bytes)) return text;
  const tooLong = failed('action-failed', 'The result is too large. Ask for less.');
  return JSON.stringify(resultOf(id, tooLong));
}

function resultOf(id: string, outcome: Outcome): SentByPlugin {
  if (outcome.kind === 'done') {
    const { data, changes, run, texts = [] } = outcome;
    return {
      ...{ type: 'result', id, status: 'ok', data: { ...data } },
      ...(changes ? { changes: [...changes] } : {}),
      ...(run ? { run, texts: [...texts] } : {}),
    } as const;
  }
  const { code, message } = outcome;
  return { type: 'result', id, status: 'error', data: { code, message } };
}
