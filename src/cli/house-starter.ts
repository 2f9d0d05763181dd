/** Starts the app, hidden, and leaves it running when we end. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openCodeRunMark } from '../shared/opencode-run.ts';
import { Problem } from './problem.ts';

/** From dist/cli and from src/cli alike. */
const startScript = path.join(import.meta.dirname, '../../scripts/start.mjs');

const installed = (): boolean =>
  process.versions['electron'] !== undefined && !process.env['ELECTRON_RUN_AS_NODE'];

/** In the repository what `npm start` runs; installed, the binary that runs us. */
function startCommand(): readonly [string, ...string[]] {
  if (installed()) return [process.execPath, ...chromiumSwitches(), '--no-window'];
  if (existsSync(startScript)) return [process.execPath, startScript, '--no-window'];
  throw new Problem(
    'not-running',
    'Gatehouse is not running, and it is not known how to start it.',
  );
}

/** What had to be said to Chromium for us, such as --no-sandbox for root, holds for the app too. */
const chromiumSwitches = (): readonly string[] =>
  process.argv.slice(1).filter((word) => word === '--no-sandbox' || word.startsWith('--ozone-'));

/** Started from within an OpenCode that a house runs, the new one is no part of that, nor ends with it. */
export const environmentOfHouse = ({
  [openCodeRunMark]: _mark,
  ...rest
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => rest;

export interface Started {
  /** Aborted when the program we started is gone again. */
  readonly ended: AbortSignal;
  readonly code: () => number | null;
}

export function startHouse(): Started {
  const [program, ...args] = startCommand();
  const how = { env: environmentOfHouse(process.env), detached: true, windowsHide: true };
  const child = spawn(program, args, { ...how, stdio: 'ignore' });
  child.unref();
  const ended = new AbortController();
  child.once('error', () => ended.abort()).once('exit', () => ended.abort());
  return { ended: ended.signal, code: () => child.exitCode };
}
