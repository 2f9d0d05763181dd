import { errors, type ErrorCode, type Retry } from '../errors/errors.ts';
import type { ConnectionUse } from '../network/connection.ts';
import type { FileChange } from '../files/file-change.ts';
import type { HeldBackText, RunRecord } from '../sandbox/run-record.ts';

/** What an executor returns: the fields of the action's result, in wire format. */
export type ResultData = Readonly<Record<string, unknown>>;

/** How a call ended. Refusals and failures are values; exceptions are bugs. */
export interface Done<Data extends object = ResultData> {
  readonly kind: 'done';
  readonly data: Data;
  readonly changes?: readonly FileChange[];
  /** One sentence about how it ended, for the entry. */
  readonly detail?: string;
  /** For a connection of sandboxed code. */
  readonly network?: ConnectionUse;
  /** What a sandboxed program left behind. */
  readonly run?: RunRecord;
  /** For the asks about held-back files; not recorded. */
  readonly texts?: readonly HeldBackText[];
  /** A result that is not an object; becomes the text of an MCP result. */
  readonly plain?: number | string | null;
}

export interface Refused {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly retry: Retry;
  /** When the same call would succeed, if known. */
  readonly retryAfterMs?: number;
}

export interface Failed {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly retry: Retry;
}

export type Outcome<Data extends object = ResultData> = Done<Data> | Refused | Failed;

export type ActionError = Refused | Failed;

export const isError = (value: unknown): value is ActionError =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<ActionError>).code !== undefined &&
  (value as Partial<ActionError>).hint !== undefined;

export const done = (data: ResultData, changes: readonly FileChange[] = []): Done =>
  changes.length > 0 ? { kind: 'done', data, changes } : { kind: 'done', data };

export function refused(code: ErrorCode, detail?: string): Refused {
  return { kind: 'refused', ...explain(code, detail) };
}

export function failed(code: ErrorCode, detail?: string): Failed {
  return { kind: 'failed', ...explain(code, detail) };
}

function explain(code: ErrorCode, detail: string | undefined): Omit<Refused, 'kind'> {
  const { sentence, hint, retry } = errors[code];
  // An editor's message about one of our codes already begins with the sentence.
  if (detail?.startsWith(sentence)) return { code, message: detail, hint, retry };
  return { code, message: detail ? `${sentence} ${detail}` : sentence, hint, retry };
}

export const isRefused = (value: { readonly kind: string }): value is Refused =>
  value.kind === 'refused';
