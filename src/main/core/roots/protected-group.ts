/**
 * What the user is asked about again before it is changed, because the change would make programs
 * run, or would widen what an agent may do, without anybody starting it. Compiled in: settings can
 * add names, never remove one. Source code is not listed, because running it is asked about separately.
 *
 * A pattern is a name, or names that follow each other, anywhere in a path. A `/` at its end takes in
 * all that lies below; `~/` ties it to the home folder, a `/` in front to the top of the disk; `*`
 * stands for anything within a name.
 */
export interface ProtectedGroup {
  /** One sentence that says what a change would do. */
  readonly effect: string;
  readonly patterns: readonly string[];
  /**
   * What happens to such a file when a sandboxed command made it. `hold-back`: it would run on the
   * user's machine by itself, so it is set aside until the user says otherwise. `list`: it runs when
   * the user builds, tests or installs, so it is listed when the session ends.
   */
  readonly later?: LaterUse;
}

export type LaterUse = 'hold-back' | 'list';

/** Why one path is protected. */
export interface Protection {
  /** The pattern that fits, as it is written in the list. */
  readonly name: string;
  /** One sentence that says what a change would do. */
  readonly effect: string;
  /** Reading it is what the user is asked about. */
  readonly isSecret?: true;
}
