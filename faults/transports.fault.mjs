// J10, goal 11: a million messages mutated from a recorded session, at every transport of a real app.
// FUZZ_SEED repeats a run; a problem names the transport, its number and what was sent. SIGUSR2 ends it
// early, with a report of what was sent until then.
import { fuzzTransports } from '../test/faults/lib/fuzz/fuzz-rounds.ts';

const usual = 1_000_000;

/** @param {{ count?: number, report: (result: object | string) => void }} tools */
export async function run({ count = usual, report }) {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
  report(`seed ${seed}`);
  let problems = 0;
  const enough = new AbortController();
  process.once('SIGUSR2', () => enough.abort());
  const { transports, crashed, before, after, leaks } = await fuzzTransports(count, seed, {
    enough: enough.signal,
    underWay: (sent) => report(`${sent} sent`),
    onReport(transport) {
      problems += transport.problems.length;
      const { problems: found, seconds, ...seen } = transport;
      const facts = { ...seen, seconds: Math.round(seconds), problems: found.slice(0, 3) };
      report({ name: `J10 ${transport.transport}`, ok: found.length === 0, ...facts });
    },
  });
  const { unhandled, bugs, polluted } = after;
  const rounded = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  report({
    name: 'J10 the app, goal 11',
    ok:
      !crashed &&
      unhandled.length + bugs.length === 0 &&
      !polluted &&
      problems + leaks.length === 0,
    seed,
    sent: transports.reduce((sum, { sent }) => sum + sent, 0),
    crashed: crashed ?? 'no',
    unhandled: unhandled.length === 0 ? 0 : unhandled.slice(0, 3),
    bugs: bugs.length === 0 ? 0 : bugs.slice(0, 3),
    leaks: leaks.length,
    rssMb: `${rounded(before.rssMb)} to ${rounded(after.rssMb)}`,
    heapMb: `${rounded(before.heapMb)} to ${rounded(after.heapMb)}`,
    loopDelayMs: `p50 ${rounded(after.delayP50Ms)} p99 ${rounded(after.delayP99Ms)} max ${rounded(after.delayMaxMs)}`,
  });
}
