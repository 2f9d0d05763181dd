// Runs on Electron's Node: the workbench's handlers in a large repository, each in turn with the
// plain tool that does the same without checks.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BlobStore } from '../../src/main/platform/files/blob-store.ts';
import { ripgrep } from '../../src/workbench/basics/tools.ts';
import { confinedFiles } from '../../src/workbench/confined/files.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { bigRepository } from './big-repository.mjs';

const [, , cache = '', wanted = ''] = process.argv;
const files = Number(wanted);
const rounds = 9;
const folder = fs.realpathSync(bigRepository(path.join(cache, `bench-repository-${files}`), files));
const state = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
const blobs = new BlobStore(state);
const context = openAllHandlers({
  version: '1',
  files: confinedFiles,
  stateFolder: state,
  emit: () => undefined,
  keep: (content) => blobs.put(content),
});
const { dev, ino } = fs.statSync(folder, { bigint: true });
const task = {
  sessionId: 's1',
  agentId: 'bench',
  entryId: 'e1',
  roots: [{ path: folder, device: `${dev}`, inode: `${ino}` }],
  skip: [],
  start: undefined,
  resultBytes: 1_048_576,
  signal: new AbortController().signal,
};

/** @param {string} name @param {Record<string, unknown>} args @returns {Promise<any>} */
async function handler(name, args) {
  /** @type {any} */
  const handlers = context.handlers;
  const outcome = await handlers[name](args, task);
  if (outcome.kind !== 'done') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome.data;
}

const run = promisify(execFile);
/** @param {string} program @param {string[]} args @returns {Promise<string>} */
const plain = async (program, args) =>
  (await run(program, args, { cwd: folder, maxBuffer: 1e9 })).stdout;

const rg = ripgrep() ?? 'rg';
const some = Array.from({ length: 200 }, (_, nth) => nth * Math.floor(files / 200));
const listed = (await plain(rg, ['--files'])).trimEnd().split('\n').toSorted();
const opened = some.map((nth) => path.join(folder, listed[nth] ?? ''));

/** @type {Record<string, { ours: () => Promise<unknown>, theirs: () => Promise<unknown> }>} */
const pairs = {
  'find_in_project, a rare word': {
    ours: () => handler('find_in_project', { text: 'rareWord', ignore_case: false, limit: 200 }),
    theirs: () => plain(rg, ['--json', '--fixed-strings', '--regexp', 'rareWord', './']),
  },
  'find_in_project, a word of every file': {
    ours: () => handler('find_in_project', { text: 'deploy', ignore_case: false, limit: 200 }),
    theirs: () =>
      plain(rg, ['--json', '--fixed-strings', '--max-count=1', '--regexp', 'deploy', './']),
  },
  regex_search: {
    ours: () =>
      handler('regex_search', { pattern: 'rare[A-Z]ord', ignore_case: false, limit: 200 }),
    theirs: () => plain(rg, ['--json', '--regexp', 'rare[A-Z]ord', './']),
  },
  search_files: {
    ours: () => handler('search_files', { glob: '**/cache-*.ts', limit: 200 }),
    theirs: () => plain(rg, ['--files', '--glob', '**/cache-*.ts']),
  },
  explore_tree: {
    ours: () => handler('explore_tree', { depth: 4, limit: 500 }),
    theirs: () => plain(rg, ['--files']),
  },
  git_status: {
    ours: () => handler('git_status', {}),
    theirs: () => plain('git', ['status', '--porcelain=v2', '--branch', '--untracked-files=all']),
  },
  'open_file, 200 of them': {
    async ours() {
      for (const file of opened) await handler('open_file', { path: file });
    },
    async theirs() {
      for (const file of opened) await fs.promises.readFile(file, 'utf8');
    },
  },
};

/** @type {Record<string, { ours: number[], theirs: number[] }>} */
const times = {};
const timed = async (/** @type {() => Promise<unknown>} */ work) => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};
for (const [name, { ours, theirs }] of Object.entries(pairs)) {
  const kept = (times[name] = {
    ours: /** @type {number[]} */ ([]),
    theirs: /** @type {number[]} */ ([]),
  });
  for (let round = 0; round <= rounds; round += 1) {
    const [mine, other] = [await timed(ours), await timed(theirs)];
    // The first warms the caches of both.
    if (round === 0) continue;
    kept.ours.push(mine);
    kept.theirs.push(other);
  }
}
await context.dispose();
fs.rmSync(state, { recursive: true, force: true });
process.stdout.write(JSON.stringify(times));
