import { describe, expect, test } from 'vitest';
import { commonFolder, foldReads } from '../../src/renderer/activity/fold-reads.ts';
import { readActions } from '../../src/shared/ledger/read-actions.ts';
import { relativeTo } from '../../src/renderer/activity/session-folders.ts';
import { actionInfo, actionNames } from '../../src/shared/actions/actions.ts';
import { sampleEntry } from './samples.ts';

const read = (entry: string, parts = {}) =>
  sampleEntry({ entry, action: 'open_file', outcome: 'done', sessionId: 's', ...parts });

test('only actions that the catalogue marks as reads are folded', () => {
  const reads = actionNames.filter((name) => actionInfo(name).kind === 'read');
  expect([...readActions].toSorted()).toEqual(reads.toSorted());
});

describe('runs of reads', () => {
  const five = ['e', 'd', 'c', 'b', 'a'].map((name) => read(name));

  test('of one session become one row, which opens to all of them', () => {
    expect(foldReads(five, [])).toMatchObject([{ kind: 'run', id: 'run a', isOpen: false }]);
    const opened = foldReads(five, ['run a']);
    expect(opened).toHaveLength(6);
    expect(opened[1]).toMatchObject({ kind: 'entry', isInRun: true, entry: { entry: 'e' } });
  });

  test('keep their name while new reads come, so that an open one stays open', () => {
    expect(foldReads([read('f'), ...five], ['run a'])[0]).toMatchObject({ isOpen: true });
  });

  test('end at a change, a refusal, another agent and another session', () => {
    for (const parts of [
      { action: 'edit_buffer' },
      { outcome: 'refused' },
      { actor: 'someone-else' },
      { sessionId: 't' },
    ]) {
      const rows = foldReads([...five, read('x', parts), ...five], []);
      expect(rows.map(({ kind }) => kind)).toEqual(['run', 'entry', 'run']);
    }
  });

  test('of two stay as they are', () => {
    expect(foldReads(five.slice(0, 2), []).map(({ kind }) => kind)).toEqual(['entry', 'entry']);
  });
});

test('the common folder of paths', () => {
  expect(commonFolder(['/w/a/b.ts', '/w/a/c/d.ts'])).toBe('/w/a');
  expect(commonFolder(['/w/a/b.ts', '/x'])).toBe('');
  expect(commonFolder([])).toBe('');
});

test('a path is shown relative to the deepest folder of its session, else whole', () => {
  const folders = new Map([['s', ['/home/mira/harbour', '/home/mira/harbour/src']]]);
  expect(relativeTo('/home/mira/harbour/a/b.ts', 's', folders)).toEqual({
    folder: 'harbour',
    path: 'a/b.ts',
  });
  expect(relativeTo('/home/mira/harbour/src/c.ts', 's', folders).path).toBe('c.ts');
  expect(relativeTo('/home/mira/harbour', 's', folders).path).toBe('harbour');
  expect(relativeTo('/home/mira/harbours/x', 's', folders).folder).toBeNull();
  expect(relativeTo('/home/mira/harbour/a', null, folders).folder).toBeNull();
});
