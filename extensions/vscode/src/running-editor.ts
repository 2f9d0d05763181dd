/** The editor while it may be connected: what it does for agents, and what it tells of itself. */
import * as vscode from 'vscode';
import { events, type EventName } from '../../../src/shared/events.ts';
import type {
  Overview,
  SentByPlugin,
  ToPlugin,
  Wish,
} from '../../../src/shared/plugin-protocol.ts';
import type { Editor, HandRoom, Happening } from './basics/editor.ts';
import { Holds } from './basics/holds.ts';
import { pathOf } from './basics/places.ts';
import { colourHands, colourOffers } from './colours/colour-tools.ts';
import { Desk } from './desk.ts';
import { AllEvents } from './events/all-events.ts';
import { AgentLines } from './face/agent-lines.ts';
import { buffersRoom } from './hands/buffers.ts';
import { codeRoom } from './hands/code.ts';
import { Debugging, debugOffer } from './hands/debugging.ts';
import { diagnosticsRoom } from './hands/diagnostics.ts';
import { filesRoom } from './hands/files.ts';
import { gitRoom } from './hands/git.ts';
import { pluginsRoom } from './hands/plugins.ts';
import { projectRoom } from './hands/project.ts';
import { searchRoom } from './hands/search.ts';
import { syncRoom } from './hands/sync.ts';
import { terminalRoom } from './hands/terminals.ts';
import { Link, type LinkDeps, type LinkState } from './link/link.ts';

interface Deps extends Pick<LinkDeps, 'pluginId' | 'findHouse' | 'keys' | 'askCode'> {
  readonly version: string;
  readonly onState: (state: LinkState, why: string) => void;
  readonly onOverview: (overview: Overview) => void;
  readonly log: (text: string) => void;
}

const protocolVersion = 1;
const keyWaitMs = 5_000;
/** What runs something of the project waits until the person trusts the folder. */
const needsTrust =
  /^(exec_command|open_terminal|send_input|build_project|run_tests|debug_session|git_.*)$/;

export class RunningEditor implements vscode.Disposable {
  readonly #deps: Deps;
  readonly #lines = new AgentLines();
  readonly #debugging = new Debugging();
  readonly #rooms: readonly HandRoom[];
  readonly #events: AllEvents;
  readonly #desk: Desk;
  readonly #sessions = new Set<string>();
  readonly #held: vscode.Disposable[] = [];
  readonly link: Link;
  #gotKey: ((key: string | null) => void) | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const tell = (name: EventName, about: Happening, sessionId?: string): void =>
      this.#tell(name, about, sessionId);
    const typingMs = (): number =>
      vscode.workspace.getConfiguration('gatehouse').get<number>('typingSeconds', 3) * 1000;
    const holds = new Holds({ now: Date.now, typingMs });
    const { log } = deps;
    const editor: Editor = { name: vscode.env.appName, tell, holds, lines: this.#lines, log };
    this.#rooms = roomsOf(editor);
    this.#events = new AllEvents(tell);
    this.#desk = new Desk({
      rooms: this.#rooms,
      tools: {
        ...colourHands,
        debug_session: (args, task) => this.#debugging.carryOut(args, task),
      },
      whyNot: (action) =>
        needsTrust.test(action) && !vscode.workspace.isTrusted
          ? 'The person has not said that they trust this folder.'
          : null,
      send: (message) => this.link.send(message),
      log,
    });
    this.link = new Link({
      ...deps,
      hello: () => this.#hello(),
      onState: (state, why) => this.#onState(state, why),
      onMessage: (message) => this.#hear(message),
    });
    // That the folders changed is told first, by the connection that there is.
    const again = (): void => void setImmediate(() => void this.link.connect());
    this.#held.push(
      vscode.workspace.onDidChangeWorkspaceFolders(again),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // What the editor reads anew from the disk is not dirty then.
        const path = contentChanges.length > 0 && document.isDirty ? pathOf(document.uri) : null;
        if (path !== null) holds.changed(path);
      }),
    );
  }

  wish(wish: Wish['wish'], sessionId?: string): void {
    const only = sessionId === undefined ? {} : { session_id: sessionId };
    this.link.send({ type: 'wish', wish, ...only });
  }

  /** For the MCP client inside the editor. */
  newClientKey(): Promise<string | null> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(null), keyWaitMs);
      this.#gotKey = (key) => {
        clearTimeout(late);
        resolve(key);
      };
      this.wish('client-key');
    });
  }

  dispose(): void {
    this.link.dispose();
    this.#desk.cancelAll();
    this.#events.dispose();
    this.#debugging.dispose();
    this.#lines.dispose();
    for (const one of [...this.#rooms, ...this.#held]) one.dispose();
  }

  #hello(): SentByPlugin {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
    return {
      type: 'hello',
      protocol: protocolVersion,
      plugin_id: this.#deps.pluginId,
      name: vscode.env.appName.slice(0, 100),
      version: this.#deps.version,
      actions: [...this.#desk.actions],
      previews: [...this.#desk.previews],
      tools: [...colourOffers, debugOffer],
      workspace_folders: folders.filter((one) => one !== null),
      overview: true,
    };
  }

  #onState(state: LinkState, why: string): void {
    if (state !== 'connected') {
      this.#desk.cancelAll();
      this.#events.listen(false);
      this.#deps.onOverview({ type: 'overview', asks: [], sessions: [] });
    }
    this.#deps.log(why === '' ? state : `${state}: ${why}`);
    this.#deps.onState(state, why);
  }

  #hear(message: ToPlugin): void {
    if (message.type === 'cmd') {
      this.#sessions.add(message.session_id);
      void this.#desk.answer(message);
    }
    if (message.type === 'cancel') this.#desk.cancel(message.id);
    if (message.type === 'session_ended') this.#endSession(message.session_id);
    if (message.type === 'overview') this.#showOverview(message);
    if (message.type === 'client_key') this.#gotKey?.(message.key);
  }

  #showOverview(overview: Overview): void {
    const live = new Set(overview.sessions.map((one) => one.session_id));
    // Those that ended while we were not connected.
    for (const known of this.#sessions) if (!live.has(known)) this.#endSession(known);
    this.#events.listen(live.size > 0);
    this.#deps.onOverview(overview);
  }

  #endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
    for (const room of this.#rooms) room.endSession?.(sessionId);
    this.#debugging.endSession(sessionId);
  }

  #tell(name: EventName, about: Happening, sessionId?: string): void {
    const only = sessionId === undefined ? {} : { session_id: sessionId };
    const data = { ...about, name };
    this.link.send({ type: 'event', event: events[name].category, data, ...only });
  }
}

const roomsOf = (editor: Editor): readonly HandRoom[] => [
  filesRoom(editor),
  buffersRoom(editor),
  codeRoom(editor),
  diagnosticsRoom(editor),
  projectRoom(editor),
  searchRoom(editor),
  gitRoom(),
  syncRoom(editor),
  terminalRoom(editor),
  pluginsRoom(),
];
