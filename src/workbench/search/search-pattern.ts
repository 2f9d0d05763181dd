/** Builds ripgrep's arguments and reads its errors. Also used by the editor extension. */
import { failed, refused, type ActionError } from '../../shared/actions/outcomes.ts';
import type { ProgramEnd } from '../../main/platform/programs/run-program.ts';

export interface SearchQuery {
  readonly expression: string;
  readonly as: 'text' | 'pattern';
  readonly ignoreCase: boolean;
}

const maxMatchesPerFile = 10_000;
/** Larger files are not loaded whole. */
export const maxSearchedFileBytes = 64 * 1024 * 1024;

/** For multi-line searches ripgrep loads the whole file. */
export const spansLines = ({ expression, as }: SearchQuery): boolean =>
  as === 'text' && expression.includes('\n');

/** Escapes a text for JavaScript and ripgrep regular expressions. */
export const literal = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

export const queryArgs = (query: SearchQuery): readonly string[] => [
  `--max-count=${maxMatchesPerFile}`,
  query.ignoreCase ? '--ignore-case' : '--case-sensitive',
  ...expressionArgs(query),
];

function expressionArgs(query: SearchQuery): readonly string[] {
  const { expression, as } = query;
  if (as === 'pattern')
    return [...(hasReturn(expression) ? [] : ['--crlf']), '--regexp', expression];
  if (!spansLines(query)) return ['--fixed-strings', '--regexp', expression];
  const lines = expression.split(/\r?\n/).map(literal);
  const over = lines.join(String.raw`\r?\n`);
  return ['--multiline', `--max-filesize=${maxSearchedFileBytes}`, '--regexp', over];
}

/** Unless the pattern names \r, `--crlf` treats CRLF as the line break. */
const hasReturn = (pattern: string): boolean =>
  /\r|\\r|\\x0d/i.test(pattern.replaceAll(String.raw`\\`, ''));

/** An error for an invalid pattern or glob; null if the search started. */
export function startError({
  exitCode,
  stderr,
}: Pick<ProgramEnd, 'exitCode' | 'stderr'>): ActionError | null {
  // What Windows answers for a program that it could not load.
  if (exitCode !== null && exitCode > 2)
    return failed('action-failed', `ripgrep ended with the code ${exitCode}.`);
  const [message = ''] = stderr.toString('utf8').trim().split('\n\n', 1);
  const unread = /^(?:rg: )?((?:regex |the literal |error parsing glob ).*)/s.exec(message)?.[1];
  return exitCode === 2 && unread !== undefined
    ? refused('invalid-arguments', `${unread.replaceAll(/\s+/g, ' ')}.`)
    : null;
}
