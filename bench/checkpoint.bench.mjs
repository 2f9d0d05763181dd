// Checkpoints of a folder of 50,000 files: the first, one with nothing changed, one with 100 changed
// files. The times are those of the whole machine; `cpu` is what git and this process used of it,
// which other work on the machine does not change much.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { median, round, spread } from './lib/figures.mjs';

const load = path.join(import.meta.dirname, 'lib/checkpoint-load.mjs');
const cache = path.resolve(import.meta.dirname, '../.cache');
const files = 50_000;

/** In milliseconds. @type {Readonly<Record<string, number>>} */
const targets = {
  'first checkpoint': 15_000,
  'nothing changed': 150,
  '100 files changed': 600,
  'what 100 files changed, with digests': 400,
};

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const output = execFileSync(electron, [load, cache, String(files)], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Record<string, { ms: number[], cpu: number[] }>} */
  const times = JSON.parse(output);
  for (const [name, { ms, cpu }] of Object.entries(times)) {
    const target = targets[name] ?? 0;
    const p50 = round(median(ms));
    report({
      ...{ name, ms: p50, target, ok: p50 <= target, spread: spread(ms) },
      least: round(Math.min(...ms)),
      cpu: round(median(cpu)),
    });
  }
}
