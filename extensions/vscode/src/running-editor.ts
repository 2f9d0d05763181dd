/** The connected editor: runs agents' commands and sends events. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { events, type EventName } from '../../../src/shared/protocols/session-events.ts';
import type {
  Overview,
  SentByPlugin,
  ToPlugin,
  PluginRequest,
  WorkspaceDeletion,
} from '../../../src/shared/protocols/plugin-protocol.ts';
import type { HandlerContext, HandlerGroup, EditorEventData } from './basics/editor.ts';
import { LiveDocuments } from './basics/live-documents.ts';
import { DocumentLocks } from './basics/user-edits.ts';
import { pathOf } from './basics/allowed-paths.ts';
import { colorHandlers, colourOffers } from './colors/colour-tools.ts';
import { CommandDispatch } from './command-dispatch.ts';
import { AllEvents } from './events/all-events.ts';
import { AgentLines } from './ui/agent-lines.ts';
import { bufferHandlers } from './handlers/buffers.ts';
import { codeHandlers } from './handlers/code.ts';
import { Debugging, debugOffer } from './handlers/debugging.ts';
import { diagnosticHandlers } from './handlers/diagnostics.ts';
import { fileHandlers } from './handlers/files.ts';
import { gitHandlers } from './handlers/git.ts';
import { pluginHandlers } from './handlers/plugins.ts';
import { projectHandlers } from './handlers/project.ts';
import { searchHandlers } from './handlers/search.ts';
import { syncHandlers } from './handlers/sync.ts';
import { terminalHandlers } from './handlers/terminals.ts';
import { Link, type LinkDeps, type LinkState } from './link/link.ts';

interface Deps extends Pick<LinkDeps, 'pluginId' | 'findApp' | 'keys' | 'askCode'> {
  readonly version: string;
  readonly onState: (state: LinkState, reason: string) => void;
  readonly onOverview: (overview: Overview) => void;
  readonly log: (text: string) => void;
}

const protocolVersion = 1;
const keyWaitMs = 5_000;
/** Actions that run project code need a trusted workspace. */
const needsTrust =
  /^(exec_command|open_terminal|send_input|build_project|run_tests|debug_session|git_.*)$/;

export class RunningEditor implements vscode.Disposable {
  readonly #deps: Deps;
  readonly #live: LiveDocuments;
  readonly #lines: AgentLines;
  readonly #debugging = new Debugging();
  readonly #groups: readonly HandlerGroup[];
  readonly #events: AllEvents;
  readonly #dispatch: CommandDispatch;
  readonly #sessions = new Set<string>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly link: Link;
  #gotKey: ((key: string | null) => void) | null = null;
  #deleted: ((answer: WorkspaceDeletion | null) => void) | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const emit = (name: EventName, about: EditorEventData, sessionId?: string): void =>
      this.#emit(name, about, sessionId);
    const typingMs = (): number =>
      vscode.workspace.getConfiguration('gatehouse').get<number>('typingSeconds', 3) * 1000;
    const locks = new DocumentLocks({ now: Date.now, typingMs });
    const { log } = deps;
    this.#live = new LiveDocuments({
      send: (path, message) => this.link.send({ type: 'share', path, message }),
      onChanged: (document) => this.#lines.changed(document),
      log,
    });
    this.#lines = new AgentLines((document) => this.#live.find(document)?.shared);
    const editor: HandlerContext = {
      name: vscode.env.appName,
      emit,
      locks,
      live: this.#live,
      log,
    };
    this.#groups = groupsOf(editor);
    this.#events = new AllEvents(emit);
    this.#dispatch = new CommandDispatch({
      groups: this.#groups,
      tools: {
        ...colorHandlers,
        debug_session: (args, task) => this.#debugging.control(args, task),
      },
      refusalReason: (action) =>
        needsTrust.test(action) && !vscode.workspace.isTrusted
          ? 'The user has not marked this folder as trusted.'
          : null,
      send: (message) => this.link.send(message),
      log,
    });
    this.link = new Link({
      ...deps,
      hello: () => this.#hello(),
      onState: (state, reason) => this.#onState(state, reason),
      onMessage: (message) => this.#onMessage(message),
    });
    // Send the folder change over the old connection first.
    const reconnect = (): void => void setImmediate(() => void this.link.connect());
    this.#disposables.push(
      vscode.workspace.onDidChangeWorkspaceFolders(reconnect),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length === 0) return;
        const path = pathOf(event.document.uri);
        if (this.#live.changed(event) === 'user' && path !== null) locks.changed(path);
      }),
    );
  }

  request(action: PluginRequest['wish'], sessionId?: string): void {
    const only = sessionId === undefined ? {} : { session_id: sessionId };
    this.link.send({ type: 'wish', wish: action, ...only });
  }

  /** Requests a client key for the editor's own MCP client. */
  newClientKey(): Promise<string | null> {
    return new Promise((resolve) => {
      const timeout = setTimeout(() => resolve(null), keyWaitMs);
      this.#gotKey = (key) => {
        clearTimeout(timeout);
        resolve(key);
      };
      this.request('client-key');
    });
  }

  /** Null when the connection ends first. The user may take any time to answer. */
  deleteWorkspace(keepBranch: boolean): Promise<WorkspaceDeletion | null> {
    this.#deleted?.(null);
    return new Promise((resolve) => {
      this.#deleted = resolve;
      this.link.send({ type: 'delete_workspace', id: randomUUID(), keepBranch });
    });
  }

  /** Takes back the user's own last change in the active document. */
  async undoOwn(): Promise<boolean> {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && this.#live.undoOwn(document);
  }

  dispose(): void {
    this.link.dispose();
    this.#dispatch.cancelAll();
    this.#events.dispose();
    this.#debugging.dispose();
    this.#lines.dispose();
    this.#live.dispose();
    for (const item of [...this.#groups, ...this.#disposables]) item.dispose();
  }

  #hello(): SentByPlugin {
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
    return {
      type: 'hello',
      protocol: protocolVersion,
      plugin_id: this.#deps.pluginId,
      name: vscode.env.appName.slice(0, 100),
      version: this.#deps.version,
      actions: [...this.#dispatch.actions],
      previews: [...this.#dispatch.previews],
      tools: [...colourOffers, debugOffer],
      workspace_folders: folders.filter((folder) => folder !== null),
      overview: true,
      asks_to_begin: true,
      shares: true,
    };
  }

  #onState(state: LinkState, reason: string): void {
    if (state !== 'connected') {
      this.#deleted?.(null);
      this.#dispatch.cancelAll();
      this.#live.disconnected();
      this.#events.listen(false);
      this.#deps.onOverview({ type: 'overview', asks: [], sessions: [] });
    }
    this.#deps.log(reason === '' ? state : `${state}: ${reason}`);
    this.#deps.onState(state, reason);
  }

  #onMessage(message: ToPlugin): void {
    if (message.type === 'cmd') {
      this.#sessions.add(message.session_id);
      void this.#dispatch.answer(message);
    }
    if (message.type === 'go') this.#dispatch.go(message.id);
    if (message.type === 'cancel') this.#dispatch.cancel(message.id);
    if (message.type === 'session_ended') this.#endSession(message.session_id);
    if (message.type === 'overview') this.#showOverview(message);
    if (message.type === 'sharing_open') this.#live.sharingOpen();
    if (message.type === 'shared_notice') this.#live.receive(message.path, message.message);
    if (message.type === 'workspace_deletion') this.#deleted?.(message);
    if (message.type === 'client_key') this.#gotKey?.(message.key);
  }

  #showOverview(overview: Overview): void {
    const live = new Set(overview.sessions.map((session) => session.session_id));
    // Sessions that ended while we were disconnected.
    for (const known of this.#sessions) if (!live.has(known)) this.#endSession(known);
    this.#events.listen(live.size > 0);
    this.#live.follow(live.size > 0);
    this.#deps.onOverview(overview);
  }

  #endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
    for (const group of this.#groups) group.endSession?.(sessionId);
    this.#debugging.endSession(sessionId);
  }

  #emit(name: EventName, about: EditorEventData, sessionId?: string): void {
    const only = sessionId === undefined ? {} : { session_id: sessionId };
    const data = { ...about, name };
    this.link.send({ type: 'event', event: events[name].category, data, ...only });
  }
}

const groupsOf = (editor: HandlerContext): readonly HandlerGroup[] => [
  fileHandlers(editor),
  bufferHandlers(editor),
  codeHandlers(editor),
  diagnosticHandlers(editor),
  projectHandlers(editor),
  searchHandlers(editor),
  gitHandlers(),
  syncHandlers(editor),
  terminalHandlers(editor),
  pluginHandlers(),
];
