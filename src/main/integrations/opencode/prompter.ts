/** Puts OpenCode's prompts to the person and takes the answer back. Silence is no. */
import { isError, type Outcome } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Core } from '../../core/core.ts';
import { promptOf, sentenceFor, type PromptContext } from './permission-prompt.ts';
import type { Permission, Reply } from './server-api.ts';

interface Deps {
  readonly prompts: Core['prompts'];
  readonly asking: PromptContext;
  readonly reply: (id: string, reply: Reply) => Promise<unknown>;
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
  /** What we said to it, until it tells it back. */
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

  /** An answer that is not ours is from OpenCode itself, or from whoever else has its password. */
  replied(id: string, reply: string): void {
    const isOurs = this.#ours.get(id) === reply;
    this.#ours.delete(id);
    if (isOurs) return;
    const open = this.#open.get(id);
    const { clientId } = this.#deps.asking.agent;
    const what = open ? `to ${open.words}` : `its prompt ${visibleText(id)}`;
    this.#deps.note(
      `${clientId}: ${what} was answered ${visibleText(reply)}, not by the person here`,
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

/** Never "always": what is kept, we keep, and the person can take it back. */
const replyFor = (outcome: Outcome): Reply =>
  outcome.kind === 'done'
    ? { reply: 'once' }
    : { reply: 'reject', message: `${outcome.message} ${outcome.hint}` };
