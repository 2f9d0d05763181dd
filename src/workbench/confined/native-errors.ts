/** An error of a system call, as Node's own: `code` is the name of the error. */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
