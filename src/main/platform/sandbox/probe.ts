/**
 * Finds out at startup whether the sandbox works, by running the real profile and checking from
 * inside. A sandbox that starts but does not isolate counts as none.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { SandboxStatus } from '../../../shared/sandbox/sandbox-status.ts';
import { runProgram, sandboxFailed } from '../programs/run-program.ts';
import { toolEnvironment } from '../programs/tool-environment.ts';
import { causeOf, unavailable } from './sandbox-causes.ts';

export interface ProbeDeps {
  readonly dataDir: string;
  /** The profile of an ordinary command in this folder. */
  readonly launchIn: (folder: string) => SandboxLaunch;
}

const timeoutMs = 5_000;

/** $1 is the data folder, $2 a file in it. Prints one word per line for each problem. */
const script = `
[ "$(id -u)" = "$3" ] || echo user
[ -e "$2" ] && echo data
[ "$(grep -c . /proc/net/route)" -le 1 ] || echo route
[ -e /proc/1/root/$2 ] && echo root
(: > /usr/gatehouse-probe) 2>/dev/null && echo system
(: > "$1/gatehouse-probe") 2>/dev/null && echo write
: > inside || echo folder
echo end
`;

export async function probeSandbox({ dataDir, launchIn }: ProbeDeps): Promise<SandboxStatus> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-probe-')));
  const secret = path.join(dataDir, 'sandbox', 'probe');
  try {
    fs.mkdirSync(path.dirname(secret), { recursive: true, mode: 0o700 });
    fs.writeFileSync(secret, '', { mode: 0o600 });
    const launch = launchIn(folder);
    const version = await versionOf(launch.bwrap);
    const uid = String(process.getuid?.() ?? 0);
    const end = await runProgram({
      program: '/bin/sh',
      args: ['-c', script, 'probe', dataDir, secret, uid],
      cwd: folder,
      env: {},
      timeoutMs,
      outputBytes: 10_000,
      signal: new AbortController().signal,
      sandbox: { launch, folder },
    });
    if ('notStarted' in end)
      return end.notStarted === sandboxFailed
        ? causeOf(end.detail ?? '', { cloneIsOff: isCloneOff() })
        : unavailable('failed', end.notStarted);
    return statusFrom(end.stdout.toString('utf8'), version);
  } catch (error) {
    return unavailable('failed', String(error));
  } finally {
    fs.rmSync(secret, { force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export function statusFrom(said: string, version: string): SandboxStatus {
  const words = said.split('\n').filter((word) => word !== '');
  if (words.at(-1) !== 'end') return unavailable('failed', 'the test program did not finish');
  const wrong = words.slice(0, -1);
  return wrong.length === 0
    ? { kind: 'ready', version }
    : unavailable('failed', `it does not keep apart: ${wrong.join(', ')}`);
}

async function versionOf(bwrap: string): Promise<string> {
  const end = await runProgram({
    program: bwrap,
    args: ['--version'],
    cwd: '/',
    env: toolEnvironment(),
    timeoutMs,
    outputBytes: 1_000,
    signal: new AbortController().signal,
  });
  if ('notStarted' in end) return '';
  return /^bubblewrap (\S{1,40})/.exec(end.stdout.toString('utf8'))?.[1] ?? '';
}

/** A sysctl that only Debian's kernels have. */
function isCloneOff(): boolean {
  try {
    return fs.readFileSync('/proc/sys/kernel/unprivileged_userns_clone', 'utf8').trim() === '0';
  } catch {
    return false;
  }
}
