/**
 * Identifies the process that asked. A yes is for that process, not for another one that gets its
 * process id or its key later. Pure.
 */
import type { VerifiedCaller } from '../../../shared/access/access.ts';

/** Null when the calling process is unknown. */
type Caller = VerifiedCaller | null;

/** Identifies one process: process ids are reused, but not with the same start time. */
export const processKey = (caller: Caller): readonly unknown[] | null =>
  caller && [caller.pid, caller.startedAt, caller.executable];

/** When the asking process was not known, there is nothing to compare, and the client's key alone decides. */
export const isSameAsker = (asked: Caller, now: Caller): boolean =>
  asked === null ||
  (now !== null && JSON.stringify(processKey(asked)) === JSON.stringify(processKey(now)));
