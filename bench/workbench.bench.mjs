// The workbench in a repository of 50,000 files: what it finds, lists and reads, each in turn with
// ripgrep, git and plain fs doing the same with no confinement, no check and no bounds.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ratioFigure } from './lib/figures.mjs';

const load = path.join(import.meta.dirname, 'lib/workbench-load.mjs');
const cache = path.resolve(import.meta.dirname, '../.cache');
const files = 50_000;

/** What confinement, checking and order may cost. @type {Readonly<Record<string, number>>} */
const targets = {
  'find_in_project, a rare word': 1.5,
  'find_in_project, a word of every file': 1,
  regex_search: 1.5,
  search_files: 2,
  explore_tree: 3,
  git_status: 1.5,
  'open_file, 200 of them': 3,
};

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const output = execFileSync(electron, [load, cache, String(files)], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Record<string, { ours: number[], theirs: number[] }>} */
  const times = JSON.parse(output);
  for (const [name, { ours, theirs }] of Object.entries(times)) {
    report(ratioFigure({ name, target: targets[name] ?? 0, ours, theirs, unit: 'ms' }));
  }
}
