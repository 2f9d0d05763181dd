// Child processes that end with us. Each one lives in a session of its own, so that Ctrl-C in a
// terminal reaches it exactly once, through the handler below: Chromium takes a second SIGINT as
// "die now", and npm already passes the terminal's signal on a second time.
import { spawn } from 'node:child_process';
import { accessSync, constants as fsConstants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { repo } from './repo.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const foreground = new Set();
/** @type {Set<import('node:child_process').ChildProcess>} */
const background = new Set();
const SAME_KEYPRESS_MS = 500;
let lastSignalAt = -Infinity;
/** @type {number | undefined} */
let interruption;

/** The exit code a signal asks for, once one has arrived. */
export const interruptedBy = () => interruption;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => interrupt(signal));
}
// npm hands SIGTERM to a shell between us, which dies without a word and leaves us behind.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    interrupt('SIGTERM');
  }, 500).unref();
}
process.on('exit', () => {
  for (const child of background) child.kill();
});

/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
function interrupt(signal) {
  if (performance.now() - lastSignalAt < SAME_KEYPRESS_MS) return;
  lastSignalAt = performance.now();
  interruption = 128 + os.constants.signals[signal];
  if (foreground.size === 0) process.exit(interruption);
  for (const child of foreground) child.kill(signal);
}

/** It gets our signals, and we wait for its end. @param {import('node:child_process').ChildProcess} child */
export function passSignalsTo(child) {
  foreground.add(child);
  child.once('close', () => foreground.delete(child));
}

/** @param {import('node:stream').Readable} errors @param {(line: string) => boolean} dropLine */
function passOn(errors, dropLine) {
  const lines = createInterface({ input: errors, crlfDelay: Infinity });
  lines.on('line', (line) => {
    if (!dropLine(line)) process.stderr.write(`${line}\n`);
  });
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, stdin?: 'inherit' | 'ignore',
 *   output?: 'inherit' | 'capture', timeoutMs?: number, sweep?: boolean, signal?: AbortSignal,
 *   dropLine?: (line: string) => boolean }}
 *   [options] `sweep` also ends what the program itself has started and left behind; `signal` asks it
 *   to end; `dropLine` says which lines of its error output are not passed on
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(program, args, options = {}) {
  const { cwd = repo, env = process.env, shell = false, timeoutMs = 0 } = options;
  const out = options.output === 'capture' ? 'pipe' : 'inherit';
  const { dropLine } = options;
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = [options.stdin ?? 'ignore', out, dropLine ? 'pipe' : out];
  const child = spawn(program, args, { cwd, env, shell, stdio, ...ownSession });
  foreground.add(child);
  const askToEnd = () => child.kill('SIGTERM');
  options.signal?.addEventListener('abort', askToEnd, { once: true });
  let output = '';
  let timedOut = false;
  child.stdout?.on('data', (text) => (output += text));
  if (dropLine && child.stderr) passOn(child.stderr, dropLine);
  else child.stderr?.on('data', (text) => (output += text));
  const onTimeout = () => {
    timedOut = true;
    killSession(child);
  };
  const timer = timeoutMs > 0 ? setTimeout(onTimeout, timeoutMs) : undefined;
  return new Promise((resolve) => {
    /** @param {number} code */
    const end = (code) => {
      clearTimeout(timer);
      foreground.delete(child);
      options.signal?.removeEventListener('abort', askToEnd);
      if (options.sweep) killSession(child);
      resolve({ code, output, timedOut });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code, signal) =>
      end(code ?? 128 + os.constants.signals[signal ?? 'SIGKILL']),
    );
  });
}

/**
 * Starts a program that stays, and waits for the first line it writes to its stdout.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ line: string, dispose: () => void }>}
 */
export function runInBackground(program, args, env = process.env) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], ...ownSession });
  background.add(child);
  const dispose = () => {
    background.delete(child);
    child.kill();
  };
  let complaint = '';
  let answer = '';
  child.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)));
  return new Promise((resolve, reject) => {
    const giveUp = (/** @type {string} */ why) => {
      clearTimeout(timer);
      dispose();
      reject(new Error(`${path.basename(program)} ${why}. ${complaint.trim()}`));
    };
    const timer = setTimeout(() => giveUp('did not answer within 10 s'), 10_000);
    child.once('error', (error) => giveUp(`did not start: ${error.message}`));
    child.once('exit', (code) => giveUp(`ended at once (code ${code})`));
    child.stdout.on('data', (text) => {
      answer += text;
      if (!answer.includes('\n')) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      // It must not keep us alive; its pipes stay open, since it may still have something to say.
      for (const pipe of [child.stdout, child.stderr]) {
        /** @type {import('node:net').Socket} */ (pipe).unref();
      }
      child.unref();
      resolve({ line: answer.split('\n')[0] ?? '', dispose });
    });
  });
}

/** @param {string} name @returns {string | undefined} the program's full path */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    try {
      accessSync(file, fsConstants.X_OK);
      return file;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

const ownSession = { detached: process.platform !== 'win32' };

/** @param {import('node:child_process').ChildProcess} child */
function killSession(child) {
  if (child.pid === undefined) return;
  try {
    if (ownSession.detached) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // already gone
  }
}
