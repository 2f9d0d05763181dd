/**
 * Ends everything that this run of the app started, even if the app is killed: a small shell waits
 * at the other end of a pipe that only this process has open, and then kills every process with
 * our mark in its environment, whatever group or session it moved to. It is a shell because a
 * packaged app cannot run as plain Node. Not on Windows.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { runMark } from '../../../shared/app/run-mark.ts';
import { setRunMark } from './run-mark.ts';

const againMs = 1_000;

/**
 * $1 is the mark with its value. It checks again, because a dying process may have started
 * something just before.
 */
const script = `
trap '' HUP INT TERM QUIT
read -r _
tries=0
while [ "$tries" -lt 50 ]; do
  if [ -r /proc/self/environ ]; then
    found=$(grep -lsF -e "$1" /proc/[0-9]*/environ | tr -cd '0-9\\n')
  else
    found=$(ps -axEww -o pid= -o command= | grep -F -e "$1" | grep -v -F 'grep -F' | awk '{print $1}')
  fi
  [ -z "$found" ] && exit 0
  for pid in $found; do
    [ "$pid" = "$$" ] && continue
    kill -KILL -- "-$pid" 2>/dev/null
    kill -KILL "$pid" 2>/dev/null
  done
  tries=$((tries + 1))
  sleep 0.1
done
`;

/** Call it before anything is started. */
export function superviseChildren(onError: (text: string) => void): void {
  if (process.platform === 'win32') return;
  const value = randomBytes(16).toString('hex');
  setRunMark(value);
  const start = (): void => watch(startSupervisor(`${runMark}=${value}`), onError, start);
  start();
}

function startSupervisor(mark: string): ChildProcess {
  return spawn('/bin/sh', ['-c', script, 'gatehouse-supervisor', mark], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal that ends our process group must not end it.
    detached: true,
  });
}

function watch(child: ChildProcess, onError: (text: string) => void, again: () => void): void {
  const stop = (why: string): void => {
    child.removeAllListeners();
    child.on('error', () => undefined);
    onError(`the supervisor of child processes ended (${why}); it is started again`);
    setTimeout(again, againMs).unref();
  };
  child.once('error', (error) => stop(error.message));
  child.once('exit', (code, signal) => stop(String(signal ?? code)));
  child.stdin?.on('error', () => undefined);
  // It does not keep this process alive, and exits by itself after us.
  child.unref();
  if (child.stdin && 'unref' in child.stdin) (child.stdin as unknown as { unref(): void }).unref();
}
