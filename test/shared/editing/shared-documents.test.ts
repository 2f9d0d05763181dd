import { describe, expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { userAuthor } from '../../../src/shared/editing/authors.ts';
import {
  encoded,
  maxSharedBytes,
  maxSharedLength,
  type FromShared,
  type JoinShared,
} from '../../../src/shared/editing/share-protocol.ts';
import { SharedDocuments } from '../../../src/shared/editing/shared-documents.ts';
import { SharedText } from '../../../src/shared/editing/shared-text.ts';

type SharedLimits = NonNullable<ConstructorParameters<typeof SharedDocuments>[0]['limits']>;

const versionOf = (text: string): string => `${text.length}:${text.slice(0, 20)}`;
const newText = (text: string): SharedText => new SharedText(versionOf, { text });

function joinOf(text: SharedText): JoinShared {
  const { epoch, version } = text;
  return { kind: 'join', epoch, state: encoded(text.state()), version, before: null, clean: true };
}

const usual = { documents: 50, bytes: 200_000_000 };

function sharing(open: SharedText | null = null, limits: SharedLimits = usual) {
  const sent: (readonly [string, string, FromShared])[] = [];
  const documents = new SharedDocuments({
    ...{ versionOf, openText: () => open, onLeft: () => undefined },
    send: (editor, path, message) => sent.push([editor, path, message]),
    limits,
  });
  onTestFinished(() => documents.dispose());
  /** The kinds of the messages that the editor has got since the last call. */
  const messagesTo = (editor: string): readonly string[] => {
    const own = sent.filter(([to]) => to === editor).map(([, , { kind }]) => kind);
    sent.splice(0, sent.length, ...sent.filter(([to]) => to !== editor));
    return own;
  };
  const join = (editor: string, text: SharedText, path = '/a'): void =>
    documents.receive(editor, path, joinOf(text));
  const update = (editor: string, epoch: string, own: Uint8Array): void =>
    documents.receive(editor, '/a', { kind: 'update', epoch, update: encoded(own) });
  return { documents, messagesTo, join, update };
}

/** What this change of a document in Yjs would send. */
function updateOf(state: Uint8Array, change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const before = Y.encodeStateVector(doc);
  change(doc);
  return Y.encodeStateAsUpdate(doc, before);
}

const inserting =
  (text: string) =>
  (doc: Y.Doc): void =>
    doc.getText('text').insert(0, text);

const start = newText('one\n');
const cutShort = updateOf(start.state(), inserting('typed')).slice(0, -3);
const broken: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(255)],
  ['the beginning of an update', cutShort],
  ['a promise of many parts', Uint8Array.of(1, 255, 255, 255, 255, 15, 1, 0)],
  [
    'an object in the text',
    updateOf(start.state(), (doc) => doc.getText('text').insertEmbed(0, {})),
  ],
  ['something beside the text', updateOf(start.state(), (doc) => doc.getMap('m').set('a', 1))],
];

describe('a message of an editor that cannot be taken', () => {
  test.each(broken)('to join with %s keeps it apart, and others can join', (_what, state) => {
    const { documents, messagesTo, join } = sharing();
    documents.receive('bad', '/a', { ...joinOf(start), state: encoded(state) });
    expect(messagesTo('bad')).toEqual(['apart']);
    expect(documents.textOf('/a')).toBeNull();
    join('good', start);
    documents.receive('bad', '/a', { ...joinOf(start), state: encoded(state) });
    expect([messagesTo('good'), messagesTo('bad')]).toEqual([['joined'], ['apart']]);
    expect(documents.textOf('/a')?.text).toBe('one\n');
  });

  test.each(broken)(
    'an update with %s ends its sharing, and not that of others',
    (_what, bytes) => {
      const { documents, messagesTo, join, update } = sharing();
      for (const editor of ['bad', 'good', 'other']) join(editor, start);
      for (const editor of ['bad', 'good', 'other']) messagesTo(editor);
      update('bad', start.epoch, bytes);
      expect([messagesTo('bad'), messagesTo('good')]).toEqual([['apart'], []]);
      update('bad', start.epoch, updateOf(start.state(), inserting('late ')));
      expect(documents.textOf('/a')?.text).toBe('one\n');
      update('good', start.epoch, updateOf(start.state(), inserting('typed ')));
      expect(documents.textOf('/a')?.text).toBe('typed one\n');
      expect([messagesTo('bad'), messagesTo('good'), messagesTo('other')]).toEqual([
        [],
        [],
        ['update'],
      ]);
      join('bad', start);
      expect(messagesTo('bad')).toEqual(['joined']);
    },
  );
});

describe('what is shared has an end', () => {
  test('a text that is too long is not shared, whoever has it', () => {
    const long = newText('x'.repeat(maxSharedLength + 1));
    const ours = sharing();
    ours.join('1', long);
    expect([ours.messagesTo('1'), ours.documents.textOf('/a')]).toEqual([['apart'], null]);
    const theirs = sharing(long);
    theirs.join('1', start);
    expect([theirs.messagesTo('1'), theirs.documents.isShared('/a')]).toEqual([['apart'], false]);
  });

  test('an update that makes the text too long is not taken', () => {
    const { documents, messagesTo, join, update } = sharing();
    const almost = newText('x'.repeat(maxSharedLength - 10));
    join('1', almost);
    update('1', almost.epoch, updateOf(almost.state(), inserting('0123456789')));
    const full = documents.textOf('/a');
    expect([messagesTo('1'), full?.text.length]).toEqual([['joined'], maxSharedLength]);
    update('1', almost.epoch, updateOf(full?.state() ?? cutShort, inserting('!')));
    expect([messagesTo('1'), full?.text.length]).toEqual([['apart'], maxSharedLength]);
  });

  test('updates that show nothing but wait for others are counted', () => {
    const { documents, messagesTo, join, update } = sharing();
    join('1', start);
    const waiting = new Y.Doc();
    inserting('missing')(waiting);
    for (let round = 0; round < 30 && documents.isShared('/a'); round += 1) {
      const before = Y.encodeStateVector(waiting);
      inserting('y'.repeat(100_000))(waiting);
      update('1', start.epoch, Y.encodeStateAsUpdate(waiting, before));
    }
    expect(messagesTo('1')).toEqual(['joined', 'apart']);
    const kept = documents.textOf('/a');
    expect(kept?.text).toBe('one\n');
    expect(kept?.state().length).toBeLessThanOrEqual(maxSharedBytes);
  });

  test('text that is written and deleted again is not kept for ever', () => {
    const { documents, messagesTo, join, update } = sharing();
    join('1', start);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, start.state());
    for (let round = 0; round < 20; round += 1) {
      for (const change of [inserting('z'.repeat(500_000)), deletingFirst(500_000)]) {
        const before = Y.encodeStateVector(doc);
        change(doc);
        update('1', start.epoch, Y.encodeStateAsUpdate(doc, before));
      }
    }
    expect(messagesTo('1')).toEqual(['joined']);
    const kept = documents.textOf('/a');
    expect(kept?.text).toBe('one\n');
    expect(kept?.revisionsLength).toBeLessThanOrEqual(8_000_000);
  });

  test('an agent that makes the text too long ends its sharing', () => {
    const open = newText('one\n');
    const { documents, messagesTo, join } = sharing(open);
    join('1', start);
    open.edit([{ start: 0, end: 0, text: 'x'.repeat(maxSharedLength) }], userAuthor);
    expect([messagesTo('1'), documents.isShared('/a')]).toEqual([['joined', 'apart'], false]);
  });

  test('no more documents are shared than the limit allows', () => {
    const { documents, messagesTo, join } = sharing();
    for (let at = 0; at < 50; at += 1) join('1', start, `/${at}`);
    expect(new Set(messagesTo('1'))).toEqual(new Set(['joined']));
    join('1', start, '/one too many');
    expect([messagesTo('1'), documents.textOf('/one too many')]).toEqual([['apart'], null]);
    documents.lost('1');
    join('2', start, '/another');
    expect([messagesTo('2'), documents.textOf('/0')]).toEqual([['joined'], null]);
  });

  test('one editor, with all its windows, leaves space for the others', () => {
    const limits = { documents: 10, bytes: 1_000_000, ofOne: { documents: 5, bytes: 500_000 } };
    const { documents, messagesTo, join } = sharing(null, limits);
    for (let at = 0; at < 8; at += 1) join(`greedy/${at % 3}`, newText(`text ${at}\n`), `/g${at}`);
    const kinds = ['0', '1', '2'].flatMap((window) => messagesTo(`greedy/${window}`));
    expect(kinds.filter((kind) => kind === 'apart')).toHaveLength(3);
    for (let at = 0; at < 5; at += 1) join('modest/0', newText(`own ${at}\n`), `/m${at}`);
    expect(messagesTo('modest/0')).not.toContain('apart');
    // What the others opened can still be joined, and is not taken away for it.
    join('greedy/0', newText('own 0\n'), '/m0');
    expect(messagesTo('greedy/0')).not.toContain('apart');
    // Documents whose windows were lost make room for the plugin's own, not those of others.
    documents.lost('modest/0');
    documents.lost('greedy/1');
    join('greedy/0', newText('again\n'), '/g8');
    expect(messagesTo('greedy/0')).not.toContain('apart');
    expect(documents.textOf('/m1')).not.toBeNull();
    expect(documents.textOf('/g1')).toBeNull();
  });

  test('one editor that sends much is stopped, and others go on', () => {
    const limits = { documents: 10, bytes: 1_000_000, ofOne: { documents: 5, bytes: 200_000 } };
    const { messagesTo, join } = sharing(null, limits);
    for (let at = 0; at < 4; at += 1) join('greedy/0', newText(`${at}`.repeat(60_000)), `/g${at}`);
    expect(messagesTo('greedy/0').filter((kind) => kind === 'apart')).not.toEqual([]);
    join('modest/0', newText('y'.repeat(60_000)), '/m');
    expect(messagesTo('modest/0')).not.toContain('apart');
  });

  test('a few long documents are too much before there are too many of them', () => {
    const { documents, messagesTo, join, update } = sharing(null, { documents: 50, bytes: 50_000 });
    const long = newText('x'.repeat(10_000));
    for (const path of ['/a', '/b', '/c', '/d', '/e']) join('1', long, path);
    const answers = messagesTo('1');
    expect([answers[0], answers.at(-1)]).toEqual(['joined', 'apart']);
    update('1', long.epoch, updateOf(long.state(), inserting('y'.repeat(40_000))));
    expect([messagesTo('1'), documents.textOf('/a')?.text]).toEqual([['apart'], long.text]);
    documents.lost('1');
    join('2', long, '/f');
    expect(messagesTo('2')).toEqual(['joined']);
  });
});

const deletingFirst =
  (length: number) =>
  (doc: Y.Doc): void =>
    doc.getText('text').delete(0, length);

test('a text forgets its oldest versions once they are long, and keeps the newest', () => {
  const text = newText('');
  const versions = Array.from({ length: 30 }, (_, at) => {
    const now = `${at} `.padEnd(500_000, '.');
    text.edit([{ start: 0, end: text.text.length, text: now }], userAuthor);
    return { version: text.version, now };
  });
  expect(text.revisionsLength).toBeLessThanOrEqual(8_000_000);
  expect(text.textAt(versions[0]?.version ?? '')).toBeNull();
  for (const { version, now } of versions.slice(-3)) expect(text.textAt(version)).toBe(now);
});
