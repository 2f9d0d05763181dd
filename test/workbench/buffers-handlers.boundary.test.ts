import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ActionArgs } from '../../src/shared/actions/actions.ts';
import { Documents } from '../../src/workbench/buffers/documents.ts';
import { UnsavedTexts } from '../../src/workbench/buffers/unsaved-texts.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

function withFile(content = 'one\ntwo\nthree\n') {
  const opened = openHandlers(openAllHandlers);
  const file = put(opened.folder, 'a.txt', content);
  const { handlers, task } = opened;
  const version = async (): Promise<string> => {
    const outcome = await handlers.switch_buffer?.({ path: file }, task());
    return String(doneBy('switch_buffer', outcome).data['version']);
  };
  const edit = async (own: Partial<ActionArgs<'edit_buffer'>>, as = task()) => {
    const base_version = own.base_version ?? (await version());
    return handlers.edit_buffer?.({ path: file, save: false, base_version, ...own }, as);
  };
  const onDisk = (): string => fs.readFileSync(file, 'utf8');
  const read = async () =>
    doneBy('open_file', await handlers.open_file?.({ path: file }, task())).data;
  return { ...opened, file, version, edit, onDisk, read };
}

const at = (line: number, character: number) => ({ line, character });

describe('edit_buffer', () => {
  test('by exact text and by range, unsaved at first, and open_file shows what an editor would', async () => {
    const { edit, onDisk, read, emitted, file } = withFile();
    const edits = [
      { old_text: 'one', new_text: 'ONE' },
      { range: { start: at(3, 0), end: at(3, 5) }, new_text: 'THREE' },
      { range: { start: at(2, 3), end: at(2, 3) }, new_text: '!' },
    ];
    const { data, changes } = doneBy('edit_buffer', await edit({ edits }));
    expect(data).toMatchObject({ saved: false, truncated: false });
    expect(data['diff']).toContain('-one\n-two\n-three\n+ONE\n+two!\n+THREE');
    expect(changes).toEqual([]);
    expect(onDisk()).toBe('one\ntwo\nthree\n');
    expect(await read()).toMatchObject({ content: 'ONE\ntwo!\nTHREE\n', version: data['version'] });
    expect(emitted.at(-1)).toEqual({
      name: 'buffer_changed',
      path: file,
      version: data['version'],
      dirty: true,
    });
  });

  test('by exact text needs no version: what another wrote elsewhere stays', async () => {
    const { handlers, task, file, read } = withFile();
    const byText = (old_text: string, new_text: string) =>
      handlers.edit_buffer?.({ path: file, save: false, edits: [{ old_text, new_text }] }, task());
    doneBy('edit_buffer', await byText('one', 'ONE'));
    doneBy('edit_buffer', await byText('three', 'THREE'));
    expect(await read()).toMatchObject({ content: 'ONE\ntwo\nTHREE\n' });
    expect(codeOf(await byText('one', 'again'))).toBe('text-not-found');
    expect(codeOf(await byText('\n', 'more than once'))).toBe('text-not-found');
  });

  test('saved: the file is replaced, and both contents are kept', async () => {
    const { edit, onDisk, blobs, emitted, file } = withFile();
    const outcome = await edit({ content: 'new\n', save: true });
    const { data, changes } = doneBy('edit_buffer', outcome);
    expect(onDisk()).toBe('new\n');
    expect(data['saved']).toBe(true);
    expect((await blobs.get(changes[0]?.before ?? ''))?.toString()).toBe('one\ntwo\nthree\n');
    expect((await blobs.get(changes[0]?.after ?? ''))?.toString()).toBe('new\n');
    expect(emitted.map((one) => one.name)).toContain('file_saved');
    expect(emitted.every((one) => one.path === file)).toBe(true);
  });

  test('a version that is no longer so is refused, whoever changed it', async () => {
    const { edit, version, task, file } = withFile();
    const base_version = await version();
    doneBy('edit_buffer', await edit({ content: 'x', base_version }, task({ sessionId: 's2' })));
    expect(codeOf(await edit({ content: 'y', base_version }))).toBe('stale');
    fs.writeFileSync(file, 'changed by hand');
    expect(codeOf(await edit({ content: 'z', base_version: 'whatever' }))).toBe('stale');
  });

  test('a clean document follows its file; unsaved changes and a changed file are a conflict', async () => {
    const { edit, version, file, onDisk } = withFile();
    await version();
    fs.writeFileSync(file, 'other\n');
    doneBy('edit_buffer', await edit({ edits: [{ old_text: 'other', new_text: 'mine' }] }));
    fs.writeFileSync(file, 'third\n');
    const outcome = await edit({ content: 'x', base_version: 'any', save: true });
    expect(outcome).toMatchObject({ code: 'stale' });
    expect(onDisk()).toBe('third\n');
  });

  test.each([
    ['text that is not there', [{ old_text: 'four', new_text: '' }], 'text-not-found'],
    ['text that is there twice', [{ old_text: 'o', new_text: '' }], 'text-not-found'],
    [
      'a place beyond the end',
      [{ range: { start: at(9, 0), end: at(9, 0) }, new_text: '' }],
      'invalid-arguments',
    ],
    [
      'a place beyond the line',
      [{ range: { start: at(1, 4), end: at(1, 4) }, new_text: '' }],
      'invalid-arguments',
    ],
    [
      'an end before its start',
      [{ range: { start: at(2, 0), end: at(1, 0) }, new_text: '' }],
      'invalid-arguments',
    ],
    [
      'edits that overlap',
      [
        { old_text: 'one\ntwo', new_text: '' },
        { range: { start: at(2, 0), end: at(2, 1) }, new_text: 'x' },
      ],
      'invalid-arguments',
    ],
  ])('%s is refused, and nothing changes', async (_what, edits, code) => {
    const { edit, read } = withFile();
    expect(codeOf(await edit({ edits }))).toBe(code);
    expect((await read())['content']).toBe('one\ntwo\nthree\n');
  });

  test('line endings stay as they were', async () => {
    const { edit, onDisk } = withFile('one\r\ntwo\r\n');
    const edits = [{ old_text: 'one\ntwo', new_text: 'a\nb\nc' }];
    doneBy('edit_buffer', await edit({ edits, save: true }));
    expect(onDisk()).toBe('a\r\nb\r\nc\r\n');
  });

  test('of a hundred edits at once on one version, one is made', async () => {
    const { edit, version } = withFile();
    const base_version = await version();
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, n) => edit({ content: `${n}`, base_version })),
    );
    const codes = all.map((outcome) => codeOf(outcome));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'stale')).toHaveLength(99);
  });
});

describe('get_buffers, switch_buffer, split_pane, close_buffer', () => {
  test('lists what is open in the granted folders, with what is in front', async () => {
    const { handlers, task, file, version } = withFile();
    const current = await version();
    const { data } = doneBy('get_buffers', await handlers.get_buffers?.({}, task()));
    const own = { path: file, language: 'plaintext', version: current, dirty: false };
    expect(data['buffers']).toEqual([{ ...own, active: true, bytes: 14 }]);
    const nothing = await handlers.get_buffers?.({}, task({ roots: [] }));
    expect(doneBy('get_buffers', nothing).data['buffers']).toEqual([]);
  });

  test('a document with unsaved changes stays open until somebody says what becomes of them', async () => {
    const { handlers, task, file, edit, onDisk, emitted } = withFile();
    await edit({ content: 'unsaved' });
    const close = async (own: { save?: boolean }) =>
      doneBy('close_buffer', await handlers.close_buffer?.({ path: file, ...own }, task())).data;
    expect(await close({})).toEqual({ path: file, closed: false, saved: false });
    expect(await close({ save: true })).toEqual({ path: file, closed: true, saved: true });
    expect(onDisk()).toBe('unsaved');
    await edit({ content: 'thrown away' });
    expect(await close({ save: false })).toEqual({ path: file, closed: true, saved: false });
    expect(onDisk()).toBe('unsaved');
    expect(emitted.at(-1)).toEqual({ name: 'file_closed', path: file });
    expect(codeOf(await handlers.close_buffer?.({ path: file }, task()))).toBe('not-open');
  });

  test('changes of panes and tabs are sent to their session', async () => {
    const { handlers, task, file, emitted } = withFile();
    const args = { path: file, direction: 'right' as const };
    const { data } = doneBy('split_pane', await handlers.split_pane?.(args, task()));
    await handlers.switch_buffer?.({ path: file }, task());
    expect(emitted).toContainEqual({
      name: 'pane_split',
      session: 's1',
      pane_id: data['pane_id'],
      ...args,
    });
    expect(emitted).toContainEqual({ name: 'tab_switched', session: 's1', path: file });
  });
});

describe('unsaved changes', () => {
  test('survive a crash of the workbench', async () => {
    const { context, edit, file, task } = withFile();
    await edit({ content: 'not saved yet' });
    const again = new Documents(context, new UnsavedTexts(context.stateFolder));
    expect(again.unsavedText(file)).toBe('not saved yet');
    const saved = await again.save(file, task());
    expect(saved).toMatchObject({ changes: [{ path: file }] });
    expect(new UnsavedTexts(context.stateFolder).load()).toEqual([]);
  });
});

describe('several authors in one document', () => {
  const two = { sessionId: 's2', agentId: 'other', entryId: 'e2' };
  const by = (old_text: string, new_text: string) => ({ edits: [{ old_text, new_text }] });

  test('edits of one version at different places are all made', async () => {
    const { edit, version, task, read } = withFile();
    const base_version = await version();
    const range = { start: at(3, 0), end: at(3, 5) };
    doneBy('edit_buffer', await edit({ ...by('one\n', 'ONE\nmore\n'), base_version }));
    const third = await edit({ edits: [{ range, new_text: 'THREE' }], base_version }, task(two));
    expect(doneBy('edit_buffer', third).data['diff']).toContain('-three\n+THREE');
    const whole = { content: 'one\nTWO\nthree\n', base_version };
    doneBy('edit_buffer', await edit(whole, task({ sessionId: 's3' })));
    expect((await read())['content']).toBe('ONE\nmore\nTWO\nTHREE\n');
  });

  test('edits of the same place: the second is refused with both texts and what to do', async () => {
    const { edit, version, task, read } = withFile();
    const base_version = await version();
    const first = doneBy('edit_buffer', await edit({ ...by('two', 'zwei'), base_version }));
    const refusal = await edit({ ...by('two\nthree', 'deux\ntrois'), base_version }, task(two));
    expect(codeOf(refusal)).toBe('stale');
    const said = refusal?.kind === 'refused' ? refusal.message : '';
    expect(said).toContain('at line 2');
    expect(said).toContain('You wrote: "deux\\ntrois". There it says now: "zwei\\nthree".');
    expect(said).toContain(`edit version ${String(first.data['version'])}.`);
    expect((await read())['content']).toBe('one\nzwei\nthree\n');
  });

  test('a change that was approved as shown is not moved to another text', async () => {
    const { edit, version, task, remaining, file, read } = withFile();
    const base_version = await version();
    const args = { path: file, save: false, ...by('three', 'THREE'), base_version };
    const plan = await remaining.planners?.edit_buffer?.(args, task());
    const planned = plan && 'digest' in plan ? plan.digest : undefined;
    doneBy('edit_buffer', await edit({ ...by('one', 'ONE'), base_version }, task(two)));
    expect(codeOf(await edit(args, task({ planned })))).toBe('stale');
    expect((await read())['content']).toBe('ONE\ntwo\nthree\n');
  });

  test('undo takes back one’s own edits, last first, and is shown before', async () => {
    const { edit, task, remaining, file, read } = withFile();
    const content = async () => (await read())['content'];
    await edit(by('one', 'ONE'));
    await edit(by('two', 'TWO'), task(two));
    await edit(by('three', 'THREE'));
    const undo = { path: file, save: false, undo: true } as const;
    const plan = await remaining.planners?.edit_buffer?.(undo, task());
    expect(plan).toMatchObject({ files: [{ diff: expect.stringContaining('-THREE\n+three') }] });
    doneBy('edit_buffer', await edit({ undo: true }));
    expect(await content()).toBe('ONE\nTWO\nthree\n');
    doneBy('edit_buffer', await edit({ undo: true }));
    expect(await content()).toBe('one\nTWO\nthree\n');
    expect(codeOf(await edit({ undo: true }))).toBe('invalid-arguments');
    doneBy('edit_buffer', await edit({ undo: true, save: true }, task(two)));
    expect(await content()).toBe('one\ntwo\nthree\n');
  });
});

describe('cursor, selection and view', () => {
  test('each session has its own', async () => {
    const { handlers, task, file, emitted } = withFile();
    const position = at(2, 1);
    await handlers.set_cursor_pos?.({ path: file, position }, task());
    const mine = doneBy('get_cursor_pos', await handlers.get_cursor_pos?.({}, task()));
    expect(mine.data).toEqual({ path: file, position });
    const others = await handlers.get_cursor_pos?.({ path: file }, task({ sessionId: 's2' }));
    expect(doneBy('get_cursor_pos', others).data['position']).toEqual(at(1, 0));
    expect(codeOf(await handlers.get_cursor_pos?.({}, task({ sessionId: 's3' })))).toBe('not-open');
    expect(emitted.map((one) => one.name)).toEqual(
      expect.arrayContaining(['cursor_moved', 'selection_changed', 'viewport_changed']),
    );
  });

  test('a place that is not there is refused; what is around it is in view', async () => {
    const { handlers, task, file } = withFile('line\n'.repeat(500));
    const far = { path: file, position: at(999, 0) };
    expect(codeOf(await handlers.set_cursor_pos?.(far, task()))).toBe('invalid-arguments');
    await handlers.set_cursor_pos?.({ path: file, position: at(300, 0) }, task());
    const seen = doneBy('sync_viewport', await handlers.sync_viewport?.({}, task()));
    expect(seen.data['viewports']).toEqual([
      { path: file, active: true, visible_ranges: [{ start_line: 275, end_line: 324 }] },
    ]);
    const selection = doneBy('get_selection', await handlers.get_selection?.({}, task()));
    expect(selection.data['selections']).toEqual([
      { range: { start: at(300, 0), end: at(300, 0) }, text: '' },
    ]);
  });
});
