/**
 * A parsed shell line: plain data that the platform's parser creates and the classifier reads. It
 * does not say what a command does, only what would run.
 */

/** Why a word is not known before the shell has run. */
export type WordHazard =
  | 'variable'
  | 'substitution'
  | 'process'
  | 'arithmetic'
  | 'glob'
  | 'brace'
  | 'tilde';

export interface ParsedWord {
  /** Literal: the value without quotes. Otherwise: as written. */
  readonly text: string;
  readonly literal: boolean;
  /** Every expansion of the word begins with this. */
  readonly prefix: string;
  readonly hazards: readonly WordHazard[];
  /** Commands that run to produce the word. */
  readonly inner: readonly ShellPart[];
}

export interface ParsedAssignment {
  readonly name: string;
  readonly value: ParsedWord;
}

export type RedirectionMode =
  | 'read'
  | 'write'
  | 'append'
  | 'duplicate'
  | 'here-document'
  | 'here-string';

export interface ParsedRedirection {
  readonly mode: RedirectionMode;
  readonly target: ParsedWord;
  /** As written, with the number of its stream. */
  readonly source: string;
}

export interface SimpleCommand {
  readonly kind: 'command';
  readonly words: readonly ParsedWord[];
  readonly assignments: readonly ParsedAssignment[];
  readonly redirections: readonly ParsedRedirection[];
  readonly source: string;
}

export interface Pipeline {
  readonly kind: 'pipeline';
  readonly parts: readonly ShellPart[];
  /** `|&` is used somewhere, which also pipes stderr. */
  readonly includesErrors: boolean;
}

/** How a part is joined to the next one; the last has none. */
export type Join = '&&' | '||' | ';' | '&' | 'none';

export interface CommandList {
  readonly kind: 'list';
  readonly items: readonly { readonly part: ShellPart; readonly join: Join }[];
}

export type CompoundForm = 'subshell' | 'group' | 'if' | 'loop' | 'case' | 'function' | 'test';

export interface Compound {
  readonly kind: 'compound';
  readonly form: CompoundForm;
  /** For a function its name, for a test its opening bracket; empty otherwise. */
  readonly name: string;
  /** What it evaluates itself: what a loop iterates over, what a test compares. */
  readonly words: readonly ParsedWord[];
  readonly parts: readonly ShellPart[];
  readonly redirections: readonly ParsedRedirection[];
}

/** What the grammar did not understand, as written. */
export interface Unparsed {
  readonly kind: 'unparsed';
  readonly text: string;
}

export type ShellPart = SimpleCommand | Pipeline | CommandList | Compound | Unparsed;

export interface UnderstoodLine {
  readonly kind: 'line';
  readonly source: string;
  readonly body: ShellPart;
  /** How many simple commands there are, including nested ones. */
  readonly commands: number;
  /** Part of it could not be parsed, or was parsed in two ways. */
  readonly error: boolean;
}

/** Beyond the limits of careful parsing. Never a reason to allow it. */
export interface TooComplex {
  readonly kind: 'too-complex';
  readonly limit: 'length' | 'words' | 'commands' | 'depth' | 'time';
  readonly sentence: string;
}

export type ParsedLine = UnderstoodLine | TooComplex;
