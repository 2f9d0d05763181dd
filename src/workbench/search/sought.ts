/** What ripgrep is told to look for, and what it says where it cannot. Pure; the editor extension uses it, too. */
import { refused, type Refused } from '../../shared/outcomes.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';

export interface Sought {
  readonly what: string;
  readonly as: 'text' | 'pattern';
  readonly ignoreCase: boolean;
}

const mostMatchesPerFile = 10_000;
/** Larger files are never held as a whole. */
export const mostFileBytesHeld = 64 * 1024 * 1024;

/** For these ripgrep holds a whole file. */
export const spansLines = ({ what, as }: Sought): boolean => as === 'text' && what.includes('\n');

/** What a text means as a regular expression, in JavaScript and for ripgrep. */
export const literal = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

export const soughtArgs = (sought: Sought): readonly string[] => [
  `--max-count=${mostMatchesPerFile}`,
  sought.ignoreCase ? '--ignore-case' : '--case-sensitive',
  ...whatArgs(sought),
];

function whatArgs(sought: Sought): readonly string[] {
  const { what, as } = sought;
  if (as === 'pattern') return [...(hasReturn(what) ? [] : ['--crlf']), '--regexp', what];
  if (!spansLines(sought)) return ['--fixed-strings', '--regexp', what];
  const lines = what.split(/\r?\n/).map(literal);
  const over = lines.join(String.raw`\r?\n`);
  return ['--multiline', `--max-filesize=${mostFileBytesHeld}`, '--regexp', over];
}

/** Else a line ends before its line break, also where that is two characters. */
const hasReturn = (pattern: string): boolean =>
  /\r|\\r|\\x0d/i.test(pattern.replaceAll(String.raw`\\`, ''));

/** A pattern or glob that cannot be read; null when the search could begin. */
export function whyNotBegun({ exitCode, stdout, stderr }: ProgramEnd): Refused | null {
  const [said = ''] = stderr.toString('utf8').trim().split('\n\n', 1);
  const unread = /^rg: ((?:regex |the literal |error parsing glob ).*)/s.exec(said)?.[1];
  return exitCode === 2 && stdout.length === 0 && unread !== undefined
    ? refused('invalid-arguments', `${unread.replaceAll(/\s+/g, ' ')}.`)
    : null;
}
