/** `npm run faults -- transports` sends a million. */
import { expect, test } from 'vitest';
import { fuzzTransports } from './lib/fuzz/fuzz-rounds.ts';

test('J10 C2 20,000 messages mutated from a recorded session: no crash, and every reply is in the agreed shape, and no file holds a key', async () => {
  const { transports, crashed, after, leaks } = await fuzzTransports(20_000, 11);
  expect(transports.flatMap(({ problems }) => problems)).toEqual([]);
  expect(crashed).toBeNull();
  expect(leaks).toEqual([]);
  expect(after).toMatchObject({ unhandled: [], bugs: [], polluted: false });
  expect(transports.reduce((sum, { sent }) => sum + sent, 0)).toBeGreaterThanOrEqual(20_000);
  // It went in deep enough to be done, and to be refused for what it asked.
  const session = transports.find(({ transport }) => transport === 'session socket')?.answers ?? {};
  expect(session['ok']).toBeGreaterThan(100);
  expect(session['outside-roots']).toBeGreaterThan(50);
}, 240_000);
