/** Between the start of bubblewrap and the start of the program inside: who stops it, and what is told. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { probeLaunch } from '../../../src/main/core/core.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { runProgram } from '../../../src/main/platform/programs/run-program.ts';
import {
  spawnSandboxed,
  terminalCommand,
} from '../../../src/main/platform/programs/sandboxed-start.ts';
import { findSystemProgram } from '../../../src/main/platform/sandbox/find-bwrap.ts';
import { RealSandbox } from '../../../src/main/platform/sandbox/real-sandbox.ts';
import type { SandboxLaunch } from '../../../src/shared/sandbox/sandbox-launch.ts';
import { LspServer } from '../../../src/workbench/language/lsp-server.ts';
import { openAllHandlers } from '../../../src/workbench/handlers.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';
import { doneBy, openHandlers } from '../../workbench/workbench-fixture.ts';

function sandboxOf(folder: string): SandboxLaunch {
  const [dataDir, home] = [scratch(), scratch()];
  const bwrap = findSystemProgram('bwrap') ?? '';
  const deps = { dataDir, home, user: 'ada', bwrap, ownPrograms: [] };
  const machine = new RealSandbox(deps, { kind: 'ready', version: '' });
  return probeLaunch(machine, folder, { home, ownPaths: [dataDir], sha256: quickSha256 });
}

/** A bwrap that mounts another folder than it was told, so that the check stops the program. */
function wrongBwrap(folder: string): SandboxLaunch {
  put(folder, '.vscode/settings.json', '{}\n');
  const launch = sandboxOf(folder);
  const elsewhere = scratch();
  const text = `#!/bin/bash
words=("$@")
for at in "\${!words[@]}"; do
  if [ "\${words[$at]}" = --ro-bind ] && [ "\${words[$((at + 1))]}" = "${folder}/.vscode" ]; then
    words[$((at + 1))]="${elsewhere}"
  fi
done
exec ${launch.bwrap} "\${words[@]}"
`;
  const bwrap = put(scratch(), 'bwrap', text);
  fs.chmodSync(bwrap, 0o755);
  return { ...launch, bwrap };
}

const gateFolders = (): readonly string[] =>
  fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('gatehouse-terminal-'));

describe.runIf(sandboxRuns)('a program that waits for the check of its mounts', () => {
  test('is not started when it was cancelled meanwhile', async () => {
    const folder = scratch();
    const ran = path.join(folder, 'ran');
    const inside = { program: '/usr/bin/touch', args: [ran], cwd: folder };
    const { child, status } = spawnSandboxed(sandboxOf(folder), inside, [
      ...(['ignore', 'ignore', 'ignore'] as const),
    ]);
    status.isCancelled = true;
    await new Promise((resolve) => child.once('close', resolve));
    expect(status.problem).toBe('It was stopped before it began.');
    expect([status.hasBegun, fs.existsSync(ran)]).toEqual([false, false]);
  });

  test('never runs when the call is withdrawn before its start, however late', async () => {
    const folder = scratch();
    const launch = sandboxOf(folder);
    const ends: string[] = [];
    for (let afterMs = 0; afterMs <= 24; afterMs += 2) {
      const ran = path.join(folder, `ran-${afterMs}`);
      const gone = new AbortController();
      const running = runProgram({
        ...{ program: '/bin/sh', args: ['-c', `: > "${ran}"; sleep 20`], cwd: folder, env: {} },
        ...{ timeoutMs: 20_000, outputBytes: 1_000, signal: gone.signal },
        sandbox: { launch, folder },
      });
      await wait(afterMs);
      gone.abort();
      const end = await running;
      const isStarted = !('notStarted' in end);
      if (!isStarted) expect([afterMs, fs.existsSync(ran)]).toEqual([afterMs, false]);
      ends.push(isStarted ? 'started' : end.notStarted);
    }
    expect(new Set(ends)).toContain('ABORTED');
    expect([...new Set(ends)].filter((end) => end !== 'started')).toEqual(['ABORTED']);
  }, 60_000);
});

describe.runIf(sandboxRuns)('a terminal', () => {
  const terminal = (launch: SandboxLaunch, folder: string) => {
    const opened = openHandlers(openAllHandlers);
    const { handlers, task } = opened;
    const own = task({
      sandbox: launch,
      start: { argv: ['/bin/sh'], program: '/bin/sh', cwd: null, env: {} },
      roots: [rootOf(folder)],
    });
    return { ...opened, own, open: () => handlers.open_terminal?.({ cols: 80, rows: 24 }, own) };
  };
  const rootOf = (folder: string) => {
    const { dev, ino } = fs.statSync(folder, { bigint: true });
    return { path: folder, device: String(dev), inode: String(ino) };
  };

  test('that the check stops says why, and leaves no folder behind', async () => {
    const before = gateFolders();
    const folder = scratch();
    const { open, handlers, own } = terminal(wrongBwrap(folder), folder);
    const { data } = doneBy('open_terminal', await open());
    const read = async (): Promise<Record<string, unknown>> => {
      const id = String(data['terminal_id']);
      return doneBy('get_output', await handlers.get_output?.({ terminal_id: id }, own)).data;
    };
    await expect.poll(async () => (await read())['exited'], { timeout: 20_000 }).toBe(true);
    expect((await read())['data']).toContain(
      `[The terminal was not started: ${folder}/.vscode was exchanged while the sandbox was made.]`,
    );
    await expect.poll(() => gateFolders().filter((name) => !before.includes(name))).toEqual([]);
  }, 30_000);

  test('that cannot be started leaves no folder behind', () => {
    const before = gateFolders();
    const folder = scratch();
    const { drop } = terminalCommand(sandboxOf(folder), { program: '/bin/sh', args: [] });
    const made = gateFolders().filter((name) => !before.includes(name));
    onTestFinished(drop);
    expect(made).toHaveLength(1);
    drop();
    expect(gateFolders().filter((name) => made.includes(name))).toEqual([]);
  });

  test('is not opened for a call that was withdrawn', async () => {
    const folder = scratch();
    const { handlers, own } = terminal(sandboxOf(folder), folder);
    const withdrawn = { ...own, signal: AbortSignal.abort() };
    const outcome = await handlers.open_terminal?.({ cols: 80, rows: 24 }, withdrawn);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'ask-withdrawn' });
  });
});

describe.runIf(sandboxRuns)('a language server whose sandbox fails', () => {
  const start = (sandbox: SandboxLaunch, root: string) =>
    LspServer.start({
      ...{ name: 'Any', root, options: {}, start: { argv: ['/bin/cat'] }, sandbox },
      ...{ onDiagnostics: () => undefined, onEnded: () => undefined },
    });

  test('says what was exchanged', async () => {
    const folder = scratch();
    const launch = wrongBwrap(folder);
    await expect(start(launch, folder)).rejects.toThrow(`${folder}/.vscode was exchanged`);
  });

  test('says what bubblewrap said', async () => {
    const folder = scratch();
    const launch = sandboxOf(folder);
    const bad = { ...launch, args: ['--bind', `${folder}/none`, '/none', ...launch.args] };
    await expect(start(bad, folder)).rejects.toThrow(/none.*No such file/);
  });
});
