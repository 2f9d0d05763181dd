/** Questions to the workbench that wait for their answer; each ends, whatever becomes of the process. */
import type {
  AskWorkbench,
  OwnerAnswer,
  OwnerMessage,
  OwnerReplies,
} from '../../../shared/files/file-history.ts';

interface PendingReply {
  readonly resolve: (reply: unknown) => void;
  readonly fail: (why: string) => void;
}

const maxWaitMs = 20_000;

export class WorkbenchRpc {
  readonly #send: (message: OwnerMessage) => void;
  readonly #waiting = new Map<number, PendingReply>();
  #next = 1;

  constructor(send: (message: OwnerMessage) => void) {
    this.#send = send;
  }

  readonly ask: AskWorkbench = (name, task) => {
    const id = this.#next;
    this.#next += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const late = setTimeout(() => this.#waiting.get(id)?.fail('it took too long'), maxWaitMs);
    const end = (then: () => void): void => {
      clearTimeout(late);
      this.#waiting.delete(id);
      then();
    };
    this.#waiting.set(id, {
      resolve: (reply) => end(() => resolve(reply)),
      fail: (why) => end(() => reject(new Error(why))),
    });
    this.#send({ id, name, task });
    return promise as Promise<OwnerReplies[typeof name]>;
  };

  answered(message: unknown): void {
    const { id, reply, error } = message as OwnerAnswer;
    const waiting = this.#waiting.get(id);
    if (error === undefined) waiting?.resolve(reply);
    else waiting?.fail(error);
  }

  dropAll(): void {
    for (const { fail } of [...this.#waiting.values()]) fail('the workbench ended');
  }
}
