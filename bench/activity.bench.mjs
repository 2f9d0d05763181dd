// Activity in the real app over a million entries: first rows, scrolling, searching, narrowing, and
// following while agents work. A frame that takes longer than 50 ms is one that a person can feel.
import { median, round, spread } from './lib/figures.mjs';
import { openActivity } from './lib/activity-app.mjs';
import { madeLedger } from './lib/made-ledger.mjs';
import { paintedAsks } from './lib/painted-asks.mjs';

const entries = 1_000_000;
const rounds = 5;
const frameMs = 50;
const firstRowsMs = 200;
const answerMs = 300;
const askMs = 100;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' };
  const ledger = await madeLedger(electron, asNode, entries);
  const app = await openActivity({ electron, env, ledger });
  try {
    const first = await times(rounds, () => app.firstRows());
    reportMs('Activity: click to first rows on screen', first, firstRowsMs, report);
    reportFrames('scrolling through thousands of rows', await app.scroll(), report);
    const search = await app.search(['gateway', 'wallet error', 'timeout refused', 'socket graph']);
    reportMs('a search: last key to its rows on screen', search.ms, answerMs, report);
    reportFrames('searching, key by key', search.frames, report);
    const narrow = await app.narrow();
    reportMs('a chip: click to its rows on screen', narrow.ms, answerMs, report);
    reportFrames('narrowing by chips', narrow.frames, report);
    const tail = await app.tail();
    reportFrames('following agents at work, at the top', tail.frames, report);
    report({
      name: 'rows that moved under a reader further down, of 50 new entries',
      ratio: tail.moved,
      target: 0,
      ok: tail.moved === 0,
      ours: `${tail.moved} px, ${tail.waiting} waiting above`,
    });
  } finally {
    await app.close();
  }
  const painted = (await paintedAsks({ electron, env, rounds: 12 })).slice(2);
  reportMs('call to painted ask', painted, askMs, report);
}

/** @param {number} amount @param {() => Promise<number>} measure */
async function times(amount, measure) {
  const seen = [];
  for (let n = 0; n < amount; n += 1) seen.push(await measure());
  return seen;
}

/** @param {string} name @param {number[]} ms @param {number} target @param {(figure: object) => void} report */
function reportMs(name, ms, target, report) {
  report({
    name,
    ratio: round(median(ms) / target),
    target: 1,
    ok: median(ms) <= target,
    spread: spread(ms.map((item) => item / target)),
    ours: `${round(median(ms))} ms, at most ${round(Math.max(...ms))} ms`,
    theirs: `${target} ms (the target)`,
  });
}

/** @param {string} name @param {number[]} frames @param {(figure: object) => void} report */
function reportFrames(name, frames, report) {
  const slow = frames.filter((ms) => ms > frameMs).length;
  const share = slow / frames.length;
  report({
    name: `${name}: frames over ${frameMs} ms`,
    ratio: round(share),
    target: 0.01,
    ok: share <= 0.01,
    ours: `${slow} of ${frames.length}, the longest ${round(Math.max(...frames))} ms`,
  });
}
