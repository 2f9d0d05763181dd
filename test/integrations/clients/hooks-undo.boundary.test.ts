/** Hooks in files of every shape: undo gives back the very bytes, and what cannot be edited is left alone. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ClientSetupFixture } from './client-setup-fixture.ts';
import {
  applied,
  hooksRequest,
  installed,
  openWithCodex,
  theirs,
  undoAll,
} from './hooks-fixture.ts';

// Each makes the cards of all clients several times.
vi.setConfig({ testTimeout: 120_000 });

/** Read from the journal: making every card for each of the files would take minutes. */
function changeIds(here: ClientSetupFixture): readonly string[] {
  const journal = path.join(here.dataDir, 'clients/changes.json');
  const { changes } = JSON.parse(here.read(journal)) as { changes: { changeId: string }[] };
  return changes.map(({ changeId }) => changeId);
}

describe('undo gives back the very bytes', () => {
  const indents = ['\t', '  ', '    ', ''];
  const ends = ['\n', '\r\n'];
  const values = [
    {},
    { hooks: {} },
    { hooks: { PreToolUse: [], BeforeTool: [] }, permissions: { ask: [] } },
    { hooks: { PreToolUse: [theirs], BeforeTool: [theirs], preToolUse: [{ command: 'x' }] } },
    { other: { hooks: [1, 2] }, permissions: { ask: ['Bash', 'Bash(git *)'], deny: ['Read'] } },
    { hooks: { Stop: [theirs] }, 'strange "key"': '\u2028 hook claude-code', version: 1 },
  ];
  const texts = [
    ...values.flatMap((value) =>
      indents.flatMap((indent) =>
        ends.map((end) => JSON.stringify(value, null, indent).replaceAll('\n', end) + end),
      ),
    ),
    '',
    '\n',
    '{}',
    '\uFEFF{ }\n',
    '{ // a comment\n  "hooks": { /* none */ },\n}\n',
    '{\n  "hooks": {\n    // before\n    "PreToolUse": [ // of mine\n      { "matcher": "x", "hooks": [] }, // last\n    ],\n  },\n}',
  ];
  it.each(['claude-code', 'codex', 'gemini', 'cursor'] as const)(
    `%s, with ${texts.length} kinds of files`,
    async (client) => {
      const here = await openWithCodex();
      const [file = ''] = (await here.card(client)).hooks?.files ?? [];
      const request = await hooksRequest(here, client);
      for (const text of texts) {
        here.put(path.relative(here.home, file), text);
        await applied(here, request);
        expect(here.read(file)).toContain(`hook ${client}`.replace('hook claude-code', '"hook"'));
        await applied(here, { client, undo: changeIds(here), write: [] });
        expect(here.read(file)).toBe(text);
      }
    },
    240_000,
  );

  it.each([
    ['a list in the place of the hooks', '{ "hooks": [] }'],
    ['a text in the place of an event', '{ "hooks": { "PreToolUse": "x" } }'],
    ['no object', '[1]'],
    ['broken', '{ "hooks": '],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('a file with %s is refused and left alone', async (_what, content) => {
    const here = await openWithCodex();
    const file = here.put('.claude/settings.json', content);
    expect((await here.setup.preview(await hooksRequest(here, 'claude-code'))).kind).toBe(
      'refused',
    );
    expect(fs.readFileSync(file).equals(Buffer.from(content))).toBe(true);
  });

  it('a link stays a link, and what others wrote since stays', async () => {
    const here = await openWithCodex();
    const target = here.put('dotfiles/settings.json', '{\n  "a": 1\n}\n');
    fs.mkdirSync(path.join(here.home, '.claude'));
    fs.symlinkSync(target, path.join(here.home, '.claude/settings.json'));
    await installed(here, 'claude-code');
    fs.writeFileSync(target, here.read(target).replace('"a": 1', '"a": 2'));
    await undoAll(here, 'claude-code');
    expect(here.read(target)).toBe('{\n  "a": 2\n}\n');
    expect(fs.lstatSync(path.join(here.home, '.claude/settings.json')).isSymbolicLink()).toBe(true);
  });
});
