/** What an agent did to files is shown, replayed and put back by the person, and all of it is on record. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fileHistoryCommands } from '../../src/main/shell/commands/file-history-commands.ts';
import { isAnswer } from '../../src/shared/asks/no-answer.ts';
import { mainCommands } from '../../src/shared/ipc/main-window.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { whenPhase } from '../platform/audit-index-fixture.ts';
import { callTool, projectWith } from './tool-call.ts';

/** A house in which an agent has changed one file and made another. */
async function appWithSteps() {
  const app = await TestApp.open();
  const { root, file } = projectWith('notes.txt', 'one\n');
  const client = await app.connect('cursor');
  const asked = callTool(client, 'request_access', {
    scopes: ['read:files', 'create:files', 'write:files'],
    roots: [root],
    reason: 'to write notes',
    ttl_seconds: 600,
  });
  await app.answerNext(allowAll);
  await asked;
  await eventually(() => app.app.core.executors.canDo('create_file'));
  const made = path.join(root, 'made.txt');
  await callTool(client, 'create_file', { path: made, content: 'made\n' });
  await callTool(client, 'create_file', { path: file, content: 'two\n', overwrite: true });
  const { index } = app.app;
  index.start();
  await whenPhase(index, 'ready');
  const entryOf = (text: string, of: string | null = null) =>
    vi.waitFor(async () => {
      await app.clock.advance(10);
      const entry = app.app.core.state
        .snapshot()
        .entries.filter(({ action }) => of === null || action === of)
        .find(({ subject, outcome }) => subject === text && outcome === 'done');
      if (!entry) throw new Error('not yet');
      return entry;
    });
  const commands = fileHistoryCommands(app.forWindows);
  return { commands, entryOf, file, app, made };
}

describe('the history of files', () => {
  test('a file is put back to before a step, on record as the owner’s act', async () => {
    const { commands, entryOf, file, app } = await appWithSteps();
    const { entry } = await entryOf(file);
    const diff = await commands['files:diff']({ entry, path: file });
    expect(diff).toMatchObject({ change: 'changed', diff: { added: 1, removed: 1 } });
    const view = await commands['files:look']({ entry, path: file });
    if (view.kind !== 'possible') throw new Error(view.kind);
    const receipt = await commands['files:restore']({ entry, path: file, seen: view.seen });
    expect(receipt).toMatchObject({ kind: 'restored' });
    expect(fs.readFileSync(file, 'utf8')).toBe('one\n');

    const own = await vi.waitFor(async () => {
      await app.clock.advance(10);
      const lines = (await app.ledger()).filter(({ action }) => action === 'owner.restore_file');
      expect(lines).toHaveLength(3);
      return lines;
    });
    expect(own.map(({ phase, actor }) => [phase, actor])).toEqual([
      ['intent', 'owner'],
      ['decision', 'owner'],
      ['outcome', 'owner'],
    ]);
    expect(own[0]?.args).toEqual({ path: file, of_entry: entry });
    expect(own[1]).toMatchObject({ decided_by: 'person', result: 'allow' });
    expect(own[2]).toMatchObject({ result: 'done', changes: [{ path: file }] });

    const undo = await entryOf(file, 'owner.restore_file');
    const back = await commands['files:look']({ entry: undo.entry, path: file });
    if (back.kind !== 'possible') throw new Error(back.kind);
    await commands['files:restore']({ entry: undo.entry, path: file, seen: back.seen });
    expect(fs.readFileSync(file, 'utf8')).toBe('two\n');
  });

  test('a file that no step of that entry changed is not touched, whatever the window asks', async () => {
    const { commands, entryOf, file, made } = await appWithSteps();
    const { entry } = await entryOf(file);
    const seen = null;
    expect(await commands['files:restore']({ entry, path: made, seen })).toMatchObject({
      kind: 'refused',
    });
    expect(await commands['files:look']({ entry: 'no-such-entry', path: file })).toMatchObject({
      kind: 'refused',
    });
    expect(fs.readFileSync(made, 'utf8')).toBe('made\n');
  });

  test('what a restore moved to the trash comes back from the list of deleted files', async () => {
    const { commands, entryOf, made } = await appWithSteps();
    const { entry } = await entryOf(made);
    const view = await commands['files:look']({ entry, path: made });
    expect(view).toMatchObject({ act: 'to-trash' });
    if (view.kind !== 'possible') throw new Error(view.kind);
    await commands['files:restore']({ entry, path: made, seen: view.seen });
    expect(fs.existsSync(made)).toBe(false);
    const items = await commands['trash:list'](undefined);
    if (!Array.isArray(items)) throw new Error('no list');
    const trashId = items[0]?.trashId ?? '';
    expect(await commands['trash:restore']({ trashId })).toMatchObject({ kind: 'restored' });
    expect(fs.readFileSync(made, 'utf8')).toBe('made\n');
    expect(await commands['trash:restore']({ trashId })).toMatchObject({ kind: 'refused' });
  });

  test('a session is replayed in order, with what each step said and left', async () => {
    const { commands, entryOf, file, made } = await appWithSteps();
    const { sessionId } = await entryOf(file);
    const replay = await commands['replay:steps']({ sessionId: sessionId ?? '' });
    if (!isAnswer(replay)) throw new Error('no answer');
    const { steps, more } = replay;
    expect(more).toBe(0);
    expect(steps.map(({ entry }) => entry.action)).toEqual([
      'request_access',
      'create_file',
      'create_file',
    ]);
    expect(steps.map(({ changes }) => changes.map((change) => change.path))).toEqual([
      [],
      [made],
      [file],
    ]);
    expect(steps[1]?.sentence).toContain('made.txt');
    const entry = steps[1]?.entry.entry ?? '';
    const content = await commands['files:content']({ entry, path: made });
    expect(content).toEqual({ kind: 'text', text: 'made\n', cut: 0 });
  });
});

describe('commands of the window about files', () => {
  const digest = 'a'.repeat(64);
  test.each([
    ['files:restore', { entry: 'e', path: '/a', seen: 'not a digest' }],
    ['files:restore', { entry: 'e', path: '/a' }],
    ['files:restore', { entry: 'e', path: '/a', seen: digest, before: digest }],
    ['files:diff', { entry: '', path: '/a' }],
    ['files:diff', { entry: 'e', path: 'x'.repeat(5_000) }],
    ['files:content', { digest }],
    ['trash:restore', { trashId: '../../etc' }],
    ['trash:list', {}],
    ['replay:steps', { sessionId: 7 }],
  ] as const)('%s refuses %j', (name, payload) => {
    expect(mainCommands[name].safeParse(payload).success).toBe(false);
  });

  test('and take what is right', () => {
    const right = { entry: 'e', path: '/a', seen: digest };
    expect(mainCommands['files:restore'].safeParse(right).success).toBe(true);
    expect(mainCommands['files:restore'].safeParse({ ...right, seen: null }).success).toBe(true);
  });
});
