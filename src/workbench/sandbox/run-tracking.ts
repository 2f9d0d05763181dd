/** The interface of handlers to the checkpoints and searches around sandboxed commands. */
import type { Refused } from '../../shared/actions/outcomes.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import type { HeldBackText, RunRecord } from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';

/** What a command left behind. */
export interface RunEffects {
  readonly changes: readonly FileChange[];
  readonly record: RunRecord;
  readonly texts: readonly HeldBackText[];
}

export interface OpenRun {
  /** Looks once more for files to hold back. */
  sweep(): Promise<void>;
  close(): Promise<RunEffects>;
}

export interface RunTracking {
  /** Whether this task's program is to be watched at all. */
  isFor(task: Pick<Task, 'sandbox'>): boolean;
  /**
   * Makes the checkpoint and begins to watch; the program starts after that. Refused when the task must not
   * start without a checkpoint and there is none.
   */
  open(task: Task): Promise<OpenRun | Refused>;
  /**
   * What of these files and folders a checkpoint that is made now leaves out, if no tool makes it again;
   * null when there is no checkpoint of them.
   */
  lostWith(paths: readonly string[], task: Task): Promise<readonly string[] | null>;
}
