/** What the choices of the connect sheet mean for the files. */
import { describe, expect, test } from 'vitest';
import type { WrittenChange } from '../../src/shared/integrations/clients.ts';
import {
  denyOnlyChoices,
  isUnderTheGate,
  repairChoices,
  setupRequest,
  undoRequest,
  usualChoices,
} from '../../src/renderer/clients/setup-request.ts';
import { shortPath } from '../../src/renderer/text/short-path.ts';
import { noon, sampleClient, sampleHooks } from './samples.ts';

const written = (purpose: WrittenChange['purpose'], file: string): WrittenChange => ({
  ...{ changeId: `id-${purpose}`, purpose, file, at: noon },
  way: purpose === 'connect' ? 'command' : null,
  ...{ drift: 'as-written', difference: null },
});
const [servers, settings] = ['/home/mira/.claude.json', '/home/mira/.claude/settings.json'];
const connected = sampleClient({
  state: { kind: 'waiting', since: noon },
  allow: 'set',
  changes: [written('connect', servers), written('allow', settings)],
});

describe('a client that is not connected', () => {
  test('gets the entry and the allow setting, and keeps its own tools', () => {
    const card = sampleClient();
    expect(setupRequest(card, usualChoices(card))).toEqual({
      client: 'claude-code',
      undo: [],
      write: [
        { purpose: 'connect', way: 'command', file: servers },
        { purpose: 'allow', way: null, file: settings },
      ],
    });
  });

  test('can have its own tools turned off without being connected', () => {
    const card = sampleClient();
    expect(setupRequest(card, denyOnlyChoices(card)).write).toEqual([
      { purpose: 'deny', way: null, file: settings },
    ]);
  });

  test('without such settings gets the entry alone', () => {
    const card = sampleClient({ allow: 'none', allowFile: null, denyFile: null, hooks: null });
    const { write } = setupRequest(card, { ...usualChoices(card), allow: true, ownTools: 'off' });
    expect(write.map(({ purpose }) => purpose)).toEqual(['connect']);
  });
});

describe('a client that is connected', () => {
  const usual = usualChoices(connected);
  test('has nothing to do as it is', () => {
    expect(setupRequest(connected, usual)).toEqual({ client: 'claude-code', undo: [], write: [] });
  });

  test('loses only what is switched off', () => {
    expect(setupRequest(connected, { ...usual, allow: false })).toMatchObject({
      undo: ['id-allow'],
      write: [],
    });
  });

  test('moves its entry to another file', () => {
    const elsewhere = '/home/mira/project/.mcp.json';
    expect(setupRequest(connected, { ...usual, file: elsewhere })).toMatchObject({
      undo: ['id-connect'],
      write: [{ purpose: 'connect', file: elsewhere }],
    });
  });

  test('is written again in another way, or when its entry was changed', () => {
    expect(setupRequest(connected, { ...usual, way: 'key' }).write).toMatchObject([{ way: 'key' }]);
    const changed = { ...connected, state: { kind: 'changed', words: 'Gone.' } } as const;
    expect(setupRequest(changed, usual).write).toMatchObject([{ purpose: 'connect' }]);
  });

  test('is undone as a whole', () => {
    expect(undoRequest(connected).undo).toEqual(['id-connect', 'id-allow']);
  });
});

describe('own tools under the gate', () => {
  const files = ['/home/mira/.codex/hooks.json', '/home/mira/.codex/config.toml'];
  const withHooks = (parts: Parameters<typeof sampleHooks>[0], changes: WrittenChange[] = []) =>
    sampleClient({ hooks: sampleHooks({ files, ...parts }), changes });
  const hookChanges = files.map((file, at) => ({
    ...written('hooks', file),
    changeId: `id-hooks-${at}`,
  }));
  const purposes = (request: ReturnType<typeof setupRequest>): readonly string[] =>
    request.write.map(({ purpose, file }) => `${purpose} ${file.split('/').at(-1)}`);

  test('writes every file of the hooks, in order, and nothing is denied', () => {
    const card = withHooks({});
    const request = setupRequest(card, { ...usualChoices(card), ownTools: 'gate' });
    expect(purposes(request)).toEqual([
      'connect .claude.json',
      'allow settings.json',
      'hooks hooks.json',
      'hooks config.toml',
    ]);
  });

  test('stays when it is set, and is undone in all files when it is left', () => {
    const card = withHooks({ state: { kind: 'seen', at: noon } }, hookChanges);
    expect(usualChoices(card).ownTools).toBe('gate');
    expect(isUnderTheGate(card)).toBe(true);
    const only = { ...usualChoices(card), connect: false, allow: false };
    expect(setupRequest(card, only)).toMatchObject({ undo: [], write: [] });
    expect(setupRequest(card, { ...only, ownTools: 'leave' })).toMatchObject({
      undo: ['id-hooks-0', 'id-hooks-1'],
      write: [],
    });
  });

  test('is written again by Repair, which changes nothing else', () => {
    const card = withHooks({ state: { kind: 'broken', why: 'Gone.' } }, hookChanges);
    expect(isUnderTheGate(card)).toBe(false);
    expect(setupRequest(card, repairChoices(card))).toMatchObject({ undo: [] });
    expect(purposes(setupRequest(card, repairChoices(card)))).toEqual([
      'hooks hooks.json',
      'hooks config.toml',
    ]);
  });

  test('a project that switches it off is not under the gate', () => {
    const switchedOff = [{ file: '/p/.claude/settings.json', setting: '"disableAllHooks": true' }];
    const card = withHooks({ state: { kind: 'seen', at: noon }, switchedOff }, hookChanges);
    expect(isUnderTheGate(card)).toBe(false);
  });

  test('the rule against its own prompt is a choice of its own, and goes with the hooks', () => {
    const promptsFile = '/home/mira/.gemini/policies/gatehouse.toml';
    const card = withHooks({ promptsFile });
    const gate = { ...usualChoices(card), ownTools: 'gate' } as const;
    expect(purposes(setupRequest(card, gate))).not.toContain('prompts gatehouse.toml');
    const both = { ...gate, silencePrompts: true };
    expect(purposes(setupRequest(card, both))).toContain('prompts gatehouse.toml');
    const on = withHooks({ promptsFile, state: { kind: 'seen', at: noon } }, [
      ...hookChanges,
      written('prompts', promptsFile),
    ]);
    const left = { ...usualChoices(on), ownTools: 'leave' } as const;
    expect(setupRequest(on, left).undo).toContain('id-prompts');
    const loud = { ...usualChoices(on), silencePrompts: false };
    expect(setupRequest(on, loud).undo).toEqual(['id-prompts']);
  });
});

test('a path in the home folder is short, and others stay whole', () => {
  expect(shortPath('/home/mira/.claude.json', '/home/mira')).toBe('~/.claude.json');
  expect(shortPath('/home/mira', '/home/mira')).toBe('~');
  expect(shortPath('/home/miranda/x', '/home/mira')).toBe('/home/miranda/x');
  expect(shortPath('/etc/x', '')).toBe('/etc/x');
});
