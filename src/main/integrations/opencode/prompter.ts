/**
 * Answers OpenCode's permission prompts as calls of its own tools: the gate judges them, asks the user where
 * necessary and records them with their outcome. No answer means no.
 */
import type { Agent } from '../../../shared/access/access.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { NativeEvent, NativeVerdict } from '../../../shared/native/native-call.ts';
import { eventOf, reportOf, sentenceFor } from './prompt-event.ts';
import type { Permission, PermissionReply, ToolCallPart } from './server-api.ts';

/** Calls of agents' own tools (transports/native). */
export interface NativeGate {
  receive(
    event: NativeEvent,
    sender: { readonly client: string; readonly agentName: string; readonly agent: Agent },
    gone: AbortSignal,
  ): Promise<NativeVerdict>;
}

interface Deps {
  readonly native: NativeGate;
  readonly agent: Agent;
  readonly workspace: string;
  /** The call that a prompt is about; null when OpenCode does not say. */
  readonly partOf: (permission: Permission) => Promise<ToolCallPart | null>;
  readonly reply: (id: string, reply: PermissionReply) => Promise<unknown>;
  /** For the ledger. */
  readonly note: (detail: string) => void;
  readonly onError: (text: string) => void;
}

const maxReleased = 256;
const never = new AbortController().signal;

export class Prompter {
  readonly #deps: Deps;
  readonly #open = new Map<
    string,
    { readonly words: string; readonly withdrawal: AbortController }
  >();
  /** Our replies, until OpenCode confirms them by an event. */
  readonly #ours = new Map<string, string>();
  /** Ids of the calls that were released and have not ended. */
  readonly #released = new Set<string>();
  readonly #conversations = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  asked(permission: Permission): void {
    const { id } = permission;
    if (this.#open.has(id)) return;
    const withdrawal = new AbortController();
    this.#open.set(id, { words: sentenceFor(permission), withdrawal });
    void this.#ask(permission, withdrawal.signal).catch((error: unknown) =>
      this.#deps.onError(`a permission prompt: ${String(error)}`),
    );
  }

  /** A reply that is not ours came from OpenCode itself or from someone else with its password. */
  replied(id: string, reply: string): void {
    const isOurs = this.#ours.get(id) === reply;
    this.#ours.delete(id);
    if (isOurs) return;
    const open = this.#open.get(id);
    const { clientId } = this.#deps.agent;
    const what = open ? `to ${open.words}` : `its prompt ${visibleText(id)}`;
    this.#deps.note(
      `${clientId}: ${what} was answered ${visibleText(reply)}, not by the user here`,
    );
    open?.withdrawal.abort();
  }

  /** A call of a tool has changed; when a released one has ended, its entry is closed. */
  changed(part: ToolCallPart): void {
    if (!this.#released.has(part.callID)) return;
    const report = reportOf(part, this.#deps.workspace);
    if (report === null) return;
    this.#released.delete(part.callID);
    void this.#send(report, never);
  }

  get waiting(): number {
    return this.#open.size;
  }

  /** OpenCode has ended: no more reports come. */
  dispose(): void {
    for (const { withdrawal } of this.#open.values()) withdrawal.abort();
    const { workspace: cwd } = this.#deps;
    for (const conversation of this.#conversations)
      void this.#send({ kind: 'session-ended', conversation, cwd }, never);
  }

  #send(event: NativeEvent, gone: AbortSignal): Promise<NativeVerdict> {
    const { native, agent } = this.#deps;
    return native.receive(event, { client: 'opencode', agentName: 'OpenCode', agent }, gone);
  }

  async #ask(permission: Permission, signal: AbortSignal): Promise<void> {
    const { partOf, reply, workspace } = this.#deps;
    const event = eventOf(permission, await partOf(permission), workspace);
    const verdict = await this.#verdictOn(event, signal);
    this.#open.delete(permission.id);
    if (signal.aborted) return;
    const permissionReply = replyFor(verdict);
    this.#ours.set(permission.id, permissionReply.reply);
    await reply(permission.id, permissionReply);
  }

  async #verdictOn(event: ReturnType<typeof eventOf>, signal: AbortSignal): Promise<NativeVerdict> {
    if (typeof event === 'string') return { kind: 'deny', message: `Gatehouse: ${event}` };
    this.#conversations.add(event.conversation);
    const verdict = await this.#send(event, signal);
    if (verdict.kind === 'allow' && event.callId !== null) this.#track(event.callId);
    return verdict;
  }

  #track(callId: string): void {
    this.#released.add(callId);
    const [oldest] = this.#released;
    if (this.#released.size > maxReleased && oldest !== undefined) this.#released.delete(oldest);
  }
}

/** Never "always": Gatehouse remembers approvals itself, so that the user can revoke them. */
const replyFor = (verdict: NativeVerdict): PermissionReply =>
  verdict.kind === 'allow'
    ? { reply: 'once' }
    : {
        reply: 'reject',
        message: verdict.kind === 'deny' ? verdict.message : 'Gatehouse did not allow it.',
      };
