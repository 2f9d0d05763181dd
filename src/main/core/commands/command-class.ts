/** The result of classifying a command: what it can do, as far as that is known before it runs. */
import type { EffectName } from '../../../shared/commands/command-effects.ts';

export { effectNames, type EffectName } from '../../../shared/commands/command-effects.ts';

/** The word of the call that caused a finding. */
export interface TokenRef {
  /** The simple command of the line, counted from 0. */
  readonly command: number;
  /** The word in it: 0 is the program; -1 if no single word is meant. */
  readonly index: number;
  readonly text: string;
}

export interface Finding {
  readonly effect: EffectName;
  readonly token: TokenRef;
  readonly sentence: string;
}

export type PathAccess = 'read' | 'write' | 'delete' | 'directory' | 'run';

/**
 * A path that the command names. Judged by its text: whoever checks it on disk resolves links.
 */
export interface NamedPath {
  readonly path: string;
  readonly access: PathAccess;
  readonly token: TokenRef;
  /** Judged by its text, it is in one of the roots. */
  readonly inside: boolean;
  /** A pattern: everything that matches below this place. */
  readonly pattern: boolean;
  /** It only looks like a path: how the program interprets the word is not known. */
  readonly loose: boolean;
}

export interface ProgramUse {
  readonly name: string;
  readonly asGiven: string;
  /** Given as a bare name, so the program finder decides which file it is. */
  readonly verified: boolean;
  readonly token: TokenRef;
}

/** What the user is never asked to allow. */
export interface CommandRefusal {
  readonly rule: 'too-complex' | 'bad-text' | 'git-option' | 'git-config' | 'git-transport';
  readonly token: TokenRef;
  readonly sentence: string;
}

export interface CommandClass {
  /** In the order of `effectNames`. */
  readonly effects: readonly EffectName[];
  readonly findings: readonly Finding[];
  /** Only reads, only inside the roots, only programs known by name, nothing refused. */
  readonly quiet: boolean;
  readonly rememberable: boolean;
  /** Why no rule may be made for it; empty if one may. */
  readonly whyNotRememberable: string;
  /** Where it works: the working directory and those given by flags (`git -C`, `make -C`). */
  readonly directories: readonly NamedPath[];
  readonly paths: readonly NamedPath[];
  readonly programs: readonly ProgramUse[];
  readonly refusals: readonly CommandRefusal[];
}

export interface CommandContext {
  /** Absolute; null where it is not known, as in a terminal that is open. */
  readonly cwd: string | null;
  readonly roots: readonly string[];
  /** The expansion of `~`; without it, every `~` is outside. */
  readonly home?: string;
}
