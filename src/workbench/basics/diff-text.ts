/** Renders two texts as a unified diff. */
import { createTwoFilesPatch } from 'diff';

const contextLines = 3;
const maxDiffMs = 2_000;

export function diffOf(path: string, before: string, after: string): string {
  if (before === after) return '';
  const options = { context: contextLines, timeout: maxDiffMs };
  // The diff library gives up on texts with little in common; show a full replacement.
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
