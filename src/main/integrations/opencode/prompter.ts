/**
 * Shows OpenCode's permission prompts to the user and sends the answer back. No answer means no.
 */
import { isError, type Outcome } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Core } from '../../core/core.ts';
import { promptOf, sentenceFor, type PromptContext } from './permission-prompt.ts';
import type { Permission, PermissionReply } from './server-api.ts';

interface Deps {
  readonly prompts: Core['prompts'];
  readonly asking: PromptContext;
  readonly reply: (id: string, reply: PermissionReply) => Promise<unknown>;
  /** For the ledger. */
  readonly note: (detail: string) => void;
  readonly onError: (text: string) => void;
}

export class Prompter {
  readonly #deps: Deps;
  readonly #open = new Map<
    string,
    { readonly words: string; readonly withdrawal: AbortController }
  >();
  /** Our replies, until OpenCode confirms them by an event. */
  readonly #ours = new Map<string, string>();

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
    const { clientId } = this.#deps.asking.agent;
    const what = open ? `to ${open.words}` : `its prompt ${visibleText(id)}`;
    this.#deps.note(
      `${clientId}: ${what} was answered ${visibleText(reply)}, not by the user here`,
    );
    open?.withdrawal.abort();
  }

  get waiting(): number {
    return this.#open.size;
  }

  dispose(): void {
    for (const { withdrawal } of this.#open.values()) withdrawal.abort();
  }

  async #ask(permission: Permission, signal: AbortSignal): Promise<void> {
    const { prompts, asking, reply } = this.#deps;
    const prompt = promptOf(permission, asking);
    const outcome = isError(prompt) ? prompt : await prompts.ask(prompt, signal);
    this.#open.delete(permission.id);
    if (signal.aborted) return;
    const permissionReply = replyFor(outcome);
    this.#ours.set(permission.id, permissionReply.reply);
    await reply(permission.id, permissionReply);
  }
}

/** Never "always": Gatehouse remembers approvals itself, so that the user can revoke them. */
const replyFor = (outcome: Outcome): PermissionReply =>
  outcome.kind === 'done'
    ? { reply: 'once' }
    : { reply: 'reject', message: `${outcome.message} ${outcome.hint}` };
