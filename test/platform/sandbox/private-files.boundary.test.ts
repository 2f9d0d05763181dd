/** What sandboxes keep on the disk, and what goes with their session. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { probeLaunch } from '../../../src/main/core/core.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { openSandbox } from '../../../src/main/platform/sandbox/open-sandbox.ts';
import { SandboxFiles } from '../../../src/main/platform/sandbox/private-files.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';

const session = (sessionId: string) => ({
  ...{ sessionId, clientId: 'coder' },
  roots: [{ path: '/w/app', device: '1', inode: '1' }],
});

const namesIn = (folder: string): readonly string[] =>
  fs.readdirSync(folder, { recursive: true }).map(String).toSorted();

test('the folder of an ended session is gone at once, its home stays', async () => {
  const dataDir = scratch();
  const files = new SandboxFiles({ dataDir, home: scratch(), user: 'ada' });
  const { temporary, home } = files.filesOf(session('s1'));
  put(temporary, 'deep/closed/x.txt', 'x\n');
  fs.chmodSync(path.join(temporary, 'deep/closed'), 0o000);
  put(home, '.cache/x', 'kept\n');
  files.endSession('s1');
  expect(fs.existsSync(temporary)).toBe(false);
  await files.dispose();
  const left = namesIn(path.join(dataDir, 'sandbox'));
  expect(left.filter((name) => !name.startsWith('homes'))).toEqual(['sessions']);
  expect(fs.readFileSync(path.join(home, '.cache/x'), 'utf8')).toBe('kept\n');
});

test('home folders go when nobody used them for long, or when all of them take too much', async () => {
  const dataDir = scratch();
  const homes = { keptMs: 60_000, keptBytes: 1_000_000 };
  const deps = { dataDir, home: scratch(), user: 'ada' };
  const before = new SandboxFiles(deps);
  const homeOf = (files: SandboxFiles, clientId: string): string =>
    files.filesOf({ ...session(`of-${clientId}`), clientId }).home;
  const old = homeOf(before, 'old');
  const large = homeOf(before, 'large');
  const small = homeOf(before, 'small');
  put(large, 'cache', Buffer.alloc(2_000_000, 1));
  put(small, 'cache', 'x');
  await before.dispose();
  const files = new SandboxFiles({ ...deps, homes });
  const open = homeOf(files, 'open');
  const usedBefore = (home: string, seconds: number): void => {
    const at = new Date(Date.now() - seconds * 1_000);
    fs.utimesSync(`${home}.used`, at, at);
  };
  usedBefore(old, 70);
  usedBefore(large, 30);
  usedBefore(small, 20);
  usedBefore(open, 90);
  files.start();
  await files.dispose();
  const left = [old, large, small, open].map((home) => fs.existsSync(home));
  expect(left).toEqual([false, false, true, true]);
  expect(fs.existsSync(`${large}.used`)).toBe(false);
});

test('the next run removes what an interrupted one left behind', async () => {
  const dataDir = scratch();
  const deps = { dataDir, home: scratch(), user: 'ada' };
  const { temporary } = new SandboxFiles(deps).filesOf(session('s1'));
  put(temporary, 'x.txt', 'x\n');
  put(dataDir, 'sandbox/ended-before/x.txt', 'x\n');
  const next = new SandboxFiles(deps);
  next.start();
  await next.dispose();
  const left = namesIn(path.join(dataDir, 'sandbox'));
  expect(left.filter((name) => !name.startsWith('homes'))).toEqual([]);
});

test.runIf(sandboxRuns)('trying the sandbox leaves nothing', async () => {
  const [dataDir, home] = [scratch(), scratch()];
  const needs = { home, ownPaths: [dataDir], sha256: quickSha256 };
  const machine = await openSandbox({
    ...{ dataDir, home, user: 'ada' },
    launchIn: (own, folder) => probeLaunch(own, folder, needs),
  });
  await machine.dispose();
  expect(machine.status().kind).toBe('ready');
  expect(namesIn(path.join(dataDir, 'sandbox'))).toEqual(['homes', 'sessions']);
});
