/** Requests to the workbench process. Each one ends, even if the process dies. */
import { PendingReplies } from '../../../shared/base/pending-replies.ts';
import type {
  AskWorkbench,
  OwnerAnswer,
  OwnerMessage,
  OwnerReplies,
} from '../../../shared/files/file-history.ts';

type WorkbenchReply = Omit<OwnerAnswer, 'id'>;

const timeoutMs = 20_000;

export class WorkbenchRpc {
  readonly #send: (message: OwnerMessage) => void;
  readonly #pending = new PendingReplies<number, WorkbenchReply>();
  #next = 1;

  constructor(send: (message: OwnerMessage) => void) {
    this.#send = send;
  }

  readonly ask: AskWorkbench = async (name, task) => {
    const id = this.#next;
    this.#next += 1;
    const replied = this.#pending.wait(id, {
      timeoutMs,
      onTimeout: () => ({ error: 'it took too long' }),
    });
    this.#send({ id, name, task });
    const { reply, error } = await replied;
    if (error !== undefined) throw new Error(error);
    return reply as OwnerReplies[typeof name];
  };

  answered(message: unknown): void {
    const { id, ...reply } = message as OwnerAnswer;
    this.#pending.resolve(id, reply);
  }

  dropAll(): void {
    this.#pending.resolveAll({ error: 'the workbench ended' });
  }
}
