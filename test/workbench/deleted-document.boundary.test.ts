import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openRooms } from '../../src/workbench/rooms.ts';
import { textVersion } from '../../src/workbench/basics/text-file.ts';
import { put } from '../fakes/scratch.ts';
import { doneBy, openRoom } from './bench-fixture.ts';

test.each(['a.txt', 'deep'])(
  'with %s deleted, its unsaved text does not stand in the place of a new file',
  async (gone) => {
    const { folder, hands, task, blobs } = openRoom(openRooms);
    const name = gone === 'deep' ? 'deep/a.txt' : gone;
    const path = put(folder, name, 'old\n');
    const base_version = textVersion('old\n');
    const edit = { path, content: 'unsaved\n', base_version, save: false };
    doneBy('edit_buffer', await hands.edit_buffer?.(edit, task()));
    const deletion = { path: `${folder}/${gone}`, recursive: true };
    doneBy('delete_file', await hands.delete_file?.(deletion, task()));
    expect(doneBy('get_buffers', await hands.get_buffers?.({}, task())).data['buffers']).toEqual(
      [],
    );
    const creation = { path, content: 'new\n', overwrite: false };
    doneBy('create_file', await hands.create_file?.(creation, task()));
    const opened = doneBy('open_file', await hands.open_file?.({ path }, task()));
    expect(opened.data['content']).toBe('new\n');
    expect(String(await blobs.get(hash('sha256', 'unsaved\n')))).toBe('unsaved\n');
  },
);
