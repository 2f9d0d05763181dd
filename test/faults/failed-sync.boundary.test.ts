import { describe, expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { lineEntries } from './lib/read-back.ts';
import { failSyncs, whyNoStrace } from './lib/failed-sync.ts';

const impossible = whyNoStrace();
if (impossible) process.stderr.write(`no strace here: ${impossible}\n`);

describe('K4 a real fdatasync that fails', () => {
  test.runIf(!impossible).each(['2', '3', '7', '2..3', '5..9'])(
    'number %s: every yes is in a chain that verifies',
    { timeout: 60_000 },
    async (when) => {
      const folder = scratch();
      const { started, acknowledged } = await failSyncs(folder, when);
      expect(started).toBe(true);
      expect(acknowledged.length).toBeGreaterThan(10);
      const kept = lineEntries(folder);
      expect(kept.filter((entry) => acknowledged.includes(entry))).toEqual(acknowledged);
    },
  );

  test.runIf(!impossible)(
    'all of them: nothing is acknowledged as durable',
    { timeout: 60_000 },
    async () => {
      const folder = scratch();
      const { acknowledged } = await failSyncs(folder, '2+');
      expect(acknowledged.filter((entry) => !['line 1'].includes(entry))).toEqual([]);
    },
  );
});
