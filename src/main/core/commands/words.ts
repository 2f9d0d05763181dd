/** The words of one command as the classifier sees them, whether from argv or from a shell line. */
import type { ParsedWord } from '../../../shared/commands/parsed-line.ts';

export interface Word {
  readonly text: string;
  /** Known before anything runs; always true for argv. */
  readonly literal: boolean;
  readonly prefix: string;
  /** Unknown only because of a glob or brace, which expands to file names. */
  readonly pattern: boolean;
  readonly tilde: boolean;
  /** A stream from or to another command, such as `<(ls)`; not a file. */
  readonly stream: boolean;
  /** Its place in the command, 0 for the program. */
  readonly index: number;
}

const argvWord = (text: string, index: number): Word => ({
  text,
  literal: true,
  prefix: text,
  pattern: false,
  // No shell expands argv, but the program may; a leading ~ never counts as inside.
  tilde: /^~(?:$|\/|[a-z])/i.test(text),
  stream: false,
  index,
});

export const wordsOfArgv = (argv: readonly string[]): Word[] => argv.map(argvWord);

export function wordOfShell(word: ParsedWord, index: number): Word {
  const only = word.hazards.length === 1 ? word.hazards[0] : null;
  const onlyTilde = only === 'tilde';
  const stream = only === 'process' && /^[<>]\(/.test(word.text);
  return {
    text: word.text,
    literal: word.literal || onlyTilde,
    prefix: prefixOf(word, onlyTilde, stream),
    stream,
    pattern:
      !word.literal && word.hazards.every((hazard) => hazard === 'glob' || hazard === 'brace'),
    tilde: word.hazards.includes('tilde'),
    index,
  };
}

function prefixOf(word: ParsedWord, onlyTilde: boolean, stream: boolean): string {
  if (stream) return '/dev/fd/';
  return onlyTilde ? word.text : word.prefix;
}

/** The value inside a word, as in `--file=VALUE` or `-oVALUE`. */
export function restOfWord(word: Word, from: number): Word {
  const prefix = word.prefix.slice(from);
  return { ...word, text: word.text.slice(from), prefix, tilde: prefix.startsWith('~') };
}

/** Stands for words known only later: the input of xargs, the files of find. */
export const laterWord = (text: string): Word => ({
  text,
  literal: false,
  prefix: '',
  pattern: false,
  tilde: false,
  stream: false,
  index: -1,
});

/** A name like `a[$(rm x)]` runs what is in its brackets. */
export function holdsCodeInBrackets(text: string): boolean {
  const at = text.indexOf('[');
  return at >= 0 && /\$\(|`|\$\{/.test(text.slice(at));
}
