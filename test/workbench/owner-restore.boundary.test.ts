/** A file put back to before a step, on a real disk; what others changed since stays theirs. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf } from './workbench-fixture.ts';
import { lines, userHandlers } from './owner-fixture.ts';

describe('a file that still holds what the step left', () => {
  test('is put back byte for byte, with its rights, and the restore can be undone', async () => {
    const { edit, file, look, read, restore, write } = userHandlers();
    write('\uFEFFone\r\ntwo\n');
    fs.chmodSync(file, 0o751);
    const change = await edit('three\n');
    expect(await look(change)).toMatchObject({ kind: 'possible', act: 'put-back' });
    expect(read()).toBe('three\n');
    const restored = await restore(change);
    if (restored.kind !== 'done') throw new Error(restored.message);
    expect(read()).toBe('\uFEFFone\r\ntwo\n');
    expect(fs.statSync(file).mode & 0o777).toBe(0o751);
    expect(restored.changes).toEqual([{ ...change, before: change.after, after: change.before }]);
    expect(await look(change)).toEqual({ kind: 'as-before' });

    const [undo] = restored.changes ?? [];
    if (!undo) throw new Error('no change');
    expect(codeOf(await restore(undo))).toBe('done');
    expect(read()).toBe('three\n');
  });

  test('is put back when it is no text, and said to be none', async () => {
    const { ask, edit, file, restore } = userHandlers();
    const bytes = Buffer.concat([Buffer.from([0, 255]), randomBytes(500)]);
    fs.writeFileSync(file, bytes);
    const change = await edit('text\n');
    const { diff } = await ask('diff', { change });
    expect(diff).toEqual({ kind: 'binary', bytesBefore: 502, bytesAfter: 5 });
    expect(codeOf(await restore(change))).toBe('done');
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  });

  test('leaves nothing beside it', async () => {
    const { edit, file, restore, write } = userHandlers();
    write('one\n');
    const change = await edit('two\n');
    await restore(change);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['a.txt']);
  });
});

describe('a file that others changed since', () => {
  test('loses only the step when the changes keep apart', async () => {
    const { edit, look, read, restore, write } = userHandlers();
    write(lines(20));
    const change = await edit(lines(20, { 3: 'by the agent' }));
    write(lines(20, { 3: 'by the agent', 15: 'by me' }));
    const view = await look(change);
    expect(view).toMatchObject({ act: 'merge', diff: { kind: 'text', added: 1, removed: 1 } });
    expect(codeOf(await restore(change))).toBe('done');
    expect(read()).toBe(lines(20, { 15: 'by me' }));
  });

  test.each([
    ['the same line', { 3: 'by me' }],
    ['the next line', { 3: 'by the agent', 4: 'by me' }],
  ])('is left alone when they changed %s', async (_where, mine) => {
    const { ask, edit, look, read, write } = userHandlers();
    write(lines(20));
    const change = await edit(lines(20, { 3: 'by the agent' }));
    write(lines(20, mine));
    const view = await look(change);
    expect(view).toMatchObject({ kind: 'refused', since: { kind: 'text' } });
    const seen = change.after;
    expect(codeOf(await ask('restore', { change, entry: 'e1', seen }))).toBe('stale');
    expect(read()).toBe(lines(20, mine));
  });

  test('is left alone when it changes between the look and the yes', async () => {
    const { ask, edit, look, read, write } = userHandlers();
    write(lines(20));
    const change = await edit(lines(20, { 3: 'by the agent' }));
    const view = await look(change);
    if (view.kind !== 'possible') throw new Error(view.kind);
    write(lines(20, { 3: 'by the agent', 15: 'by me' }));
    const outcome = await ask('restore', { change, entry: 'e1', seen: view.seen });
    expect(codeOf(outcome)).toBe('stale');
    expect(read()).toBe(lines(20, { 3: 'by the agent', 15: 'by me' }));
  });

  test('is left alone when it is gone', async () => {
    const { edit, file, look, write } = userHandlers();
    write('one\n');
    const change = await edit('two\n');
    fs.rmSync(file);
    expect(await look(change)).toMatchObject({ kind: 'refused' });
    expect(fs.existsSync(file)).toBe(false);
  });
});

describe('a file that the step made', () => {
  test('goes to the trash, and comes back from there', async () => {
    const { ask, edit, file, read, restore } = userHandlers();
    const change = await edit('new\n');
    expect(codeOf(await restore(change))).toBe('done');
    expect(fs.existsSync(file)).toBe(false);
    const [item] = await ask('trash', null);
    expect(item).toMatchObject({ path: file, by: 'owner', isFolder: false });
    const back = await ask('untrash', { trashId: item?.trashId ?? '' });
    expect(back).toMatchObject({ kind: 'done', changes: [{ before: null, after: change.after }] });
    expect(read()).toBe('new\n');
    expect(await ask('trash', null)).toEqual([]);
  });

  test('stays when somebody wrote in it since', async () => {
    const { edit, look, read, restore, write } = userHandlers();
    const change = await edit('new\n');
    write('new\nmine\n');
    expect(await look(change)).toMatchObject({ kind: 'refused', since: { added: 1 } });
    expect(codeOf(await restore(change))).toBe('stale');
    expect(read()).toBe('new\nmine\n');
  });
});

describe('a file that the step deleted', () => {
  test('is restored from the trash with its permissions and folders', async () => {
    const { ask, file, read, remove, restore, write } = userHandlers();
    write('#!/bin/sh\n');
    fs.chmodSync(file, 0o755);
    const change = await remove();
    fs.rmdirSync(path.dirname(file));
    expect(codeOf(await restore(change))).toBe('done');
    expect(read()).toBe('#!/bin/sh\n');
    expect(fs.statSync(file).mode & 0o777).toBe(0o755);
    expect(await ask('trash', null)).toEqual([]);
  });

  test('is restored from the stored content when the trash was emptied', async () => {
    const { context, read, remove, restore, write } = userHandlers();
    write('one\n');
    const change = await remove();
    fs.rmSync(path.join(context.stateFolder, 'trash'), { recursive: true });
    expect(codeOf(await restore(change))).toBe('done');
    expect(read()).toBe('one\n');
  });

  test('does not come back over a new one, by neither way', async () => {
    const { ask, look, read, remove, write } = userHandlers();
    write('one\n');
    const change = await remove();
    write('mine\n');
    expect(await look(change)).toMatchObject({ kind: 'refused' });
    const [item] = await ask('trash', null);
    const back = await ask('untrash', { trashId: item?.trashId ?? '' });
    expect(codeOf(back)).toBe('already-there');
    expect(read()).toBe('mine\n');
  });
});

describe('a link', () => {
  test('swapped in for the folder leads nowhere', async () => {
    const { ask, edit, file, folder, look, write } = userHandlers();
    write('one\n');
    const change = await edit('two\n');
    const elsewhere = path.join(folder, 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.writeFileSync(path.join(elsewhere, 'a.txt'), 'two\n');
    fs.rmSync(path.dirname(file), { recursive: true });
    fs.symlinkSync(elsewhere, path.dirname(file));
    expect(await look(change)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/link/),
    });
    const outcome = await ask('restore', { change, entry: 'e1', seen: change.after });
    expect(outcome.kind).toBe('refused');
    expect(fs.readFileSync(path.join(elsewhere, 'a.txt'), 'utf8')).toBe('two\n');
  });

  test('swapped in for the file is not written through', async () => {
    const { ask, edit, file, folder, look, write } = userHandlers();
    write('one\n');
    const change = await edit('two\n');
    const secret = path.join(folder, 'secret.txt');
    fs.writeFileSync(secret, 'two\n');
    fs.rmSync(file);
    fs.symlinkSync(secret, file);
    expect(await look(change)).toMatchObject({ kind: 'refused' });
    await ask('restore', { change, entry: 'e1', seen: change.after });
    expect(fs.readFileSync(secret, 'utf8')).toBe('two\n');
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  });

  test('on the way of what comes back from the trash is not followed', async () => {
    const { ask, file, folder, remove, write } = userHandlers();
    write('one\n');
    await remove();
    const elsewhere = path.join(folder, 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.rmdirSync(path.dirname(file));
    fs.symlinkSync(elsewhere, path.dirname(file));
    const [item] = await ask('trash', null);
    const back = await ask('untrash', { trashId: item?.trashId ?? '' });
    expect(back.kind).not.toBe('done');
    expect(fs.readdirSync(elsewhere)).toEqual([]);
    expect(await ask('trash', null)).toHaveLength(1);
  });
});

describe('what cannot be restored', () => {
  test('reports when the content is no longer stored, or was tampered with', async () => {
    const { ask, edit, look, dataFolder, write } = userHandlers();
    write('one\n');
    const change = await edit('two\n');
    const digest = change.before ?? '';
    const blob = path.join(dataFolder, 'blobs', digest.slice(0, 2), digest.slice(2));
    fs.writeFileSync(blob, 'evil\n');
    expect(await look(change)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/not kept/),
    });
    expect((await ask('diff', { change })).diff).toEqual({ kind: 'lost' });
    fs.rmSync(blob);
    expect(await look(change)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/not kept/),
    });
  });

  test('our own data is never a place for it', async () => {
    const { ask, edit, dataFolder, write } = userHandlers();
    write('one\n');
    const change = { ...(await edit('two\n')), path: path.join(dataFolder, 'settings.json') };
    expect(await ask('look', { change, entry: 'e1' })).toMatchObject({ kind: 'refused' });
    const odd = { ...change, path: `${path.dirname(dataFolder)}/x/../y` };
    expect(codeOf(await ask('restore', { change: odd, entry: 'e1', seen: null }))).toBe('bad-path');
  });
});
