/** Remembers completed calls by id, so that a repeated request gets the same answer. */
import type { PageAnswer } from './page-messages.ts';

interface CompletedCall {
  readonly answer: Promise<PageAnswer>;
  readonly finish: (answer: PageAnswer) => void;
}

interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

const mostKept = 500;

export class CompletedCalls {
  readonly #start: (id: string, name: string, args: unknown) => void;
  readonly #completed = new Map<string, CompletedCall>();

  constructor(start: (id: string, name: string, args: unknown) => void) {
    this.#start = start;
  }

  run({ id, name, args }: RequestedCall): Promise<PageAnswer> {
    const before = this.#completed.get(id);
    if (before) return before.answer;
    const { promise: answer, resolve: finish } = Promise.withResolvers<PageAnswer>();
    this.#completed.set(id, { answer, finish });
    const [oldest] = this.#completed.keys();
    if (this.#completed.size > mostKept && oldest !== undefined) this.#completed.delete(oldest);
    this.#start(id, name, args);
    return answer;
  }

  finish(id: string, answer: PageAnswer): void {
    this.#completed.get(id)?.finish(answer);
  }
}
