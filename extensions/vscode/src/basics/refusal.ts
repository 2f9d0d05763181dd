/**
 * Refusals are thrown in this extension, since most of what is asked of the editor's API can fail,
 * and become outcomes again at one place (desk.ts).
 */
import type { ErrorCode } from '../../../../src/shared/errors.ts';
import { failed, refused, isTrouble, type Trouble } from '../../../../src/shared/outcomes.ts';

export class Refusal extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

export const refusal = (code: ErrorCode, detail?: string): Refusal =>
  new Refusal(refused(code, detail));

export const failure = (code: ErrorCode, detail?: string): Refusal =>
  new Refusal(failed(code, detail));

/** What the workbench's own functions return as a value. */
export function orThrow<Value>(value: Value | Trouble): Value {
  if (typeof value === 'object' && isTrouble(value)) throw new Refusal(value);
  return value;
}
