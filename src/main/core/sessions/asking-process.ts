/** A yes is for the process that asked, not for whoever has its process id or its key later. Pure. */
import type { VerifiedCaller } from '../../../shared/access/access.ts';

/** Null where nobody could find out who calls. */
type Caller = VerifiedCaller | null;

/** Names one process for good: a process id is used again, but not with the same start. */
export const processKey = (caller: Caller): readonly unknown[] | null =>
  caller && [caller.pid, caller.startedAt, caller.executable];

/** Where one side is not known nothing can be compared, and the key alone counts. */
export const isSameAsker = (asked: Caller, now: Caller): boolean =>
  asked === null ||
  (now !== null && JSON.stringify(processKey(asked)) === JSON.stringify(processKey(now)));
