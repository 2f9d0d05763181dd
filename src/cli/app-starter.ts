/** Starts the app hidden and leaves it running. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openCodeRunMark } from '../shared/integrations/opencode-run.ts';
import { runMark } from '../shared/app/run-mark.ts';
import { CliError } from './cli-error.ts';

/** Works from dist/cli and from src/cli. */
const startScript = path.join(import.meta.dirname, '../../scripts/start.mjs');

/** False in the repository, where Node or Electron as Node runs the command line. */
export const isInstalled = (): boolean =>
  process.versions['electron'] !== undefined && !process.env['ELECTRON_RUN_AS_NODE'];

/** In the repository, what `npm start` runs; installed, our own binary. */
function startCommand(): readonly [string, ...string[]] {
  if (isInstalled()) return [process.execPath, ...chromiumSwitches(), '--no-window'];
  if (existsSync(startScript)) return [process.execPath, startScript, '--no-window'];
  throw new CliError(
    'not-running',
    'Gatehouse is not running, and the command to start it is unknown.',
  );
}

/** Chromium switches given to us, such as --no-sandbox for root, apply to the app too. */
const chromiumSwitches = (): readonly string[] =>
  process.argv.slice(1).filter((arg) => arg === '--no-sandbox' || arg.startsWith('--ozone-'));

/**
 * The environment without OpenCode's variables: an app started from inside a managed OpenCode is
 * not part of it and does not end with it.
 */
export const environmentOfApp = ({
  [openCodeRunMark]: _mark,
  [runMark]: _run,
  ...rest
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv => rest;

export interface StartedApp {
  /** Aborted when the started program exits. */
  readonly ended: AbortSignal;
  readonly code: () => number | null;
}

export function startApp(): StartedApp {
  const [program, ...args] = startCommand();
  const env = environmentOfApp(process.env);
  const how = { detached: true, windowsHide: true, stdio: 'ignore' } as const;
  const child = spawn(program, args, { ...how, env });
  child.unref();
  const ended = new AbortController();
  child.once('error', () => ended.abort()).once('exit', () => ended.abort());
  return { ended: ended.signal, code: () => child.exitCode };
}
