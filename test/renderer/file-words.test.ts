import { describe, expect, test } from 'vitest';
import {
  diffSummary,
  filesAsOf,
  kindOfChange,
  nameOf,
  stepSentence,
  stepWords,
} from '../../src/renderer/files/files-text.ts';
import type { IndexedEntry } from '../../src/shared/ledger/query.ts';
import type { ReplayStep } from '../../src/shared/files/file-history.ts';
import type { FileChange } from '../../src/shared/files/file-change.ts';

const entry = (id: string): IndexedEntry => ({
  ...{ entry: id, seq: 1, lastSeq: 3, ts: '2026-01-15T12:00:00.000Z', actor: 'opencode' },
  ...{ user: 'mira', action: 'create_file', subject: '/p/a', outcome: 'done', code: null },
  ...{ detail: null, decidedBy: 'policy', rule: null, sessionId: 's', requestId: null },
  durationMs: 4,
});

const step = (id: string, changes: readonly FileChange[], sentence: string | null = null) =>
  ({ entry: entry(id), sentence, changes, run: null }) satisfies ReplayStep;

const made = { path: '/p/b', before: null, after: 'b1' };
const changed = { path: '/p/a', before: 'a1', after: 'a2' };
const steps = [
  step('one', [made]),
  step('two', [changed], 'create or replace /p/a'),
  step('three', [
    { ...changed, before: 'a2', after: null },
    { ...made, before: 'b1', after: 'b2' },
  ]),
];

describe('files as of a step', () => {
  test('are those touched by then, each by its last change', () => {
    const short = (at: number) =>
      filesAsOf(steps, at).map((file) => [file.path, file.step, file.change, file.entry]);
    expect(short(0)).toEqual([['/p/b', 0, 'created', 'one']]);
    expect(short(1)).toEqual([
      ['/p/a', 1, 'changed', 'two'],
      ['/p/b', 0, 'created', 'one'],
    ]);
    expect(short(2)).toEqual([
      ['/p/a', 2, 'deleted', 'three'],
      ['/p/b', 2, 'changed', 'three'],
    ]);
  });
});

describe('words', () => {
  test('say what a diff is, or why there is none', () => {
    const text = { kind: 'text', hunks: [], added: 1, removed: 2, cut: 0 } as const;
    expect(diffSummary(text)).toBe('1 line added, 2 lines removed');
    const binary = { kind: 'binary', bytesBefore: null, bytesAfter: 7 } as const;
    expect(diffSummary(binary)).toBe('Not text: no file before, 7 bytes after.');
    expect(diffSummary({ ...binary, kind: 'large' })).toMatch(/^Too large/);
    expect(diffSummary({ kind: 'lost' })).toContain('no longer stored');
  });

  test('say what a step was, for eyes and for the slider', () => {
    expect(stepSentence(steps[1] ?? step('', []))).toBe('Create or replace /p/a');
    expect(stepWords(steps, 0)).toBe('Step 1 of 3: create_file /p/a, done');
    expect(stepWords(steps, 9)).toBe('');
  });

  test('name the kinds of change and the files', () => {
    expect(kindOfChange(made)).toBe('created');
    expect(nameOf('/p/notes.md')).toBe('notes.md');
  });
});
