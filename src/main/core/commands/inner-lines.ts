/**
 * Finds the lines that a command passes to a shell, as `bash -lc LINE` does, wherever they are in
 * its arguments.
 */
import { programName } from './path-words.ts';

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash']);

export function innerLines(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, at) => {
    if (!shells.has(programName(word))) return [];
    const line = lineAfter(argv.slice(at + 1));
    return line === undefined ? [] : [line];
  });
}

/** The first word after the options, of which one must contain a `c`. */
function lineAfter(words: readonly string[]): string | undefined {
  const end = words.findIndex((word) => !/^[-+]/.test(word));
  const options = end < 0 ? words : words.slice(0, end);
  const asksForLine = options.some((word) => /^-[A-Za-z]+$/.test(word) && word.includes('c'));
  return asksForLine && end >= 0 ? words[end] : undefined;
}
