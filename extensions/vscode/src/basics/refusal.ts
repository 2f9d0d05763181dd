/**
 * Handlers in this extension throw refusals, since most editor API calls can fail.
 * command-dispatch.ts turns them into outcomes.
 */
import type { ErrorCode } from '../../../../src/shared/errors/errors.ts';
import {
  failed,
  refused,
  isError,
  type ActionError,
} from '../../../../src/shared/actions/outcomes.ts';

export class RefusalError extends Error {
  readonly error: ActionError;

  constructor(error: ActionError) {
    super(error.message);
    this.error = error;
  }
}

export const refusal = (code: ErrorCode, detail?: string): RefusalError =>
  new RefusalError(refused(code, detail));

export const failure = (code: ErrorCode, detail?: string): RefusalError =>
  new RefusalError(failed(code, detail));

/** Throws an error that a workbench function returned as a value. */
export function orThrow<Value>(value: Value | ActionError): Value {
  if (typeof value === 'object' && isError(value)) throw new RefusalError(value);
  return value;
}
