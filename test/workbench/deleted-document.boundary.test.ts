import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { textVersion } from '../../src/workbench/basics/text-file.ts';
import { put } from '../fakes/scratch.ts';
import { doneBy, openHandlers } from './workbench-fixture.ts';

test.each(['a.txt', 'deep'])(
  'with %s deleted, its unsaved text does not stand in the place of a new file',
  async (gone) => {
    const { folder, handlers, task, blobs } = openHandlers(openAllHandlers);
    const name = gone === 'deep' ? 'deep/a.txt' : gone;
    const path = put(folder, name, 'old\n');
    const base_version = textVersion('old\n');
    const edit = { path, content: 'unsaved\n', base_version, save: false };
    doneBy('edit_buffer', await handlers.edit_buffer?.(edit, task()));
    const deletion = { path: `${folder}/${gone}`, recursive: true };
    doneBy('delete_file', await handlers.delete_file?.(deletion, task()));
    expect(doneBy('get_buffers', await handlers.get_buffers?.({}, task())).data['buffers']).toEqual(
      [],
    );
    const creation = { path, content: 'new\n', overwrite: false };
    doneBy('create_file', await handlers.create_file?.(creation, task()));
    const opened = doneBy('open_file', await handlers.open_file?.({ path }, task()));
    expect(opened.data['content']).toBe('new\n');
    expect(String(await blobs.get(hash('sha256', 'unsaved\n')))).toBe('unsaved\n');
  },
);
