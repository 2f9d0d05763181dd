import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Task } from '../../src/workbench/action-handler.ts';
import { AgentRuns } from '../../src/workbench/agent/agent-runs.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { SandboxedRuns } from '../../src/workbench/sandbox/sandboxed-runs.ts';
import { RestoreJournal } from '../../src/workbench/user/restore-journal.ts';
import { finishRestores } from '../../src/workbench/user/run-restore.ts';
import { openUserHandlers } from '../../src/workbench/user/user-handlers.ts';
import { openHandlers } from './workbench-fixture.ts';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere' };

function withRuns() {
  let runs: SandboxedRuns | null = null;
  const opened = openHandlers((context) => {
    runs = new SandboxedRuns(context, { dataDir: path.dirname(context.stateFolder), always: true });
    return openAllHandlers({ ...context, runs });
  });
  const { context, blobs, folder, handlers, task } = opened;
  const { store } = runs ?? new SandboxedRuns(context, { dataDir: context.stateFolder });
  const contents = {
    get: async (digest: string) => (await blobs.get(digest)) ?? store.content(digest),
  };
  const trash = new Trash(context);
  const deps = { context, trash, store, agents: new AgentRuns(context) };
  const dataFolder = path.dirname(context.stateFolder);
  const ask = openUserHandlers({ ...deps, blobs: contents, dataFolder });
  const at = (name: string): string => path.join(folder, name);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  };
  const sh = async (script: string) => {
    const argv = ['/bin/sh', '-c', script];
    const start: NonNullable<Task['start']> = { argv, program: '/bin/sh', cwd: null, env };
    const outcome = await handlers.exec_command?.({ argv, timeout: 30 }, task({ start }));
    if (outcome?.kind !== 'done' || !outcome.run) throw new Error(JSON.stringify(outcome));
    return { ...outcome, run: outcome.run };
  };
  const look = async (outcome: Awaited<ReturnType<typeof sh>>) =>
    ask('lookRun', { folders: outcome.run.folders });
  const restore = async (outcome: Awaited<ReturnType<typeof sh>>, withLater = false) => {
    const view = await look(outcome);
    if (view.kind !== 'possible') throw new Error(JSON.stringify(view));
    const { seen } = view;
    const restored = await ask('restoreRun', {
      ...{ folders: outcome.run.folders, entry: 'e1', seen, withLater },
    });
    if (restored.kind !== 'done' || !restored.run) throw new Error(JSON.stringify(restored));
    return { ...restored, run: restored.run };
  };
  return { ...opened, ask, at, deps, look, restore, sh, trash, write };
}

const everything = (folder: string): Readonly<Record<string, string>> => {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = path.join(folder, name);
      const stat = fs.lstatSync(file);
      if (stat.isDirectory()) return [];
      const text = stat.isSymbolicLink()
        ? `-> ${fs.readlinkSync(file)}`
        : fs.readFileSync(file, 'utf8');
      return [[name, `${stat.mode & 0o111 ? 'x ' : ''}${text}`]];
    }),
  );
};

describe('a whole command', () => {
  test('N44 is taken back: files, programs and links are as before, and that can be taken back too', async () => {
    const { sh, write, at, folder, restore } = withRuns();
    write('a.txt', 'a');
    write('deep/er/b.txt', 'b');
    write('run.sh', '#!/bin/sh\n');
    fs.chmodSync(at('run.sh'), 0o755);
    fs.symlinkSync('a.txt', at('link'));
    const before = everything(folder);
    const outcome = await sh(
      'rm -rf deep link; chmod -x run.sh; echo changed > a.txt; echo new > new.txt; ln -s x other',
    );
    const after = everything(folder);
    const restored = await restore(outcome);
    expect(everything(folder)).toEqual(before);
    expect(restored.run.files).toEqual({ created: 2, changed: 2, deleted: 2 });
    await restore(restored);
    expect(everything(folder)).toEqual(after);
  });

  test('N44 what was changed after it stays, unless the user wants it back as well', async () => {
    const { sh, write, at, look, restore } = withRuns();
    write('a.txt', 'a');
    write('b.txt', 'b');
    const outcome = await sh('echo 1 > a.txt; echo 1 > b.txt');
    write('b.txt', 'mine');
    expect(await look(outcome)).toMatchObject({
      kind: 'possible',
      files: [
        { path: at('a.txt'), act: 'put-back', isLater: false },
        { path: at('b.txt'), act: 'put-back', isLater: true },
      ],
    });
    expect((await restore(outcome)).data).toEqual({ restored: 1, left: 1 });
    expect(fs.readFileSync(at('b.txt'), 'utf8')).toBe('mine');
    const all = await restore(outcome, true);
    expect(fs.readFileSync(at('b.txt'), 'utf8')).toBe('b');
    await restore(all);
    expect(fs.readFileSync(at('b.txt'), 'utf8')).toBe('mine');
  });

  test('N44 nothing is restored when the folder changed after the preview', async () => {
    const { sh, write, at, ask, look } = withRuns();
    write('a.txt', 'a');
    const outcome = await sh('echo 1 > a.txt');
    const view = await look(outcome);
    write('c.txt', 'new');
    const task = { folders: outcome.run.folders, entry: 'e1', withLater: true };
    const seen = view.kind === 'possible' ? view.seen : [];
    expect(await ask('restoreRun', { ...task, seen })).toMatchObject({ code: 'stale' });
    expect(fs.readFileSync(at('a.txt'), 'utf8')).toBe('1\n');
  });

  test('a single file of it can be compared and restored by its digest', async () => {
    const { sh, write, at, ask } = withRuns();
    write('a.txt', 'old\n');
    const outcome = await sh('echo new > a.txt');
    const [change] = outcome.changes ?? [];
    if (!change) throw new Error('no change');
    expect(await ask('diff', { change })).toMatchObject({
      diff: { kind: 'text', added: 1, removed: 1 },
    });
    const view = await ask('look', { change, entry: 'e1' });
    const seen = view.kind === 'possible' ? view.seen : null;
    expect(await ask('restore', { change, entry: 'e1', seen })).toMatchObject({ kind: 'done' });
    expect(fs.readFileSync(at('a.txt'), 'utf8')).toBe('old\n');
  });

  test('a created file goes to the trash and can be had from there', async () => {
    const { sh, at, restore, trash } = withRuns();
    const outcome = await sh('echo precious > new.txt');
    await restore(outcome);
    expect(fs.existsSync(at('new.txt'))).toBe(false);
    expect(trash.list().map((one) => one.path)).toContain(at('new.txt'));
  });

  test('N44 a link that took the place of a folder is not written through', async () => {
    const { sh, write, at, look, ask, folder } = withRuns();
    write('sub/a.txt', 'a');
    const outside = fs.mkdtempSync(path.join(path.dirname(folder), 'outside-'));
    const outcome = await sh(`rm -rf sub; ln -s ${outside} sub`);
    const view = await look(outcome);
    const seen = view.kind === 'possible' ? view.seen : [];
    await ask('restoreRun', { folders: outcome.run.folders, entry: 'e1', seen, withLater: true });
    expect(fs.readdirSync(outside)).toEqual([]);
    expect(fs.lstatSync(at('sub')).isDirectory()).toBe(true);
    fs.rmSync(outside, { recursive: true });
  });

  test('N44 a file with a second name, and one that grew too large, are restored', async () => {
    const { sh, write, at, restore, trash } = withRuns();
    write('linked.txt', 'a');
    write('grown.txt', 'b');
    const outcome = await sh(
      'rm linked.txt; echo x > other; ln other linked.txt; truncate -s 60M grown.txt',
    );
    await restore(outcome);
    expect(fs.readFileSync(at('linked.txt'), 'utf8')).toBe('a');
    expect(fs.readFileSync(at('grown.txt'), 'utf8')).toBe('b');
    expect(trash.list().map((one) => one.path)).toContain(at('grown.txt'));
  });

  test('N44 a restore that was cut off is carried out to its end', async () => {
    const { sh, write, folder, context, deps, look } = withRuns();
    for (let nth = 0; nth < 40; nth += 1) write(`f${nth}.txt`, `${nth}`);
    const before = everything(folder);
    const outcome = await sh('for f in f*.txt; do echo x > $f; done; rm f1.txt');
    const view = await look(outcome);
    if (view.kind !== 'possible') throw new Error('not possible');
    const [now = ''] = view.seen;
    const [ids] = outcome.run.folders;
    // As it lies on disk when the process is killed after the tenth file.
    new RestoreJournal(context.stateFolder).begin({
      ...{ before: ids?.before ?? '', now, entry: 'e1' },
      paths: view.files.map((one) => one.path),
    });
    for (let nth = 0; nth < 10; nth += 1) write(`f${nth}.txt`, `${nth}`);
    expect(await finishRestores(deps)).toBe(1);
    expect(everything(folder)).toEqual(before);
    expect(new RestoreJournal(context.stateFolder).unfinished()).toEqual([]);
  });
});

test('N40 SIGKILL in the middle of a checkpoint leaves the folder as it was and the store usable', async () => {
  const { folder, write, sh, context } = withRuns();
  for (let nth = 0; nth < 3_000; nth += 1) write(`d${nth % 50}/f${nth}.txt`, `${nth} `.repeat(500));
  const before = everything(folder);
  const script = path.join(import.meta.dirname, 'take-checkpoint.mjs');
  for (const wait of [20, 60, 120]) {
    const args = [script, path.dirname(context.stateFolder), folder];
    const options = { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, stdio: 'pipe' } as const;
    const child = spawn(process.execPath, args, options);
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(everything(folder)).toEqual(before);
  const { run } = await sh('echo x > new.txt');
  expect(run.not_covered).toEqual([]);
  expect(run.files).toEqual({ created: 1, changed: 0, deleted: 0 });
}, 60_000);

test.runIf(process.getuid?.() === 0)(
  'N40 an unprivileged user can make checkpoints of an own folder',
  async () => {
    const home = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'gatehouse-user-'));
    try {
      const folder = path.join(home, 'work');
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, 'a.txt'), 'a');
      for (const name of [home, folder, path.join(folder, 'a.txt')])
        fs.chownSync(name, 65_534, 65_534);
      const script = path.join(import.meta.dirname, 'take-checkpoint.mjs');
      const child = spawn(process.execPath, [script, path.join(home, 'data'), folder], {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', HOME: home },
        ...{ stdio: 'pipe', uid: 65_534, gid: 65_534, cwd: '/' },
      });
      let said = '';
      child.stdout.on('data', (piece: Buffer) => (said += String(piece)));
      child.stderr.on('data', (piece: Buffer) => (said += String(piece)));
      await once(child, 'exit');
      expect(said).toContain('taken');
    } finally {
      fs.rmSync(home, { recursive: true, force: true });
    }
  },
);
