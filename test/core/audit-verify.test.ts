/** K7: whatever is done to a ledger, verifying names the first entry that is not what it was. */
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../faults/lib/chance.ts';
import { sampleLedger, sampleMac } from '../faults/lib/sample-ledger.ts';
import { bytesOf, rehashed, names, tamperings, verdictOn } from '../faults/lib/tampering.ts';
import { ledgerOn, note, SyncedStore } from './ledger-fixture.ts';

const sample = await sampleLedger(60, 4_000);
const untouched = {
  segments: sample.segments.map(bytesOf),
  checkpoints: sample.checkpoints,
};
const all = sample.segments.flat();

describe('a ledger that nobody touched', () => {
  test('verifies over several segments, and its checkpoints agree', () => {
    expect(sample.segments.length).toBeGreaterThan(3);
    expect(sample.checkpoints.length).toBeGreaterThan(5);
    expect(verdictOn(untouched, sampleMac)).toMatchObject({
      ok: true,
      entries: all.length,
      segments: sample.segments.length,
      checkpoints: { agreed: sample.checkpoints.length, upTo: all.length },
      problem: null,
    });
  });

  test('verifies without the key and without checkpoints too', () => {
    expect(verdictOn(untouched, null).ok).toBe(true);
    expect(verdictOn({ ...untouched, checkpoints: [] }, sampleMac).ok).toBe(true);
  });

  test('while a line is just being written, what is whole is still sound', () => {
    const last = untouched.segments.at(-1) ?? Buffer.alloc(0);
    const growing = Buffer.concat([last, Buffer.from('{"seq":')]);
    const segments = [...untouched.segments.slice(0, -1), growing];
    expect(verdictOn({ ...untouched, segments }, sampleMac).ok).toBe(true);
  });

  test('an empty last segment changes nothing', () => {
    const segments = [...untouched.segments, Buffer.alloc(0)];
    expect(verdictOn({ ...untouched, segments }, sampleMac).ok).toBe(true);
  });
});

describe('K7 tampering is named', () => {
  test.each(Object.entries(tamperings))('%s, 60 times', (_name, tamper) => {
    const chance = chanceOf(7);
    for (let time = 0; time < 60; time += 1) {
      const tampered = tamper(sample, chance);
      const verdict = verdictOn(tampered, sampleMac);
      const { first } = tampered;
      if (!names(verdict, first)) throw new Error(JSON.stringify({ first, verdict }));
    }
  });

  test('a whole segment taken away, and two put in each other’s place', () => {
    const [one, two, three, ...rest] = untouched.segments;
    if (!one || !two || !three) throw new Error('too few segments');
    const second = (sample.segments[0]?.length ?? 0) + 1;
    for (const segments of [
      [one, three, ...rest],
      [one, three, two, ...rest],
    ]) {
      expect(verdictOn({ ...untouched, segments }, sampleMac).problem).toMatchObject({
        seq: second,
        segment: '2',
      });
    }
    const missing = { ...untouched, segments: [two, three, ...rest] };
    expect(verdictOn(missing, sampleMac).problem).toMatchObject({ seq: 1 });
  });

  test('a line moved over the border of two segments', () => {
    const [one = [], two = [], ...rest] = sample.segments;
    const segments = [[...one, two[0] ?? ''], two.slice(1), ...rest].map(bytesOf);
    const { problem } = verdictOn({ ...untouched, segments }, sampleMac);
    expect(problem?.why).toBe('the segment does not begin with the root of the one before');
  });

  test('a root that is not that of the segment before, in a chain that fits', () => {
    const [one = [], two = [], ...rest] = sample.segments;
    const { root } = (JSON.parse(two[0] ?? '') as { args: { root: string } }).args;
    const forged = two.with(0, (two[0] ?? '').replace(root, '0'.repeat(64)));
    const fitting = rehashed([one, forged, ...rest]).map(bytesOf);
    expect(verdictOn({ segments: fitting, checkpoints: [] }, null).problem).toMatchObject({
      seq: one.length + 1,
      why: 'the root it states is not that of the segment before',
    });
  });

  test('a byte lost from a character that reads the same without it', async () => {
    const store = new SyncedStore();
    const { ledger } = await ledgerOn(store);
    for (const detail of ['one', 'two \uFFFD.', 'three']) await ledger.record(note(detail));
    const bytes = bytesOf(store.lines);
    const at = bytes.indexOf('\uFFFD');
    const shorter = Buffer.concat([bytes.subarray(0, at + 2), bytes.subarray(at + 3)]);
    expect(shorter.toString()).toBe(bytes.toString());
    expect(verdictOn({ segments: [bytes], checkpoints: [] }, null).ok).toBe(true);
    expect(verdictOn({ segments: [shorter], checkpoints: [] }, null).problem).toMatchObject({
      seq: 2,
    });
  });

  test('every bit of a ledger of ten entries, flipped one by one', async () => {
    const ten = await sampleLedger(10, 1_000_000);
    const [bytes] = ten.segments.map(bytesOf);
    if (!bytes) throw new Error('no segment');
    const starts = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
    let named = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const first = starts.filter((start) => start < at).length + 1;
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        const verdict = verdictOn({ ...ten, segments: [flipped] }, sampleMac);
        if (names(verdict, first)) named += 1;
      }
    }
    expect(named).toBe(bytes.length * 8);
  });
});
