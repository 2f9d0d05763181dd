/** Runs a small system program and returns its output. */
import { execFile } from 'node:child_process';
import { toolEnvironment } from './tool-environment.ts';

const maxMs = 5_000;
const maxBytes = 16 * 1024 * 1024;

/** Empty if it is missing, takes too long or fails. */
export function outputOf(program: string, args: readonly string[]): Promise<string> {
  const limits = { timeout: maxMs, maxBuffer: maxBytes, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program, [...args], { ...limits, env: toolEnvironment() }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}
