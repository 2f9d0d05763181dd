// D5: two programs exchange folders and files with links to the outside, as fast as they can, while
// the workbench's confined operations run. Nothing outside may ever be read or changed.
// Alone: ELECTRON_RUN_AS_NODE=1 node_modules/electron/dist/electron faults/paths.fault.mjs 1000000
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderCallsOn, setFolderCalls } from '../src/workbench/confined/system-folder-calls.ts';
import { nativeFolderCalls } from '../src/workbench/confined/native-folder-calls.ts';
import { listConfined } from '../src/workbench/confined/list.ts';
import { removeConfined, renameConfined } from '../src/workbench/confined/move.ts';
import { openConfinedFile, pinConfinedFile } from '../src/workbench/confined/read.ts';
import { isError } from '../src/workbench/confined/errors.ts';
import { createConfinedFile, replaceConfinedFile } from '../src/workbench/confined/write.ts';

const inside = 'inside';
const outside = 'OUTSIDE';

/**
 * renameat2 with RENAME_EXCHANGE swaps two names in one step; Node has no such call. On a processor
 * of their own the swappers win against a naive reader in a third of the tries, else in one of 1,000.
 */
const exchanger = `
import ctypes, os, sys
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
libc = ctypes.CDLL(None, use_errno=True)
parent, a, b = os.getppid(), sys.argv[1].encode(), sys.argv[2].encode()
if libc.renameat2(-100, a, -100, b, 2) != 0: sys.exit(3)
print('swapping', flush=True)
while os.getppid() == parent:
    for _ in range(1000): libc.renameat2(-100, a, -100, b, 2)
`;

/** Without Python: three renames in turn, slower and with a moment in which the name is missing. */
const renamer = `
const fs = require('node:fs');
const [a, b] = process.argv.slice(1);
process.stdin.resume().on('end', () => process.exit());
console.log('swapping');
const swap = () => {
  for (let i = 0; i < 1000; i += 1) {
    fs.renameSync(a, a + '~'); fs.renameSync(b, a); fs.renameSync(a + '~', b);
  }
  setImmediate(swap);
};
swap();
`;

/** @typedef {{ operations: number, escapes: number, done: number, metLink: number,
 *   naiveEscapes: number, naiveReads: number, microseconds: number, speed: Speed }} RaceResult */

/**
 * The race once with this system's folder calls, and once with those of macOS, which also run on Linux.
 * @param {{ report?: (line: string | { name: string, ok: boolean, escapes: number, operations: number }) => void, count?: number, operations?: number }} options
 * @returns {Promise<{ readonly own: RaceResult, readonly native: RaceResult }>}
 */
export async function run(options = {}) {
  const usual = folderCallsOn(process.platform);
  if (!usual) throw new Error('there are no folder calls for this system');
  const own = await raceWith("this system's calls", options);
  setFolderCalls(nativeFolderCalls());
  try {
    return { own, native: await raceWith('the calls of macOS', options) };
  } finally {
    setFolderCalls(usual);
  }
}

/**
 * @param {string} calls
 * @param {{ report?: (line: string | { name: string, ok: boolean, escapes: number, operations: number }) => void, count?: number, operations?: number }} options
 * @returns {Promise<RaceResult>}
 */
async function raceWith(
  calls,
  { report = console.log, count = 1_000_000, operations = count } = {},
) {
  const world = makeWorld();
  const swappers = [];
  try {
    const speed = compareSpeed(world);
    report(
      `undisturbed, open and close: walk ${speed.walk.toFixed(1)} µs, ` +
        `realpath and open ${speed.naive.toFixed(1)} µs, ratio ${(speed.walk / speed.naive).toFixed(2)}`,
    );
    swappers.push(await startSwapper(world.at('app/sub'), world.at('app/to-folder')));
    swappers.push(await startSwapper(world.at('app/stay/a.txt'), world.at('app/stay/to-file')));
    const how = swappers.map((one) => one.how).join(' and ');
    report(`D5 in ${world.folder}, swapped by ${how}`);
    const naive = naiveReads(world, Math.min(20_000, operations));
    report(`realpath, then open: ${naive.escapes} of ${naive.reads} read the outside file`);
    const result = await race(world, operations, report);
    report(
      `walk: ${result.escapes} escapes in ${operations} operations ` +
        `(${result.done} done, ${result.metLink} stopped at a link, the rest found nothing), ` +
        `${result.microseconds.toFixed(1)} µs each`,
    );
    const { escapes } = result;
    report({
      name: `D5 escapes from a granted folder, ${calls}`,
      ok: escapes === 0,
      escapes,
      operations,
    });
    const { escapes: naiveEscapes, reads } = naive;
    return { operations, ...result, naiveEscapes, naiveReads: reads, speed };
  } finally {
    await Promise.all(swappers.map((one) => one.stop()));
    fs.closeSync(world.outsideFd);
    fs.rmSync(world.folder, { recursive: true, force: true });
  }
}

function makeWorld() {
  // In memory, so that the operations and not the disk's syncs take the time.
  const base = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(base, 'gatehouse-race-')));
  const at = (/** @type {string} */ name) => path.join(folder, name);
  for (const made of ['app/sub/deep', 'app/stay', 'outside/deep'])
    fs.mkdirSync(at(made), { recursive: true });
  for (const file of ['app/sub/a.txt', 'app/sub/deep/a.txt', 'app/stay/a.txt'])
    fs.writeFileSync(at(file), inside);
  for (const file of ['outside/a.txt', 'outside/deep/a.txt', 'outside/victim'])
    fs.writeFileSync(at(file), outside);
  fs.symlinkSync('../outside', at('app/to-folder'));
  fs.symlinkSync('../../outside/a.txt', at('app/stay/to-file'));
  const { dev, ino } = fs.statSync(at('app'), { bigint: true });
  const roots = [{ path: at('app'), device: String(dev), inode: String(ino) }];
  // Any entry made, moved or removed there from now on gives it another time.
  for (const old of ['outside', 'outside/deep']) fs.utimesSync(at(old), 1, 1);
  return { folder, at, roots, outsideFd: fs.openSync(at('outside'), 'r') };
}

/** @param {string} a @param {string} b */
async function startSwapper(a, b) {
  const python = await swapperBy('python3', ['-c', exchanger, a, b]);
  if (python) return { ...python, how: 'renameat2' };
  const node = await swapperBy(process.execPath, ['-e', renamer, a, b]);
  if (!node) throw new Error('nothing can swap here');
  return { ...node, how: 'three renames' };
}

/**
 * Null when the program is missing or cannot do it.
 * @param {string} program @param {readonly string[]} args
 */
async function swapperBy(program, args) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = new Promise((resolve) => {
    child.once('error', resolve).once('close', resolve);
  });
  const ready = once(child.stdout, 'data').then(() => true);
  if ((await Promise.race([ready, gone.then(() => null)])) !== true) return null;
  return {
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** @typedef {{ walk: number, naive: number }} Speed µs */
/** @typedef {ReturnType<typeof makeWorld>} World */

/**
 * The same file three names deep, in turns, so that a busy machine slows both.
 * @param {World} world @returns {Speed}
 */
function compareSpeed({ at, roots }) {
  const file = at('app/sub/deep/a.txt');
  const ways = {
    walk() {
      const pinned = pinConfinedFile(file, roots);
      if (isError(pinned)) throw new Error(pinned.message);
      fs.closeSync(fs.openSync(pinned.here, 'r'));
      pinned.close();
    },
    naive: () => fs.closeSync(fs.openSync(fs.realpathSync.native(file), 'r')),
  };
  const best = { walk: Infinity, naive: Infinity };
  for (let round = 0; round < 10; round += 1)
    for (const way of /** @type {const} */ (['walk', 'naive'])) {
      const started = performance.now();
      for (let turn = 0; turn < 1000; turn += 1) ways[way]();
      best[way] = Math.min(best[way], performance.now() - started);
    }
  return best;
}

/**
 * What a program does that checks the path and then opens it: the race must be won often here.
 * @param {World} world @param {number} reads
 */
function naiveReads({ at }, reads) {
  let escapes = 0;
  for (let turn = 0; turn < reads; turn += 1) {
    try {
      const wanted = at(turn % 2 === 0 ? 'app/sub/a.txt' : 'app/stay/a.txt');
      const real = fs.realpathSync.native(wanted);
      if (real.startsWith(at('app/')) && fs.readFileSync(real, 'utf8') === outside) escapes += 1;
    } catch {
      // Gone for a moment, as it may be.
    }
  }
  return { escapes, reads };
}

/** @param {World} world @param {number} operations @param {(line: string) => void} report */
async function race(world, operations, report) {
  const turns = turnsIn(world);
  let done = 0;
  let metLink = 0;
  let escapes = 0;
  const started = performance.now();
  for (let turn = 0; turn < operations; turn += 1) {
    const outcome = await turns[turn % turns.length]?.();
    if (outcome === 'outside-roots') metLink += 1;
    if (outcome === 'done') done += 1;
    if (outcome === 'escaped' || wasTouched(world)) escapes += 1;
    if ((turn + 1) % 250_000 === 0) report(`  ${turn + 1} operations, ${escapes} escapes`);
  }
  const microseconds = ((performance.now() - started) * 1000) / operations;
  return { escapes: escapes + changedContents(world), done, metLink, microseconds };
}

/** @param {World} world @returns {(() => string | Promise<string>)[]} */
function turnsIn({ at, roots }) {
  const in_ = (/** @type {string} */ name) => at(`app/${name}`);
  const ok = (/** @type {unknown} */ result) =>
    result !== null && isError(result) ? result.code : 'done';
  const never = (/** @type {unknown} */ result) => (ok(result) === 'done' ? 'escaped' : ok(result));
  const read = (/** @type {string} */ name) => {
    const file = pinConfinedFile(in_(name), roots);
    if (isError(file)) return file.code;
    const text = fs.readFileSync(file.here, 'utf8');
    file.close();
    return text === outside ? 'escaped' : 'done';
  };
  const open = async (/** @type {string} */ name) => {
    const handle = await openConfinedFile(in_(name), roots);
    if (isError(handle)) return handle.code;
    const text = await handle.readFile('utf8');
    await handle.close();
    return text === outside ? 'escaped' : 'done';
  };
  const reads = [
    () => read('sub/a.txt'),
    () => read('stay/a.txt'),
    () => read('sub/deep/a.txt'),
    () => open('sub/a.txt'),
    () => open('stay/a.txt'),
  ];
  const changes = [
    async () => ok(await createConfinedFile(in_('sub/new'), roots, inside)),
    async () => ok(await renameConfined(in_('sub/new'), in_('sub/deep/new'), roots)),
    async () => ok(await removeConfined(in_('sub/new'), roots)),
    async () => ok(await removeConfined(in_('sub/deep/new'), roots)),
    async () => ok(await createConfinedFile(in_('stay/new'), roots, inside)),
    async () =>
      ok(await renameConfined(in_('stay/new'), in_('sub/new'), roots, { mayReplace: true })),
    async () => ok(await removeConfined(in_('stay/new'), roots)),
    async () => ok(await replaceConfinedFile(in_('sub/deep/a.txt'), roots, inside)),
    async () => ok(await createConfinedFile(in_('sub/a/b'), roots, '', { makeFolders: true })),
    async () => ok(await removeConfined(in_('sub/a/b'), roots)),
    async () => ok(await removeConfined(in_('sub/a'), roots)),
  ];
  // Only outside is there anything of this name.
  const lures = [
    async () => never(await removeConfined(in_('sub/victim'), roots)),
    async () => never(await renameConfined(in_('sub/victim'), in_('stay/victim'), roots)),
    async () => {
      const listing = await listConfined(in_('sub'), roots);
      if (isError(listing)) return listing.code;
      return listing.entries.some((entry) => entry.name === 'victim') ? 'escaped' : 'done';
    },
  ];
  return [...reads, ...changes, ...reads, ...lures];
}

/** @param {World} world */
function wasTouched({ outsideFd, at }) {
  if (fs.fstatSync(outsideFd).mtimeMs === 1000) return false;
  fs.utimesSync(at('outside'), 1, 1);
  return true;
}

/** @param {World} world */
function changedContents({ at }) {
  const names = fs.readdirSync(at('outside')).toSorted().join();
  const isOld = (/** @type {string} */ name) => fs.readFileSync(at(name), 'utf8') === outside;
  const unchanged =
    names === 'a.txt,deep,victim' &&
    fs.statSync(at('outside/deep')).mtimeMs === 1000 &&
    ['outside/a.txt', 'outside/deep/a.txt', 'outside/victim'].every(isOld);
  return unchanged ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const operations = Number(process.argv[2] ?? 1_000_000);
  const { own, native } = await run({ operations });
  process.exitCode = own.escapes + native.escapes === 0 ? 0 : 1;
}
