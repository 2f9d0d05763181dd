// A2, goal 21: what is wrong with a credential must not show in the time its refusal takes.
import { tokenTimings } from '../test/faults/lib/token-timing.ts';

const usual = 10_000;
const most = 4.5;

/** @param {{ count?: number, report: (result: object) => void }} tools */
export async function run({ count = usual, report }) {
  const timings = await tokenTimings(count, Date.now() % 1_000_000);
  for (const [kind, t] of Object.entries(timings)) {
    const figures = { tries: count, t: Number(t.toFixed(2)), most };
    report({
      name: `A2 ${kind}, against a last byte that is wrong`,
      ok: t < most,
      ...figures,
    });
  }
}
