/**
 * One plugin connection: first hello, then pairing if it has no key, then results and events. A
 * message that is not allowed in the current stage closes it and is recorded.
 */
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { PairingId } from '../../../shared/integrations/pairing.ts';
import {
  FromPlugin,
  isPlainResult,
  pluginProtocolVersion,
  workbenchPluginId,
  type Hello,
  type DeleteWorkspace,
  type ToPlugin,
  type PluginRequest,
  type RunEnded,
} from '../../../shared/protocols/plugin-protocol.ts';
import type { SharedReply, ShareMessage } from '../../../shared/protocols/share-messages.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { ContributedTool, Core } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { closeCodes, type CloseCode } from '../sockets/close-codes.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import type { EditorEvents } from './editor-events.ts';
import { EventIntake } from './event-intake.ts';
import { askSeconds, type PluginPairing } from './pairing.ts';
import { PluginExecutor } from './plugin-executor.ts';
import { toolsOf } from './plugin-tools.ts';
import { realFolders } from './workspace-folders.ts';

export interface ConnectionDeps {
  readonly core: Pick<Core, 'executors' | 'note' | 'lateRuns'>;
  readonly clock: Clock;
  readonly events: EditorEvents;
  readonly pairing: PluginPairing;
  readonly resultBytes: number;
  readonly onError: (text: string) => void;
  /** The process at the other end. */
  readonly requester: () => Promise<string>;
  /** Called after the right code; returns the new key, or null when it could not be stored. */
  readonly newKey: (hello: Hello) => Promise<string | null>;
  /** Called when it is connected; an older connection of the same editor is closed. */
  readonly connected: (
    connection: PluginConnection,
    hello: Hello,
    tools: readonly ContributedTool[],
  ) => void;
  /** The user asked for something inside the editor. */
  readonly onRequest: (connection: PluginConnection, request: PluginRequest) => void;
  /** The editor asks to delete a workspace that it has open. */
  readonly onDeleteWorkspace: (connection: PluginConnection, request: DeleteWorkspace) => void;
  /** A message about a document that editors share. */
  readonly onShare: (connection: PluginConnection, message: ShareMessage | SharedReply) => void;
  readonly outOfRole: (connection: PluginConnection, what: string) => void;
}

type ConnectionStage =
  | { readonly kind: 'hello' | 'asking' }
  | { readonly kind: 'pairing'; readonly hello: Hello; readonly pairingId: PairingId }
  | { readonly kind: 'getting-key' }
  | {
      readonly kind: 'connected';
      readonly executor: PluginExecutor;
      readonly intake: EventIntake;
      readonly registered: Disposable;
      readonly wantsOverview: boolean;
      readonly shares: boolean;
      readonly called: { readonly name: string; readonly version: string };
    };

export const helloWithinMs = 5_000;

export class PluginConnection {
  readonly pluginId: string;
  readonly #deps: ConnectionDeps;
  readonly #socket: LiveSocket;
  readonly #paired: boolean;
  readonly #late: Disposable;
  #stage: ConnectionStage = { kind: 'hello' };
  readonly #gone = new AbortController();

  constructor(socket: LiveSocket, deps: ConnectionDeps, pluginId: string, paired: boolean) {
    this.pluginId = pluginId;
    this.#socket = socket;
    this.#deps = deps;
    this.#paired = paired;
    this.#late = deps.clock.after(helloWithinMs, () =>
      this.close(closeCodes.protocol, 'send hello first'),
    );
  }

  /** The same across reconnects; null before it is connected. */
  get editorId(): string | null {
    return this.#stage.kind === 'connected' ? this.#stage.executor.id : null;
  }

  /** It has no key and has not sent hello. */
  get isSilent(): boolean {
    return !this.#paired && this.#stage.kind === 'hello' && !this.#gone.signal.aborted;
  }

  /** The real paths of its open folders; empty before it is connected. */
  get folders(): readonly string[] {
    return this.#stage.kind === 'connected' ? this.#stage.executor.folders : [];
  }

  /** As it calls itself; null before it is connected. */
  get called(): { readonly name: string; readonly version: string } | null {
    return this.#stage.kind === 'connected' ? this.#stage.called : null;
  }

  /** Aborted when the connection is over. */
  get over(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether it shows the user what agents do in its folders. */
  get wantsOverview(): boolean {
    return this.#stage.kind === 'connected' && this.#stage.wantsOverview;
  }

  /** Whether it shares its open documents. */
  get shares(): boolean {
    return this.#stage.kind === 'connected' && this.#stage.shares;
  }

  receive(text: string): void {
    const message = read(text);
    const stage = this.#stage;
    if (!message) return this.#outOfRole('that message is not valid');
    if (stage.kind === 'connected' && message.type === 'result') {
      if (stage.executor.receive(message)) this.#socket.wasAnswer();
      return;
    }
    if (stage.kind === 'connected' && message.type === 'begin') {
      return stage.executor.begin(message.id);
    }
    if (stage.kind === 'connected' && message.type === 'event') return stage.intake.take(message);
    if (stage.kind === 'hello' && message.type === 'hello') return this.#hello(message);
    if (stage.kind === 'connected' && message.type === 'wish') {
      return this.#deps.onRequest(this, message);
    }
    const isDeletion =
      message.type === 'delete_workspace' || message.type === 'api:workspace:delete';
    if (stage.kind === 'connected' && isDeletion) {
      return this.#deps.onDeleteWorkspace(this, message);
    }
    if (stage.kind === 'connected' && message.type === 'run_ended' && stage.executor.builtIn) {
      return this.#runEnded(message);
    }
    const isShare = message.type === 'share' || message.type === 'shared_reply';
    if (stage.kind === 'connected' && isShare) return this.#deps.onShare(this, message);
    // Ignores a repeated code while the key is being stored.
    if (stage.kind === 'getting-key' && message.type === 'pair') return;
    if (stage.kind === 'pairing' && message.type === 'pair')
      return this.#guess(stage, message.code);
    this.#outOfRole(`${message.type} is not expected here`);
  }

  sessionEnded(sessionId: string): void {
    this.sendMessage({ type: 'session_ended', session_id: sessionId });
  }

  /** Sends nothing before it is connected. */
  sendMessage(message: ToPlugin): void {
    if (this.#stage.kind === 'connected') this.#send(message);
  }

  close(code: CloseCode, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** `isLost`: the connection broke without either side closing it. */
  closed(isLost: boolean): void {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort();
    void this.#late.dispose();
    const stage = this.#stage;
    if (stage.kind === 'pairing') this.#deps.pairing.forget(stage.pairingId);
    if (stage.kind !== 'connected') return;
    if (isLost) stage.executor.lost();
    void stage.registered.dispose();
    stage.intake.dispose();
    stage.executor.disconnected();
  }

  #hello(hello: Hello): void {
    void this.#late.dispose();
    if (hello.plugin_id !== this.pluginId) return this.#outOfRole('the hello names another plugin');
    if (hello.protocol !== pluginProtocolVersion) {
      const spoken = `this Gatehouse speaks plugin protocol ${pluginProtocolVersion}`;
      return this.close(closeCodes.protocol, `${spoken}, not ${hello.protocol}`);
    }
    if (this.#paired) this.#connect(hello, null);
    else void this.#askToPair(hello);
  }

  async #askToPair(hello: Hello): Promise<void> {
    const { name, version } = hello;
    this.#stage = { kind: 'asking' };
    const requester = await this.#deps.requester();
    if (this.#gone.signal.aborted) return;
    const pairingId = this.#deps.pairing.ask({
      requester,
      pluginId: this.pluginId,
      name,
      version,
      codeShown: (seconds) => this.#send({ type: 'pairing', state: 'code-shown', seconds }),
      ended: (why) => this.close(closeCodes.revoked, why),
    });
    if (typeof pairingId !== 'string') return this.close(closeCodes.tooFast, pairingId.why);
    this.#stage = { kind: 'pairing', hello, pairingId };
    this.#send({ type: 'pairing', state: 'asked', seconds: askSeconds });
  }

  #guess({ hello, pairingId }: Extract<ConnectionStage, { kind: 'pairing' }>, code: string): void {
    const guess = this.#deps.pairing.guess(pairingId, code);
    if (guess.kind === 'wrong') {
      const { seconds, triesLeft } = guess;
      this.#send({ type: 'pairing', state: 'wrong-code', seconds, tries_left: triesLeft });
    }
    if (guess.kind === 'over') this.close(closeCodes.revoked, 'the pairing has ended');
    if (guess.kind === 'right') void this.#getKey(hello);
  }

  async #getKey(hello: Hello): Promise<void> {
    this.#stage = { kind: 'getting-key' };
    const key = await this.#deps.newKey(hello);
    if (this.#gone.signal.aborted) return;
    if (key === null) this.close(closeCodes.revoked, 'the key could not be stored');
    else this.#connect(hello, key);
  }

  #connect(hello: Hello, key: string | null): void {
    const { core, clock, events, resultBytes, onError } = this.#deps;
    const { tools, leftOut } = toolsOf(this.pluginId, hello.tools);
    for (const why of leftOut) onError(`a tool was left out: ${why}`);
    const folders = realFolders(hello.workspace_folders);
    const builtIn = this.pluginId === workbenchPluginId;
    const executor = new PluginExecutor({
      id: sha256(JSON.stringify([this.pluginId, folders])).slice(0, 16),
      name: hello.name,
      actions: new Set(hello.actions),
      previews: new Set(hello.previews),
      folders,
      tools,
      builtIn,
      // The built-in workbench always has our version.
      asksToBegin: builtIn || hello.asks_to_begin === true,
      send: (message) => this.#send(message),
      resultBytes,
    });
    const intake = new EventIntake(clock, events);
    const plugin_key = key === null ? {} : { plugin_key: key };
    this.#send({ type: 'welcome', protocol: pluginProtocolVersion, ...plugin_key });
    const registered = core.executors.register(executor);
    const { overview: wantsOverview, shares = false } = hello;
    const called = { name: hello.name, version: hello.version };
    const parts = { executor, intake, registered, called };
    this.#stage = { kind: 'connected', ...parts, wantsOverview, shares };
    this.#deps.connected(this, hello, tools);
  }

  #runEnded({
    session_id,
    entry_id: ofEntry,
    agent_id: agentId,
    changes,
    run,
    texts,
  }: RunEnded): void {
    const sessionId = session_id as SessionId;
    const { core, onError } = this.#deps;
    core.lateRuns
      .record({ sessionId, ofEntry, agentId, changes, run, texts })
      .catch((error: unknown) => onError(String(error)));
  }

  #outOfRole(what: string): void {
    this.close(closeCodes.protocol, what);
    this.#deps.outOfRole(this, what);
  }

  #send(message: ToPlugin): void {
    this.#socket.send(message);
  }
}

function read(text: string): FromPlugin | null {
  const message = readStrictJson(text);
  if ('problem' in message) return null;
  if (isPlainResult(message.json)) return message.json;
  const parsed = readAs(FromPlugin, message.json);
  return parsed.success ? parsed.data : null;
}
