/** The ledger's folder or file is moved, replaced or changed by another program while it is open. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { audit, away, harms } from '../faults/lib/ledger-harms.ts';
import { ledgerOn, segment, textOf, verified } from './audit-fixture.ts';

function dataFolder(): string {
  const data = path.join(scratch(), 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  return data;
}

describe('K14 a ledger that is not in its place takes no entry', () => {
  test.each(Object.entries(harms))('%s', async (_name, { harm, repair }) => {
    const data = dataFolder();
    const { ledger, write, clock } = await ledgerOn(data);
    expect(await write('before')).toBe(true);
    harm(data);
    for (const sync of ['before-effect', 'soon'] as const)
      expect(await write('refused', sync)).toBe(false);
    expect(ledger.refuses('intent')).toBe(true);
    expect(ledger.error).toMatch(/gone|another/);
    if (!repair) return;
    repair(data);
    await clock.advance(10_000);
    expect(await write('after')).toBe(true);
    await ledger.drain();
    expect(ledger.error).toBeNull();
    expect(verified(data)).toEqual(['before', 'after']);
    expect(textOf(segment(data))).toContain('ledger.recovered');
  });

  test.each(Object.entries(harms))(
    '%s, and nobody calls: it is seen',
    async (_name, { harm, repair }) => {
      const data = dataFolder();
      const { ledger, write, clock } = await ledgerOn(data);
      await write('before');
      ledger.place.look();
      expect(ledger.error).toBeNull();
      harm(data);
      ledger.place.look();
      expect(ledger.error).toMatch(/gone|another/);
      if (!repair) return;
      repair(data);
      await clock.advance(10_000);
      ledger.place.look();
      await ledger.drain();
      expect(ledger.error).toBeNull();
      expect(textOf(segment(data))).toContain('ledger.back');
    },
  );

  test('moved while it is being synced, nobody is told that it is durable', async () => {
    const data = dataFolder();
    const { ledger, write, clock } = await ledgerOn(data);
    await write('before');
    const writing = write('during');
    // Written in this turn, synced in a later one.
    for (let turn = 0; turn < 20 && !textOf(segment(data)).includes('during'); turn += 1)
      await Promise.resolve();
    fs.renameSync(audit(data), away(audit(data)));
    expect(await writing).toBe(false);
    fs.renameSync(away(audit(data)), audit(data));
    await clock.advance(10_000);
    expect(await write('after')).toBe(true);
    await ledger.drain();
    expect(verified(data)).toEqual(['before', 'after']);
  });

  test('a new segment is not begun in another folder', async () => {
    const data = dataFolder();
    const { write } = await ledgerOn(data, undefined, { segmentLength: 300 });
    await write('x'.repeat(400));
    fs.renameSync(audit(data), away(audit(data)));
    fs.mkdirSync(audit(data));
    expect(await write('in a new segment')).toBe(false);
    expect(fs.readdirSync(audit(data))).toEqual([]);
  });

  test.skipIf(!canMount())('a file system was mounted over it, or it was unmounted', async () => {
    const data = dataFolder();
    const { write, clock } = await ledgerOn(data);
    await write('before');
    mount(audit(data));
    expect(await write('refused')).toBe(false);
    spawnSync('umount', [audit(data)]);
    await clock.advance(10_000);
    expect(await write('after')).toBe(true);
    expect(verified(data)).toEqual(['before', 'after']);

    const other = dataFolder();
    mount(other);
    const second = await ledgerOn(other);
    await second.write('before');
    spawnSync('umount', ['-l', other]);
    expect(await second.write('refused')).toBe(false);
  });
});

function mount(folder: string): void {
  spawnSync('mount', ['-t', 'tmpfs', 'none', folder]);
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
}

function canMount(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'none', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  fs.rmdirSync(folder);
  return mounted;
}
