// What runs on Windows (or under Wine) to try its file operations: bundled by windows-files.world.mjs with
// the workbench's own sources. Writes one line of JSON per check into the file named first.
import { addNewerFunctions } from './newer-node.mjs';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confinedFiles } from '../../../../src/workbench/confined/files.ts';
import { openFolderAt } from '../../../../src/workbench/confined/folder.ts';
import { folderCalls } from '../../../../src/workbench/confined/system-folder-calls.ts';
import { isError } from '../../../../src/shared/actions/outcomes.ts';
import { raceChecks } from './race-checks.mjs';
import { tryActions } from './action-checks.mjs';

/** @typedef {import('./race-checks.mjs').Check} Check */
/** @typedef {import('./race-checks.mjs').Place} Place */

const files = confinedFiles;

/** @param {unknown} result @param {string} code */
const refusedAs = (result, code) =>
  assert.equal(/** @type {{ code?: string }} */ (result)?.code, code, JSON.stringify(result));

/** @param {unknown} result */
function done(result) {
  const { kind } = /** @type {{ kind?: string }} */ (result ?? {});
  assert.ok(kind !== 'refused' && kind !== 'failed', JSON.stringify(result));
}

/** @type {Record<string, Check>} */
const checks = {
  async 'reads a file'({ at, roots }) {
    const handle = await files.open(at('sub\\b.txt'), roots);
    assert.ok('readFile' in handle, JSON.stringify(handle));
    assert.equal(await handle.readFile('utf8'), 'inside too');
    await handle.close();
  },
  async 'creates a file, with the folders above it'({ at, roots }) {
    done(await files.create(at('new\\deep\\c.txt'), roots, 'new', { makeFolders: true }));
    assert.equal(fs.readFileSync(at('new\\deep\\c.txt'), 'utf8'), 'new');
    refusedAs(await files.create(at('new\\deep\\c.txt'), roots, 'again'), 'already-there');
  },
  async 'replaces a file while others have it open'({ at, roots, skip }) {
    const reader = fs.openSync(at('a.txt'), 'r');
    const result = await files.replace(at('a.txt'), roots, 'other');
    fs.closeSync(reader);
    assert.deepEqual(fs.readdirSync(at('')).toSorted(), ['a.txt', 'sub']);
    const text = fs.readFileSync(at('a.txt'), 'utf8');
    if ('inode' in result) return assert.equal(text, 'other');
    // FAT and Wine have no renaming over a file that is open.
    refusedAs(result, 'action-failed');
    assert.equal(text, 'inside');
    skip('this disk replaces no file that is open elsewhere; it was refused');
  },
  async 'refuses a version that is no longer there'({ at, roots }) {
    const made = await files.create(at('v.txt'), roots, 'one');
    assert.ok('inode' in made, JSON.stringify(made));
    done(await files.replace(at('v.txt'), roots, 'two', { expected: made }));
    refusedAs(await files.replace(at('v.txt'), roots, 'three', { expected: made }), 'stale');
    refusedAs(await files.remove(at('v.txt'), roots, { expected: made }), 'stale');
    assert.equal(fs.readFileSync(at('v.txt'), 'utf8'), 'two');
  },
  async 'does not replace what may not be written'({ at, roots }) {
    fs.chmodSync(at('a.txt'), 0o444);
    const result = await files.replace(at('a.txt'), roots, 'other');
    fs.chmodSync(at('a.txt'), 0o666);
    refusedAs(result, 'action-failed');
    assert.equal(fs.readFileSync(at('a.txt'), 'utf8'), 'inside');
  },
  async 'lists a folder'({ at, roots }) {
    for (let one = 0; one < 700; one += 1) fs.writeFileSync(at(`sub\\${'n'.repeat(60)}${one}`), '');
    const listing = await files.list(at('sub'), roots);
    assert.ok('entries' in listing, JSON.stringify(listing));
    assert.equal(listing.entries.length, 701);
    assert.equal(listing.entries[0]?.name, 'b.txt');
    const some = await files.list(at('sub'), roots, 5);
    assert.ok('entries' in some && some.truncated && some.entries.length === 5);
    const top = await files.list(at(''), roots);
    assert.deepEqual('entries' in top && top.entries.map(({ kind }) => kind), ['file', 'folder']);
  },
  async 'makes and removes a folder'({ at, roots }) {
    done(await files.makeFolder(at('made'), roots));
    refusedAs(await files.makeFolder(at('made'), roots), 'already-there');
    fs.writeFileSync(at('made\\x'), '');
    refusedAs(await files.remove(at('made'), roots), 'action-failed');
    done(await files.remove(at('made\\x'), roots));
    done(await files.remove(at('made'), roots));
    assert.ok(!fs.existsSync(at('made')));
  },
  async 'renames a file and a folder, never over something'({ at, roots }) {
    done(await files.rename(at('a.txt'), at('sub\\moved.txt'), roots));
    assert.equal(fs.readFileSync(at('sub\\moved.txt'), 'utf8'), 'inside');
    refusedAs(await files.rename(at('sub\\moved.txt'), at('sub\\b.txt'), roots), 'already-there');
    done(await files.rename(at('sub\\moved.txt'), at('sub\\b.txt'), roots, { mayReplace: true }));
    assert.equal(fs.readFileSync(at('sub\\b.txt'), 'utf8'), 'inside');
    done(await files.rename(at('sub'), at('other'), roots));
    assert.deepEqual(fs.readdirSync(at('')), ['other']);
  },
  async 'takes out to our own folder and puts back'({ at, roots, outside }) {
    const own = outside('trash-file');
    done(await files.takeOut(at('a.txt'), roots, () => own, { mayBeFolder: false }));
    assert.equal(fs.readFileSync(own, 'utf8'), 'inside');
    done(await files.putIn(own, at('back\\a.txt'), roots));
    assert.equal(fs.readFileSync(at('back\\a.txt'), 'utf8'), 'inside');
    const folder = outside('trash-folder');
    done(await files.takeOut(at('sub'), roots, () => folder, { mayBeFolder: true }));
    done(await files.putIn(folder, at('sub'), roots));
    assert.equal(fs.readFileSync(at('sub\\b.txt'), 'utf8'), 'inside too');
  },
  async 'refuses what leads out'({ at, roots, outside }) {
    for (const name of ['..\\outside\\x', 'sub\\..\\..\\outside\\x', 'sub\\\\b.txt', '.\\a.txt']) {
      refusedAs(await files.open(at(name), roots), 'outside-roots');
      refusedAs(await files.create(at(name), roots, 'x'), 'outside-roots');
    }
    refusedAs(await files.open(outside('x'), roots), 'outside-roots');
    refusedAs(await files.open(at('..').replace('app', 'App'), roots), 'outside-roots');
  },
  async 'refuses devices, streams, short names, trailing dots and spaces, wildcards'(place) {
    const { at, roots } = place;
    const before = fs.readdirSync(at(''));
    for (const name of oddNames) {
      const made = await files.create(at(name), roots, 'x', { anyName: true });
      assert.ok(isError(made), `${name}: ${JSON.stringify(made)}`);
      const found = await files.open(at(name), roots);
      assert.ok(isError(found), `${name} was opened`);
      const moved = await files.rename(at('a.txt'), at(name), roots);
      assert.ok(moved, `a.txt was renamed to ${name}`);
      refusedAs(await files.makeFolder(at(`${name}\\x`), roots, { makeFolders: true }), 'bad-path');
    }
    assert.deepEqual(fs.readdirSync(at('')), before);
    assert.equal(fs.readFileSync(at('a.txt'), 'utf8'), 'inside');
  },
  async 'refuses a name that leads to a file only by its case'({ at, roots, skip }) {
    if (!fs.existsSync(at('A.TXT'))) return skip('this disk tells capital letters apart');
    refusedAs(await files.open(at('A.TXT'), roots), 'bad-path');
    refusedAs(await files.replace(at('A.TXT'), roots, 'x'), 'bad-path');
    refusedAs(await files.remove(at('A.TXT'), roots), 'bad-path');
    refusedAs(await files.create(at('SUB\\x'), roots, 'x'), 'bad-path');
    assert.equal(fs.readFileSync(at('a.txt'), 'utf8'), 'inside');
    assert.equal(fs.existsSync(at('sub\\x')), false);
  },
  async 'refuses a folder that was replaced since it was granted'({ at, roots, outside }) {
    fs.renameSync(at(''), outside('old'));
    fs.mkdirSync(at(''));
    fs.writeFileSync(at('a.txt'), 'another');
    refusedAs(await files.open(at('a.txt'), roots), 'root-changed');
    refusedAs(await files.create(at('n.txt'), roots, 'x'), 'root-changed');
  },
  async 'refuses junctions'({ at, roots, outside, skip }) {
    try {
      fs.symlinkSync(outside(''), at('junction'), 'junction');
    } catch (error) {
      return skip(`no junction could be made (${String(error)})`);
    }
    if (!fs.lstatSync(at('junction')).isSymbolicLink()) return skip('the junction became a folder');
    refusedAs(await files.open(at('junction\\x'), roots), 'outside-roots');
    refusedAs(await files.create(at('junction\\new'), roots, 'x'), 'outside-roots');
    refusedAs(await files.remove(at('junction'), roots), 'is-a-link');
    assert.ok(!fs.existsSync(outside('new')));
  },
  async 'refuses links to files'({ at, roots, outside, skip }) {
    try {
      fs.symlinkSync(outside('x'), at('link'), 'file');
    } catch (error) {
      return skip(`no link could be made (${String(error)})`);
    }
    if (!fs.lstatSync(at('link'), { throwIfNoEntry: false })?.isSymbolicLink())
      return skip('the link became something else');
    refusedAs(await files.open(at('link'), roots), 'outside-roots');
    refusedAs(await files.replace(at('link'), roots, 'x'), 'outside-roots');
    assert.equal(fs.readFileSync(outside('x'), 'utf8'), 'secret');
  },
  async 'a hard link is not replaced silently'({ at, roots, skip }) {
    try {
      fs.linkSync(at('a.txt'), at('second.txt'));
    } catch (error) {
      return skip(`no hard link could be made (${String(error)})`);
    }
    refusedAs(await files.replace(at('a.txt'), roots, 'x'), 'hard-link');
  },
  async 'an open folder can be neither renamed nor removed'({ at, roots }) {
    const folder = openFolderAt(at('sub'), roots);
    assert.ok('here' in folder, JSON.stringify(folder));
    try {
      assert.throws(() => fs.renameSync(at('sub'), at('away')));
      assert.throws(() => fs.rmdirSync(at('sub')));
      assert.equal(path.win32.resolve(folder.here), path.win32.resolve(at('sub')));
      folder.makeFolder('inside');
      assert.ok(fs.existsSync(at('sub\\inside')));
    } finally {
      folder.close();
    }
    fs.renameSync(at('sub'), at('away'));
  },
  async 'leaves nothing open'({ at, roots }) {
    await files.create(at('x.txt'), roots, 'x');
    await files.replace(at('x.txt'), roots, 'y');
    await files.list(at(''), roots);
    await files.open(at('no\\x'), roots);
    await files.rename(at('x.txt'), at('y.txt'), roots);
    await files.remove(at('y.txt'), roots);
    // Whatever was left open could not be renamed.
    fs.renameSync(at('sub'), at('sub2'));
    fs.renameSync(at(''), `${at('')}2`);
    fs.renameSync(`${at('')}2`, at(''));
  },
  ...raceChecks,
};

const oddNames = [
  ...['CON', 'nul', 'aux.txt', 'COM1', 'lpt9.log', 'CONIN$', 'com\u00B9'],
  ...['a.txt:stream', 'sub:$I30:$INDEX_ALLOCATION', 'a.txt::$DATA'],
  ...['a.txt.', 'a.txt ', 'sub. .', '...', 'GIT~1', 'PROGRA~1.TXT'],
  ...['a?txt', 'a*', 'a<txt', 'a"txt', 'a|b', 'a\u0001'],
];

const [, , report = '', only = ''] = process.argv;
const say = (/** @type {object} */ line) => fs.appendFileSync(report, `${JSON.stringify(line)}\n`);

addNewerFunctions();
try {
  folderCalls();
  for (const [name, check] of Object.entries(checks))
    if (name.includes(only)) await tried(name, check);
  const place = newPlace();
  await tryActions({ ...place, skip: () => undefined }, say);
  say({ end: true });
} catch (error) {
  say({ name: 'the library', result: 'failed', why: String(error) });
}
process.exit(0);

/** @param {string} name @param {Check} check */
async function tried(name, check) {
  const place = newPlace();
  let skipped = '';
  try {
    const note = await check({ ...place, skip: (why) => void (skipped = why) });
    const secret = fs.readFileSync(place.outside('x'), 'utf8');
    assert.equal(secret, 'secret', 'the file outside was changed');
    say({
      name,
      result: skipped ? 'skipped' : 'passed',
      ...(skipped || note ? { why: skipped || note } : {}),
    });
  } catch (error) {
    say({ name, result: 'failed', why: error instanceof Error ? error.stack : String(error) });
  } finally {
    fs.rmSync(place.world, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A granted folder beside one that is not. @returns {Omit<Place, 'skip'>} */
function newPlace() {
  const world = fs.realpathSync.native(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-')));
  const app = path.join(world, 'app');
  fs.mkdirSync(path.join(app, 'sub'), { recursive: true });
  fs.mkdirSync(path.join(world, 'outside'));
  fs.writeFileSync(path.join(app, 'a.txt'), 'inside');
  fs.writeFileSync(path.join(app, 'sub', 'b.txt'), 'inside too');
  fs.writeFileSync(path.join(world, 'outside', 'x'), 'secret');
  const { dev, ino } = fs.statSync(app, { bigint: true });
  return {
    world,
    at: (name) => (name === '' ? app : `${app}\\${name}`),
    outside: (name) =>
      name === '' ? path.join(world, 'outside') : path.join(world, 'outside', name),
    roots: [{ path: app, device: String(dev), inode: String(ino) }],
  };
}
