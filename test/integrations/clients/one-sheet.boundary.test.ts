/** Connecting in one step: several settings in several files, one diff per file, one undo to the byte. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientSetupRequest, KnownClient } from '../../../src/shared/integrations/clients.ts';
import { ClientSetupFixture } from './client-setup-fixture.ts';

async function everything(
  here: ClientSetupFixture,
  client: KnownClient,
): Promise<ClientSetupRequest> {
  const { ways, file, allowFile, denyFile } = await here.card(client);
  if (allowFile === null || denyFile === null) throw new Error(client);
  return {
    client,
    undo: [],
    write: [
      { purpose: 'connect', way: ways[0] ?? 'command', file },
      { purpose: 'allow', way: null, file: allowFile },
      { purpose: 'deny', way: null, file: denyFile },
    ],
  };
}

async function applied(here: ClientSetupFixture, request: ClientSetupRequest) {
  const shown = await here.setup.preview(request);
  if (shown.kind !== 'possible') throw new Error(shown.kind);
  const receipt = await here.setup.apply(request, shown.files);
  return { files: shown.files, receipt };
}

async function undoAll(here: ClientSetupFixture, client: KnownClient) {
  const { changes } = await here.card(client);
  return applied(here, { client, undo: changes.map(({ changeId }) => changeId), write: [] });
}

const servers = '{"numStartups":3,"mcpServers":{"other":{"command":"x"}}}';
const settings = '{ "permissions": { "allow": ["WebSearch"] } }\n';

describe('Claude Code in one step', () => {
  it('shows one diff per file, and one undo puts both back byte for byte', async () => {
    const here = await ClientSetupFixture.open();
    const [first, second] = [
      here.put('.claude.json', servers),
      here.put('.claude/settings.json', settings),
    ];
    expect(await here.card('claude-code')).toMatchObject({ allow: 'offered', allowFile: second });
    const { files, receipt } = await applied(here, await everything(here, 'claude-code'));
    expect(receipt.kind).toBe('done');
    expect(files.map(({ file }) => file)).toEqual([first, second]);
    expect(JSON.parse(here.read(second))).toEqual({
      permissions: {
        allow: ['WebSearch', 'mcp__gatehouse'],
        deny: ['Edit', 'Write', 'NotebookEdit', 'Bash'],
      },
    });
    const card = await here.card('claude-code');
    expect(card.allow).toBe('set');
    expect(card.changes.map(({ purpose }) => purpose)).toEqual(['connect', 'allow', 'deny']);

    expect((await undoAll(here, 'claude-code')).receipt.kind).toBe('done');
    expect(here.read(first)).toBe(servers);
    expect(here.read(second)).toBe(settings);
    expect((await here.card('claude-code')).changes).toEqual([]);
    expect(here.keys.list()).toEqual([]);
  });

  it('shows a one-line file formatted, and writes only what is new into the line', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.claude.json', servers);
    const { ways } = await here.card('claude-code');
    const { files } = await applied(here, {
      client: 'claude-code',
      undo: [],
      write: [{ purpose: 'connect', way: ways[0] ?? 'command', file }],
    });
    const [shown] = files;
    if (shown?.diff.kind !== 'text') throw new Error('no diff');
    expect(shown.isFormatted).toBe(true);
    expect(shown.diff.removed).toBeLessThan(2);
    const lines = shown.diff.hunks.flatMap((hunk) => hunk.lines);
    expect(lines.map(({ text }) => text.trim())).toContain('"gatehouse": {');
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(160);
    const written = here.read(file);
    expect(written).not.toContain('\n');
    expect(written.startsWith('{"numStartups":3,"mcpServers":{"other":{"command":"x"}')).toBe(true);
  });

  it('is refused as a whole when one of the files changed since the diff was shown', async () => {
    const here = await ClientSetupFixture.open();
    const first = here.put('.claude.json', servers);
    const second = here.put('.claude/settings.json', settings);
    const request = await everything(here, 'claude-code');
    const shown = await here.setup.preview(request);
    if (shown.kind !== 'possible') throw new Error(shown.kind);
    fs.writeFileSync(second, '{}\n');
    expect(await here.setup.apply(request, shown.files)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/changed by another program/),
    });
    expect(here.read(first)).toBe(servers);
    expect(here.keys.list()).toEqual([]);
  });

  it('takes back what was written when a later file cannot be written', async () => {
    const writes: string[] = [];
    const here = await ClientSetupFixture.open({
      onStep: (step) => {
        if (step === 'back up') writes.push(step);
        if (step === 'back up' && writes.length === 2) throw new Error('the disk failed');
      },
    });
    const first = here.put('.claude.json', servers);
    const second = here.put('.claude/settings.json', settings);
    const { receipt } = await applied(here, await everything(here, 'claude-code'));
    expect(receipt.kind).toBe('refused');
    expect(here.read(first)).toBe(servers);
    expect(here.read(second)).toBe(settings);
    expect((await here.card('claude-code')).changes).toEqual([]);
    expect(here.keys.list()).toEqual([]);
  });
});

it('OpenCode has all of it in one file, with one diff, and gives back the very bytes', async () => {
  const here = await ClientSetupFixture.open();
  const mine = '{\n  // my own\n  "permission": "ask",\n}\n';
  const file = here.put('.config/opencode/opencode.json', mine);
  const { files, receipt } = await applied(here, await everything(here, 'opencode'));
  expect(receipt.kind).toBe('done');
  expect(files).toHaveLength(1);
  const { exposure } = await here.card('opencode');
  expect(exposure.mcp.standing).toBe('free');
  expect([exposure.edit.standing, exposure.shell.standing]).toEqual(['denied', 'denied']);
  expect((await undoAll(here, 'opencode')).receipt.kind).toBe('done');
  expect(here.read(file)).toBe(mine);
});

it('a setting is undone by itself while the rest stays', async () => {
  const here = await ClientSetupFixture.open();
  here.put('.claude.json', servers);
  const second = here.put('.claude/settings.json', settings);
  await applied(here, await everything(here, 'claude-code'));
  const { changes } = await here.card('claude-code');
  const deny = changes.find(({ purpose }) => purpose === 'deny')?.changeId ?? '';
  await applied(here, { client: 'claude-code', undo: [deny], write: [] });
  expect(JSON.parse(here.read(second))).toEqual({
    permissions: { allow: ['WebSearch', 'mcp__gatehouse'] },
  });
  expect((await here.card('claude-code')).state.kind).toBe('waiting');
});

it('Codex needs no setting of its own, and Cursor has none', async () => {
  const here = await ClientSetupFixture.open();
  expect(await here.card('codex')).toMatchObject({ allow: 'in-entry', allowFile: null });
  expect(await here.card('cursor')).toMatchObject({ allow: 'none', allowFile: null });
  expect(path.isAbsolute((await here.setup.list()).home)).toBe(true);
});
