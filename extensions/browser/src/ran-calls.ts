/** Which calls were carried out in a document, by id: whoever asks again gets the same answer. Pure. */
import type { PageAnswer } from './page-messages.ts';

interface Ran {
  readonly answer: Promise<PageAnswer>;
  readonly settle: (answer: PageAnswer) => void;
}

interface WantedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

const mostKept = 500;

export class RanCalls {
  readonly #start: (id: string, name: string, args: unknown) => void;
  readonly #ran = new Map<string, Ran>();

  constructor(start: (id: string, name: string, args: unknown) => void) {
    this.#start = start;
  }

  run({ id, name, args }: WantedCall): Promise<PageAnswer> {
    const before = this.#ran.get(id);
    if (before) return before.answer;
    const { promise: answer, resolve: settle } = Promise.withResolvers<PageAnswer>();
    this.#ran.set(id, { answer, settle });
    const [oldest] = this.#ran.keys();
    if (this.#ran.size > mostKept && oldest !== undefined) this.#ran.delete(oldest);
    this.#start(id, name, args);
    return answer;
  }

  settle(id: string, answer: PageAnswer): void {
    this.#ran.get(id)?.settle(answer);
  }
}
