// Runs on Electron's Node: programs started as the workbench starts them for a command of an agent
// (profile made anew, network of the session joined, mounts checked, limits set), each in turn with
// the same program started plainly. Prints the times as JSON.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ResolvedCall } from '../../src/main/core/call/call.ts';
import { probeLaunch } from '../../src/main/core/core.ts';
import { Sandboxes } from '../../src/main/core/sandbox/sandboxes.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { runProgram, type ProgramRun } from '../../src/main/platform/programs/run-program.ts';
import { SessionNetwork } from '../../src/main/platform/sandbox/network/session-network.ts';
import { openSandbox } from '../../src/main/platform/sandbox/open-sandbox.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import type { ClientId, RequestId, SessionId } from '../../src/shared/base/ids.ts';

const rounds = 50;
const warmUp = 3;
const node = process.argv[2] ?? 'node';
const bwrap = '/usr/bin/bwrap';
const never = new AbortController().signal;

/** A project as a command finds it: a repository with sources, settings and secrets. */
function makeProject(folder: string): string {
  const put = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  put('package.json', '{}');
  put('.vscode/settings.json', '{}');
  put('.env', 'TOKEN=x\n');
  for (let nth = 0; nth < 200; nth += 1) put(`src/part-${nth % 20}/file-${nth}.ts`, `${nth}\n`);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@x.invalid', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  return folder;
}

const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
const [dataDir, home] = [path.join(scratch, 'data'), path.join(scratch, 'home')];
for (const folder of [dataDir, home]) fs.mkdirSync(folder);
const project = makeProject(path.join(scratch, 'project'));
const { dev, ino } = fs.statSync(project, { bigint: true });
const root = { path: project, device: String(dev), inode: String(ino) };

const network = await SessionNetwork.start({
  ...{ bwrap, mcp: null },
  ask: () => {
    throw new Error('nothing here connects');
  },
});
const own = { home, ownPaths: [dataDir], sha256: quickSha256 };
const machine = await openSandbox({
  ...{ dataDir, home, user: 'ada' },
  launchIn: (one, folder) => probeLaunch(one, folder, own),
  launchNetwork: () => Promise.resolve({ holderPid: network.holderPid }),
});
const status = machine.status();
if (status.kind !== 'ready') throw new Error(status.sentence);
const commands = realCommands(process.env);
const sandboxes = new Sandboxes({
  needs: { ...own, sandbox: machine, settings: defaultSettings, commands, paths: realPaths },
  rules: { list: () => [] },
});

function callOf(program: string, args: readonly string[]): ResolvedCall {
  const agent: ResolvedCall['agent'] = {
    ...{ clientId: 'bench' as ClientId, claimedName: 'bench', claimedVersion: '1' },
    ...{ door: 'mcp', verified: null },
  };
  const scopes = ['run:commands', 'read:files', 'write:files'] as const;
  const [startedAt, expiresAt] = [Date.now(), Date.now() + 3_600_000];
  return {
    ...{ action: 'exec_command', tool: null, args: {}, kind: 'run', scopes, editBytes: 0, agent },
    session: {
      ...{ sessionId: 'bench' as SessionId, requestId: 'bench' as RequestId, parentId: null },
      ...{ agent, scopes, roots: [root], once: false, startedAt, expiresAt },
      ...{ idleEndsAt: expiresAt, state: 'ACTIVE', ended: null, calls: 0, lastAction: null },
    },
    command: {
      ...{ argv: [program, ...args], program, programFile: program, cwd: project, says: '' },
      ...{ effects: [], does: [], environment: { PATH: commands.environment['PATH'] ?? '' } },
      ...{ keep: 'session', whyOnce: '' },
    },
    ...{ places: [], plan: null, skip: [], digest: '' },
  };
}

const runOf = (program: string, args: readonly string[]): ProgramRun => ({
  ...{ program, args, cwd: project, env: { PATH: commands.environment['PATH'] ?? '' } },
  ...{ timeoutMs: 30_000, outputBytes: 100_000, signal: never },
});

async function timed(work: () => ReturnType<typeof runProgram>): Promise<number> {
  const before = performance.now();
  const end = await work();
  const took = performance.now() - before;
  if ('notStarted' in end || end.exitCode !== 0) throw new Error(JSON.stringify(end));
  return took;
}

async function sandboxed(call: ResolvedCall, run: ProgramRun) {
  const launch = await sandboxes.launch(call);
  if (launch === null || isError(launch)) throw new Error(JSON.stringify(launch));
  return runProgram({ ...run, sandbox: { launch, folder: project } });
}

const programs = {
  true: ['/usr/bin/true'],
  'node -e 0': [node, '-e', '0'],
  'git status': ['/usr/bin/git', 'status'],
} as const;

const times: Record<string, { readonly ours: number[]; readonly theirs: number[] }> = {};
try {
  for (const [name, [program, ...args]] of Object.entries(programs)) {
    const [call, run] = [callOf(program, args), runOf(program, args)];
    const kept = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < rounds + warmUp; round += 1) {
      const mine = await timed(() => sandboxed(call, run));
      const other = await timed(() => runProgram(run));
      if (round < warmUp) continue;
      kept.ours.push(mine);
      kept.theirs.push(other);
    }
    times[name] = kept;
  }
} finally {
  await network.dispose();
  await machine.dispose();
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(JSON.stringify(times));
