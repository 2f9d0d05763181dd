/** A small program of the system, and what it prints. */
import { execFile } from 'node:child_process';

const longestMs = 5_000;
const mostBytes = 16 * 1024 * 1024;

/** Empty when it is not there, takes too long or fails. */
export function outputOf(program: string, args: readonly string[]): Promise<string> {
  const limits = { timeout: longestMs, maxBuffer: mostBytes, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program, [...args], limits, (error, stdout) => resolve(error ? '' : stdout));
  });
}
