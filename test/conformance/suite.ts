/** Runs a conformance suite on Electron's Node and reads its score. */
import { execFile } from 'node:child_process';

export interface Score {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/** The suite's argument parser takes Electron for a packaged app unless it is told otherwise. */
const asNode = ['--import', 'data:text/javascript,process.defaultApp=true'];

export function runSuite(script: string, args: readonly string[]): Promise<Score> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const options = { env, timeout: 100_000, maxBuffer: 16 * 1_048_576 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...asNode, script, ...args], options, (error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}${error?.message ?? ''}`;
      const [, passed = '0', failed = '-1'] =
        /Total: (\d+) passed, (\d+) failed/.exec(output) ?? [];
      resolve({ passed: Number(passed), failed: Number(failed), output });
    });
  });
}
