import { describe, expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { fillDisk, whyNoSmallDisk } from './lib/full-disk.ts';

const impossible = whyNoSmallDisk();
if (impossible) process.stderr.write(`no disk of 64 KB here: ${impossible}\n`);

describe('K3 on a disk of 64 KB', () => {
  test.runIf(!impossible).each([
    ['in one segment', 1_000_000],
    ['in many segments', 5_000],
  ])(
    'lines are refused while it is full, and go on whole when it is not, %s',
    async (_how, segmentLength) => {
      const { acknowledged, refused, error, after, torn, kept } = await fillDisk(
        scratch(),
        segmentLength,
      );
      expect(acknowledged.length).toBeGreaterThan(10);
      expect([refused, after, torn]).toEqual([3, true, 0]);
      expect(error).toMatch(/ENOSPC|no more bytes/);
      expect(kept).toEqual(acknowledged);
    },
  );
});
