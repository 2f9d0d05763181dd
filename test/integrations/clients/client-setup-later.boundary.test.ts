/** What becomes of an entry after it was written: edits of others, moves, keys, backups, denials. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientIds } from '../../../src/shared/integrations/clients.ts';
import { ClientId } from '../../../src/shared/base/ids.ts';
import { ClientSetupFixture, possible } from './client-setup-fixture.ts';

const mine = '{\n  // my theme\n  "theme": "dark",\n}\n';

describe('I11 undo after the user edited the file', () => {
  it('takes out our entry and nothing else', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.config/opencode/opencode.json', mine);
    await here.write(await here.changeFor('opencode'));
    fs.writeFileSync(file, here.read(file).replace('"dark"', '"light" /* brighter */'));
    expect((await here.card('opencode')).changes[0]?.drift).toBe('elsewhere');
    expect(await here.undo('opencode')).toBe('done');
    expect(here.read(file)).toBe(mine.replace('"dark"', '"light" /* brighter */'));
  });

  it('shows a conflict when our entry itself was changed, and overwrites nothing', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.config/opencode/opencode.json', mine);
    await here.write(await here.changeFor('opencode'));
    const edited = here.read(file).replace('"enabled": true', '"enabled": false');
    fs.writeFileSync(file, edited);
    expect((await here.card('opencode')).state).toMatchObject({ kind: 'changed' });
    expect(await here.undo('opencode')).toMatch(/refused: .*changed by somebody else/);
    expect(here.read(file)).toBe(edited);
  });

  it('has nothing to do when the entry is gone already, and takes the key back', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.config/opencode/opencode.json', mine);
    await here.write(await here.changeFor('opencode'));
    fs.writeFileSync(file, '{}');
    expect((await here.card('opencode')).changes[0]?.drift).toBe('gone');
    expect(await here.undo('opencode')).toBe('done');
    expect(here.read(file)).toBe('{}');
    expect(here.keys.list()).toEqual([]);
  });
});

it('I12 an entry that leads nowhere any more is shown, is never rewritten by itself, and its key can be taken', async () => {
  const here = await ClientSetupFixture.open();
  const file = here.put('.config/opencode/opencode.json', mine);
  await here.write(await here.changeFor('opencode'));
  const written = here.read(file);
  await here.reopen({ mcpUrl: 'http://127.0.0.1:9999/mcp' });
  expect((await here.card('opencode')).state).toMatchObject({
    kind: 'changed',
    words: expect.stringMatching(/another way/),
  });
  expect(here.read(file)).toBe(written);
  expect(await here.write(await here.changeFor('opencode'))).toMatch(/Gatehouse was added/);
  expect(here.read(file)).toContain('http://127.0.0.1:9999/mcp');
  expect(await here.undo('opencode')).toBe('done');
  expect(here.read(file)).toBe(mine);
});

describe('I13 a key at rest', () => {
  it.each(clientIds)('is in no file of %s by the way that is offered first', async (client) => {
    const here = await ClientSetupFixture.open();
    await here.write(await here.changeFor(client));
    const [key] = here.keys.list();
    const secret = here.read(path.join(here.dataDir, `stdio-keys/${key?.name}.key`)).trim();
    expect(here.keys.ownerOf(secret)).toBe(client);
    const leaks = [here.home, here.dataDir]
      .flatMap((folder) => filesIn(folder))
      .filter((file) => !file.includes('stdio-keys') && fs.readFileSync(file).includes(secret));
    expect(leaks).toEqual([]);
  });
});

it('I14 at most ten backups of a file are kept, each readable only by the user and outside the project', async () => {
  const here = await ClientSetupFixture.open();
  const file = here.put('.config/opencode/opencode.json', mine);
  for (let round = 0; round < 13; round += 1) {
    fs.writeFileSync(file, mine.replace('dark', String(round)));
    await here.write(await here.changeFor('opencode'));
    await here.undo('opencode');
  }
  const backups = await here.setup.backups();
  expect(backups).toHaveLength(10);
  expect(backups.every(({ of, path: at }) => of === file && at.startsWith(here.dataDir))).toBe(
    true,
  );
  expect(backups.map(({ path: at }) => fs.statSync(at).mode & 0o777)).toEqual(
    backups.map(() => 0o600),
  );
  // One command brings it back.
  fs.copyFileSync(backups[0]?.path ?? '', file);
  expect(here.read(file)).toBe(mine.replace('dark', '12'));
});

describe('a key in the file', () => {
  it('is refused in a repository, by any name of the file', async () => {
    const here = await ClientSetupFixture.open();
    const target = here.put('dotfiles/mcp.json', '{}');
    fs.mkdirSync(path.join(here.home, 'dotfiles/.git'));
    fs.mkdirSync(path.join(here.home, '.cursor'));
    fs.symlinkSync(target, path.join(here.home, '.cursor/mcp.json'));
    expect(await here.preview(await here.changeFor('cursor', 'key'))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/repository/),
    });
    expect((await here.preview(await here.changeFor('cursor'))).kind).toBe('possible');
  });

  it('is refused in the file of a project; the command is written there instead, and it is said what others see', async () => {
    const here = await ClientSetupFixture.open();
    const project = path.join(here.home, 'project');
    fs.mkdirSync(project);
    here.setup.chooseProject(project);
    const file = path.join(project, '.cursor/mcp.json');
    const base = { client: 'cursor', purpose: 'connect', file } as const;
    expect(await here.preview({ ...base, way: 'key' })).toMatchObject({ kind: 'refused' });
    const { notes } = possible(await here.preview({ ...base, way: 'command' }));
    expect(notes.join(' ')).toMatch(/belongs to a project/);
    await here.write({ ...base, way: 'command' });
    expect(JSON.parse(here.read(file))).toEqual({
      mcpServers: {
        gatehouse: { command: '/opt/gatehouse', args: ['stdio', '--client', 'cursor'] },
      },
    });
    await here.undo('cursor');
    expect(fs.readdirSync(project)).toEqual([]);
  });
});

it('what a client would replace cannot be smuggled in by our own paths', async () => {
  for (const [client, program] of [
    ['cursor', '/opt/${env:HOME}/gatehouse'],
    ['gemini', '/opt/$HOME/gatehouse'],
    ['opencode', '/opt/{env:HOME}/gatehouse'],
    ['continue', '/opt/${{ secrets.X }}/gatehouse'],
  ] as const) {
    const here = await ClientSetupFixture.open({ command: { program, args: [], env: {} } });
    expect(await here.preview(await here.changeFor(client, 'command'))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/would read something else/),
    });
  }
  const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-test-brace-')), 'a}b');
  fs.mkdirSync(dataDir);
  const here = await ClientSetupFixture.open({ dataDir });
  expect(await here.preview(await here.changeFor('opencode'))).toMatchObject({ kind: 'refused' });
  fs.rmSync(path.dirname(dataDir), { recursive: true });
});

it('a name that another key has is not taken from it', async () => {
  const here = await ClientSetupFixture.open();
  await here.keys.add(ClientId.parse('cursor'));
  await here.write(await here.changeFor('cursor'));
  expect(here.keys.list().map(({ name }) => name)).toEqual(['cursor', 'cursor-2']);
  await here.undo('cursor');
  expect(here.keys.list().map(({ name }) => name)).toEqual(['cursor']);
});

it('denies the native tools by a click of its own, and gives them back in any order', async () => {
  const here = await ClientSetupFixture.open();
  const file = here.put('.config/opencode/opencode.json', mine);
  await here.write(await here.changeFor('opencode'));
  await here.write(await here.denial('opencode'));
  const { exposure, changes } = await here.card('opencode');
  expect([exposure.edit.standing, exposure.shell.standing, exposure.read.standing]).toEqual([
    'denied',
    'denied',
    'free',
  ]);
  expect(changes.map(({ purpose }) => purpose)).toEqual(['connect', 'deny']);
  expect(await here.undo('opencode', 'connect')).toBe('done');
  expect((await here.card('opencode')).exposure.edit.standing).toBe('denied');
  expect(await here.undo('opencode', 'deny')).toBe('done');
  expect(here.read(file)).toBe(mine);
});

it('denies what older words of the same file would keep open, and gives those back', async () => {
  const here = await ClientSetupFixture.open();
  const text = '{ "tools": { "bash": true, "read": true }, "permission": { "*": "allow" } }\n';
  const file = here.put('.config/opencode/opencode.json', text);
  await here.write(await here.denial('opencode'));
  expect(await here.preview(await here.denial('opencode'))).toMatchObject({
    words: 'This is set already.',
  });
  expect((await here.card('opencode')).exposure.shell.standing).toBe('denied');
  expect(JSON.parse(here.read(file))).toMatchObject({ tools: { read: true } });
  expect(await here.undo('opencode', 'deny')).toBe('done');
  expect(here.read(file)).toBe(text);
});

it('does not claim to deny what another file keeps open, and says which', async () => {
  const here = await ClientSetupFixture.open();
  const open = '{ "permission": { "bash": "ask", "*": "allow" } }';
  const other = here.put('.config/opencode/opencode.json', open);
  const file = here.put('.config/opencode/opencode.jsonc', mine);
  const change = await here.denial('opencode');
  expect(change.file).toBe(file);
  expect(await here.preview(change)).toMatchObject({
    kind: 'refused',
    why: `OpenCode would keep its shell tool: "*" is set to "allow". The setting that prevents it is in ${other}.`,
  });
  expect(here.read(file)).toBe(mine);
  here.put('.config/opencode/opencode.json', '{ "permission": { "*": "allow" } }');
  await here.write(change);
  expect((await here.card('opencode')).exposure.shell.standing).toBe('denied');
});

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
