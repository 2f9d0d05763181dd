/** What ripgrep is told to look for, and what it says where it cannot. Pure; the editor extension uses it, too. */
import { refused, type Refused } from '../../shared/outcomes.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';

export interface Sought {
  readonly what: string;
  readonly as: 'text' | 'pattern';
  readonly ignoreCase: boolean;
}

const mostMatchesPerFile = 10_000;

/** What a text means as a regular expression, in JavaScript and for ripgrep. */
export const literal = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A line ends before its line break, also where that is two characters. */
export const soughtArgs = ({ what, as, ignoreCase }: Sought): readonly string[] => [
  '--crlf',
  `--max-count=${mostMatchesPerFile}`,
  ignoreCase ? '--ignore-case' : '--case-sensitive',
  ...(as === 'text' ? textArgs(what) : ['--regexp', what]),
];

const textArgs = (text: string): readonly string[] =>
  text.includes('\n')
    ? [
        '--multiline',
        '--regexp',
        text
          .split(/\r?\n/)
          .map(literal)
          .join(String.raw`\r?\n`),
      ]
    : ['--fixed-strings', '--regexp', text];

/** A pattern or glob that cannot be read; null when the search could begin. */
export function whyNotBegun({ exitCode, stdout, stderr }: ProgramEnd): Refused | null {
  const [said = ''] = stderr.toString('utf8').trim().split('\n\n', 1);
  const unread = /^rg: ((?:regex |the literal |error parsing glob ).*)/s.exec(said)?.[1];
  return exitCode === 2 && stdout.length === 0 && unread !== undefined
    ? refused('invalid-arguments', `${unread.replaceAll(/\s+/g, ' ')}.`)
    : null;
}
