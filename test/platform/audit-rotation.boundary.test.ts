/** K8: new segments under load, at every size, and with a crash at every step of beginning one. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { chanceOf } from '../faults/lib/chance.ts';
import { FaultyDisk, type Step } from '../faults/lib/faulty-disk.ts';
import { PowerCutDisk } from '../faults/lib/power-cut-disk.ts';
import { ledgerOn, openFile, segment, textOf, verified } from './audit-fixture.ts';

class Crash extends Error {}

/** From the given step on, nothing reaches the disk any more. */
function crashingFrom(step: number): { disk: FaultyDisk; armed: () => void; steps: Step[] } {
  const disk = new FaultyDisk();
  let from = Infinity;
  disk.plan((_step, count) => (count >= from ? new Crash('gone') : null));
  return { disk, steps: disk.steps, armed: () => (from = disk.steps.length + step) };
}

describe('K8 beginning a segment', () => {
  test('at any length, with many writers, loses and doubles nothing', async () => {
    for (const segmentLength of [1, 300, 1000, 10_000]) {
      const folder = scratch();
      const { ledger, write } = await ledgerOn(folder, undefined, { segmentLength });
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const sync = (writer + turn) % 3 === 0 ? 'soon' : 'before-effect';
          expect(await write(`${writer}/${turn}`, sync)).toBe(true);
        }
      });
      await Promise.all(writers);
      await ledger.drain();
      expect(new Set(verified(folder)).size).toBe(80);
      expect(verified(folder)).toHaveLength(80);
    }
  });

  test('a crash at any step of it leaves the old segment or the whole new one', async () => {
    let step = 1;
    for (let crashed = true; crashed; step += 1) {
      const folder = scratch();
      const { disk, armed } = crashingFrom(step);
      const { file, ledger, write } = await ledgerOn(folder, disk, { segmentLength: 600 });
      const yes: string[] = [];
      for (let at = 0; !fs.existsSync(segment(folder, 2)) && at < 8; at += 1) {
        if (fs.statSync(segment(folder)).size >= 600) armed();
        if (await write(`${at}`, at % 2 === 0 ? 'soon' : 'before-effect')) yes.push(`${at}`);
        else break;
      }
      crashed = !(await write('last'));
      if (!crashed) yes.push('last');
      await ledger.dispose();
      await file.dispose();
      const { write: after } = await ledgerOn(folder, undefined, { segmentLength: 600 });
      expect(await after('after')).toBe(true);
      const kept = verified(folder);
      expect(
        kept.filter((detail) => yes.includes(detail)),
        `step ${step}`,
      ).toEqual(yes);
      expect(new Set(kept).size).toBe(kept.length);
    }
    expect(step).toBeGreaterThan(6);
  });

  test('an unfinished one is set aside, and nothing of it is taken for a line', async () => {
    const folder = scratch();
    const { disk, armed } = crashingFrom(4);
    const file = await openFile(folder, disk);
    await file.append('one\n');
    armed();
    await expect(file.append('two\n', { segment: 'new' })).rejects.toThrow('gone');
    expect(fs.readdirSync(path.join(folder, 'audit'))).toEqual([
      '000001.jsonl',
      '000002.jsonl.new',
    ]);
    const again = await openFile(folder);
    expect(await again.tail()).toEqual({ lines: ['one'], tornBytes: 4 });
    expect(fs.readdirSync(path.join(folder, 'audit'))).toEqual([
      '000001.jsonl',
      '000002.jsonl.torn',
    ]);
    await again.append('two\n', { segment: 'new' });
    expect(textOf(segment(folder, 2))).toBe('two\n');
  });

  test('what a killed run wrote is durable before anything is built upon it', async () => {
    const disk = new PowerCutDisk();
    const killed = await openFile('/data', disk);
    await killed.append('one\n', { sync: 'later' });
    const next = await openFile('/data', disk);
    await next.tail();
    await next.append('two\n', { segment: 'new' });
    const nothingMore = { often: () => false, below: () => 0, pick: chanceOf(1).pick };
    const left = disk.afterPowerCut(nothingMore).segments();
    expect(left.map(String)).toEqual(['one\n', 'two\n']);
  });

  test('it appears under its name only when it is durable, and its name is made durable too', async () => {
    const disk = new FaultyDisk();
    const file = await openFile(scratch(), disk);
    disk.steps.length = 0;
    await file.append('two\n', { segment: 'new' });
    expect(disk.steps).toEqual(['open', 'write', 'datasync', 'rename', 'syncFolder']);
  });
});
