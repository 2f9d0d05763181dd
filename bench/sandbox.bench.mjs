// What the sandbox costs: programs started in it against the same ones started plainly, a checkpoint of
// 50,000 unchanged files, downloads through the session's proxy against direct ones, and a whole call in
// the real app. `npm run bench -- checkpoint` has more about checkpoints.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { downloads } from './lib/downloads.mjs';
import { median, round, spread } from './lib/figures.mjs';
import { sandboxedCalls } from './lib/sandboxed-calls.mjs';

const starts = path.join(import.meta.dirname, 'lib/sandbox-starts.ts');
const checkpoints = path.join(import.meta.dirname, 'lib/checkpoint-load.mjs');
const cache = path.resolve(import.meta.dirname, '../.cache');
const files = 50_000;

const startTargetMs = 15;
const checkpointTargetMs = 150;
const downloadTarget = 0.8;

/** @typedef {{ ours: number[], theirs: number[] }} Pair */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const onNode = (/** @type {string[]} */ ...args) =>
    JSON.parse(
      execFileSync(electron, args, {
        env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );

  // No processor time here: bubblewrap does not wait for the program, so the system does not add it up.
  /** @type {Record<string, Pair>} */
  const started = onNode(starts, process.execPath);
  for (const [name, pair] of Object.entries(started))
    report(moreMs(`${name} in the sandbox`, pair, startTargetMs));

  /** @type {{ ms: number[], cpu: number[] }} */
  const { ms, cpu } = onNode(checkpoints, cache, String(files), 'unchanged')['nothing changed'];
  report({
    ...{ name: `checkpoint, ${files} files unchanged`, value: `${round(median(ms))} ms` },
    ...{ target: `≤ ${checkpointTargetMs} ms`, ok: median(ms) <= checkpointTargetMs },
    ...{ spread: spread(ms), least: round(Math.min(...ms)), cpu: `${round(median(cpu))} ms` },
  });

  for (const [scheme, { ours, theirs }] of Object.entries(await downloads({ electron, env }))) {
    const ratios = ours.map((rate, at) => rate / (theirs[at] ?? 0));
    report({
      ...{ name: `${scheme} download through the proxy`, value: round(median(ratios)) },
      ...{ target: `≥ ${downloadTarget}`, ok: median(ratios) >= downloadTarget },
      ...{ spread: spread(ratios), least: round(Math.min(...ratios)) },
      ...{ ours: `${round(median(ours))} MB/s`, theirs: `${round(median(theirs))} MB/s` },
    });
  }

  const calls = await sandboxedCalls({ electron, env });
  report(moreMs('exec_command true in the app, beyond a call and a plain true', calls, null));
}

/** How much longer ours took, round by round. @param {string} name @param {Pair} pair @param {number | null} target */
function moreMs(name, { ours, theirs }, target) {
  const more = ours.map((value, at) => value - (theirs[at] ?? 0));
  const middle = round(median(more));
  return {
    ...{ name, value: `+${middle} ms`, target: target === null ? '' : `≤ +${target} ms` },
    ...(target === null ? {} : { ok: middle <= target }),
    ...{ spread: spread(more), least: round(Math.min(...ours) - Math.min(...theirs)) },
    ...{ ours: `${round(median(ours))} ms`, theirs: `${round(median(theirs))} ms` },
  };
}
