/** Two texts as a unified diff. */
import { createTwoFilesPatch } from 'diff';

const linesAround = 3;
const mostMsForADiff = 2_000;

export function diffOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  const options = { context: linesAround, timeout: mostMsForADiff };
  // Two texts that have little in common are shown as one replaced by the other.
  return (
    createTwoFilesPatch(path, path, before, after, '', '', options) ??
    wholeDiff(path, before, after)
  );
}

const wholeDiff = (path: string, before: string, after: string): string =>
  [
    `--- ${path}`,
    `+++ ${path}`,
    ...before.split('\n').map((line) => `-${line}`),
    ...after.split('\n').map((line) => `+${line}`),
    '',
  ].join('\n');
