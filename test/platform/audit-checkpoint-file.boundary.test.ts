import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CheckpointFile } from '../../src/main/platform/ledger/checkpoint-file.ts';
import { newBootId } from '../../src/main/platform/ledger/boot-id.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { errno, FaultyDisk } from '../faults/lib/faulty-disk.ts';

function openIn(folder: string, disk = new FaultyDisk()) {
  let now = 0;
  const file = new CheckpointFile(folder, () => now, disk);
  onTestFinished(() => file.dispose());
  return { file, disk, wait: (ms: number) => void (now += ms) };
}

const textIn = (folder: string): string =>
  fs.readFileSync(path.join(folder, 'checkpoints.jsonl'), 'utf8');

describe('the second place', () => {
  test('is made when it is first needed, and only the user can look into it', async () => {
    const folder = path.join(scratch(), 'state', 'checkpoints', 'abc');
    const { file } = openIn(folder);
    expect(fs.existsSync(folder)).toBe(false);
    expect(await file.last()).toBeNull();
    await file.append('one\n');
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(folder, 'checkpoints.jsonl')).mode & 0o777).toBe(0o600);
    expect([await file.last(), textIn(folder)]).toEqual(['one', 'one\n']);
  });

  test('is synced at most once a second, and at the end', async () => {
    const { file, disk, wait } = openIn(scratch());
    for (const line of ['one\n', 'two\n', 'three\n']) await file.append(line);
    const syncs = (): number => disk.steps.filter((step) => step === 'datasync').length;
    expect(syncs()).toBe(1);
    wait(1_000);
    await file.append('four\n');
    expect(syncs()).toBe(2);
    await file.dispose();
    expect(syncs()).toBe(3);
  });

  test('goes on behind what is there, also behind a torn line', async () => {
    const folder = scratch();
    put(folder, 'checkpoints.jsonl', 'one\n{"torn');
    const { file } = openIn(folder);
    await file.append('two\n');
    expect(textIn(folder)).toBe('one\n{"torn\ntwo\n');
  });

  test('of many only the last is read', async () => {
    const folder = scratch();
    put(folder, 'checkpoints.jsonl', `${'x'.repeat(200)}\n`.repeat(500) + 'last\n');
    expect(await openIn(folder).file.last()).toBe('last');
  });

  test('after a failed sync the file is opened again', async () => {
    const folder = scratch();
    const { file, disk } = openIn(folder);
    disk.next('datasync', errno('EIO'));
    await expect(file.append('one\n')).rejects.toThrow('EIO');
    await file.append('two\n');
    expect(textIn(folder)).toBe('one\ntwo\n');
    expect(disk.steps.filter((step) => step === 'open')).toHaveLength(2);
  });

  test('once closed it takes nothing more', async () => {
    const { file } = openIn(scratch());
    await file.dispose();
    await expect(file.append('late\n')).rejects.toThrow('closed');
  });
});

describe('K11 the boot id', () => {
  test('names the boot and the run, and is another for each run', () => {
    const [item, other] = [newBootId(), newBootId()];
    expect(item).toMatch(/^(?:[0-9a-f]{8}|run)-[0-9a-f]{4}$/);
    expect(item.slice(0, 8)).toBe(other.slice(0, 8));
  });
});

describe('K14 the second place is moved, deleted or changed by another program', () => {
  const cases: Readonly<Record<string, (folder: string) => void>> = {
    'its folder was renamed': (folder) => fs.renameSync(folder, `${folder}-away`),
    'its folder was deleted': (folder) => fs.rmSync(folder, { recursive: true }),
    'its file was deleted': (folder) => fs.rmSync(path.join(folder, 'checkpoints.jsonl')),
    'its file was emptied': (folder) => fs.truncateSync(path.join(folder, 'checkpoints.jsonl')),
  };

  test.each(Object.entries(cases))(
    '%s: a new one is begun, and it is said once',
    async (_name, harm) => {
      const folder = path.join(scratch(), 'second');
      const file = new CheckpointFile(folder, () => 0);
      onTestFinished(() => file.dispose());
      await file.append('one\n');
      expect([file.whyLost(), file.takeLost()]).toEqual([null, null]);
      harm(folder);
      expect(file.whyLost()).toMatch(/gone|another/);
      await file.append('two\n');
      expect(textIn(folder)).toBe('two\n');
      expect(file.takeLost()).toMatch(/gone|another/);
      expect([file.whyLost(), file.takeLost()]).toEqual([null, null]);
    },
  );
});
