/** Puts OpenCode's prompts to the person and takes the answer back. Silence is no. */
import type { Outcome } from '../../../shared/outcomes.ts';
import type { Core } from '../../core/offers.ts';
import { promptOf, type Asking } from './permission-prompt.ts';
import type { Permission, Reply } from './server-api.ts';

interface Deps {
  readonly prompts: Core['prompts'];
  readonly asking: Asking;
  readonly reply: (id: string, reply: Reply) => Promise<unknown>;
  readonly onTrouble: (text: string) => void;
}

export class Prompter {
  readonly #deps: Deps;
  readonly #open = new Map<string, AbortController>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  asked(permission: Permission): void {
    const { id } = permission;
    if (this.#open.has(id)) return;
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    void this.#ask(permission, withdrawal.signal).catch((error: unknown) =>
      this.#deps.onTrouble(`a permission prompt: ${String(error)}`),
    );
  }

  /** Somebody answered it elsewhere, or OpenCode took it back. */
  replied(id: string): void {
    this.#open.get(id)?.abort();
  }

  get waiting(): number {
    return this.#open.size;
  }

  dispose(): void {
    for (const withdrawal of this.#open.values()) withdrawal.abort();
  }

  async #ask(permission: Permission, signal: AbortSignal): Promise<void> {
    const { prompts, asking, reply } = this.#deps;
    const prompt = promptOf(permission, asking);
    const outcome = 'code' in prompt ? prompt : await prompts.ask(prompt, signal);
    this.#open.delete(permission.id);
    if (!signal.aborted) await reply(permission.id, replyFor(outcome));
  }
}

/** Never "always": what is kept, we keep, and the person can take it back. */
const replyFor = (outcome: Outcome): Reply =>
  outcome.kind === 'done'
    ? { reply: 'once' }
    : { reply: 'reject', message: `${outcome.message} ${outcome.hint}` };
