/**
 * Controls of attempts that are about our own work with the folder: the same program, then a plain
 * copy or a plain git in place of our checkpoint or restore. What it suffers shows that the attempt
 * can succeed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Around, Unprotected } from './attempt.ts';
import { endingWithUs } from './own-processes.ts';

const lineSeconds = '3';

/** A line of the user's shell in the folder; `$STORE` is an empty folder, `$SAVED` a copy of the folder as it was. */
function shell({ world }: Around, line: string): { status: number | null; output: string } {
  const { STORE, SAVED } = placesOf({ world });
  const env = { PATH: '/usr/bin:/bin', HOME: world.home, GIT_CONFIG_NOSYSTEM: '1', STORE, SAVED };
  // With all that the line has started.
  const limited = ['-s', 'KILL', lineSeconds, '/bin/sh', '-c', line];
  const ended = spawnSync('/usr/bin/timeout', limited, {
    ...{ cwd: world.root, env },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status: ended.status, output: `${String(ended.stdout)}${String(ended.stderr)}` };
}

/** Where the run does not look for effects. */
const placesOf = ({ world }: Pick<Around, 'world'>) => ({
  STORE: path.join(world.dataDir, 'control-store'),
  SAVED: path.join(world.dataDir, 'control-saved'),
});

/** The program of the attempt without a sandbox. */
export function startPlainly({ world }: Around) {
  const child = spawn('/usr/bin/python3', ['try.py'], {
    cwd: world.root,
    env: { PATH: '/usr/bin:/bin', HOME: world.home },
    stdio: 'ignore',
    detached: true,
  });
  endingWithUs(child);
  return child;
}

/** Runs the program, then the line; `effect` is seen when the line waits, fails, or prints the words. */
export const afterwards =
  (line: string, effect: string, printed?: string): Unprotected =>
  async (around) => {
    const { STORE, SAVED } = placesOf(around);
    for (const folder of [STORE, SAVED]) fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(STORE);
    fs.cpSync(around.world.root, SAVED, { recursive: true });
    around.world.remember();
    const child = startPlainly(around);
    await once(child, 'exit');
    const { status, output } = shell(around, line);
    const isSeen = printed === undefined ? status !== 0 : output.includes(printed);
    const seen = [...(isSeen ? [effect] : []), ...around.world.effects()];
    for (const folder of [STORE, SAVED]) fs.rmSync(folder, { recursive: true, force: true });
    return seen;
  };

/** Repeats the line while the program runs, until something happened. */
export const meanwhile =
  (line: string, look: (around: Around, store: string) => readonly string[]): Unprotected =>
  async (around) => {
    const { STORE } = placesOf(around);
    fs.rmSync(STORE, { recursive: true, force: true });
    fs.mkdirSync(STORE);
    around.world.remember();
    const child = startPlainly(around);
    const ended = once(child, 'exit');
    let seen: readonly string[] = [];
    while (seen.length === 0 && child.exitCode === null && child.signalCode === null) {
      shell(around, line);
      seen = look(around, STORE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    child.kill('SIGKILL');
    await ended;
    fs.rmSync(STORE, { recursive: true, force: true });
    return seen;
  };
