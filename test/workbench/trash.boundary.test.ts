/** What is put back from the trash, and where to, nobody can decide but whoever deleted it. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { confinedFiles } from '../../src/workbench/confined/files.ts';
import { everywhere } from '../../src/workbench/user/user-handlers.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { rootOf } from './task.ts';

const otherDisk = '/dev/shm';
const isApart = (): boolean =>
  fs.existsSync(otherDisk) && fs.statSync(otherDisk).dev !== fs.statSync(scratch()).dev;

/** A trash, and a granted folder on another disk than ours: its things lie at the top of that disk. */
function world() {
  const stateFolder = path.join(scratch(), 'workbench');
  const trash = new Trash({ files: confinedFiles, stateFolder });
  const folder = fs.mkdtempSync(path.join(otherDisk, 'gatehouse-test-'));
  const source = path.join(otherDisk, `.Trash-${process.getuid?.() ?? 0}`);
  const before = new Set(fs.existsSync(source) ? fs.readdirSync(source) : []);
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    for (const name of fs.existsSync(source) ? fs.readdirSync(source) : [])
      if (!before.has(name)) fs.rmSync(path.join(source, name), { recursive: true, force: true });
    if (before.size === 0) fs.rmSync(source, { recursive: true, force: true });
  });
  const who = { sessionId: 's', agentId: 'cursor', entryId: 'e', roots: [rootOf(folder)] };
  const remove = async (file: string): Promise<string> => {
    const done = await trash.put(file, who, { mayBeFolder: true });
    if (!('trashId' in done)) throw new Error(JSON.stringify(done));
    return done.trashId;
  };
  return { trash, folder, source, stateFolder, remove };
}

describe('K16 a thing in the trash of another disk', () => {
  test('is restored to its old path', async ({ skip }) => {
    if (!isApart()) skip(`${otherDisk} is no other disk here`);
    const { trash, folder, remove, source } = world();
    const file = put(folder, 'a.txt', 'mine');
    const id = await remove(file);
    expect(fs.existsSync(path.join(source, id, 'content'))).toBe(true);
    expect(trash.list()).toMatchObject([{ path: file }]);
    expect(await trash.restore(id, everywhere())).toMatchObject({ path: file });
    expect(fs.readFileSync(file, 'utf8')).toBe('mine');
    expect(trash.list()).toEqual([]);
  });

  test('that nobody deleted is none, whatever note lies beside it', async ({ skip }) => {
    if (!isApart()) skip(`${otherDisk} is no other disk here`);
    const { trash, folder, remove, source, stateFolder } = world();
    await remove(put(folder, 'a.txt', 'mine'));
    const target = path.join(folder, 'target');
    const id = randomUUID();
    put(source, `${id}/content`, 'evil');
    const note = {
      ...{ trash_id: id, path: target, folder: false, deleted_at: new Date().toISOString() },
      ...{ session_id: 's', agent_id: 'cursor', entry_id: 'e' },
    };
    put(source, `${id}/note.json`, JSON.stringify(note));
    // As an older version knew other disks.
    put(stateFolder, 'trash-places.json', JSON.stringify([source]));
    expect(trash.list().map((one) => one.trash_id)).not.toContain(id);
    expect(await trash.restore(id, everywhere())).toMatchObject({ code: 'not-found' });
    expect(fs.existsSync(target)).toBe(false);
  });

  test.each(['the path in its note', 'its content', 'a file deep in it', 'the whole thing'])(
    'of which somebody changed %s does not come back as what it was',
    async (what) => {
      if (!isApart()) return;
      const { trash, folder, remove, source } = world();
      put(folder, 'd/e/f.txt', 'mine');
      const id = await remove(path.join(folder, 'd'));
      const content = path.join(source, id, 'content');
      if (what === 'the path in its note') {
        const note = { trash_id: id, path: path.join(folder, 'evil') };
        put(source, `${id}/note.json`, JSON.stringify(note));
        expect(trash.list()).toMatchObject([{ path: path.join(folder, 'd') }]);
        return;
      }
      if (what === 'its content') put(content, 'more.txt', 'evil');
      if (what === 'a file deep in it') fs.writeFileSync(path.join(content, 'e/f.txt'), 'evil');
      if (what === 'the whole thing') {
        fs.renameSync(content, path.join(source, id, 'aside'));
        put(content, 'e/f.txt', 'mine');
      }
      expect(trash.list()).toEqual([]);
      expect(await trash.restore(id, everywhere())).toMatchObject({ code: 'not-found' });
      expect(fs.existsSync(path.join(folder, 'd'))).toBe(false);
    },
  );
});
