/**
 * The form of a parsed line, word for word that of core/commands/parsed-line.ts, which the walls
 * keep out of reach from here; test/platform/shell-parser.boundary.test.ts holds the two together.
 */
export type WordHazard =
  | 'variable'
  | 'substitution'
  | 'process'
  | 'arithmetic'
  | 'glob'
  | 'brace'
  | 'tilde';

export interface ParsedWord {
  readonly text: string;
  readonly literal: boolean;
  readonly prefix: string;
  readonly hazards: readonly WordHazard[];
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
}

export type Join = '&&' | '||' | ';' | '&' | 'none';

export interface CommandList {
  readonly kind: 'list';
  readonly items: readonly { readonly part: ShellPart; readonly join: Join }[];
}

export type CompoundForm = 'subshell' | 'group' | 'if' | 'loop' | 'case' | 'function' | 'test';

export interface Compound {
  readonly kind: 'compound';
  readonly form: CompoundForm;
  readonly name: string;
  readonly words: readonly ParsedWord[];
  readonly parts: readonly ShellPart[];
  readonly redirections: readonly ParsedRedirection[];
}

export interface Unparsed {
  readonly kind: 'unparsed';
  readonly text: string;
}

export type ShellPart = SimpleCommand | Pipeline | CommandList | Compound | Unparsed;

export interface UnderstoodLine {
  readonly kind: 'line';
  readonly source: string;
  readonly body: ShellPart;
  readonly commands: number;
  readonly error: boolean;
}

export interface TooComplex {
  readonly kind: 'too-complex';
  readonly limit: 'length' | 'words' | 'commands' | 'depth' | 'time';
  readonly sentence: string;
}

export type ParsedLine = UnderstoodLine | TooComplex;
