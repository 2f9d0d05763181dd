/** Clients set up by a click: what is shown is what is written, and it can be taken back to the byte. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClientSetupFixture, possible } from './client-setup-fixture.ts';

const mine = '{\n  // my theme\n  "theme": "dark",\n}\n';

it('connects OpenCode by one click, waits for its key, and undoes it to the byte', async () => {
  const here = await ClientSetupFixture.open();
  const file = here.put('.config/opencode/opencode.json', mine);
  expect((await here.card('opencode')).state).toEqual({ kind: 'can-connect' });
  const change = await here.changeFor('opencode');
  const { diff, notes } = possible(await here.preview(change));
  expect(diff).toMatchObject({ kind: 'text', removed: 0 });
  expect(notes.join(' ')).toMatch(/No key is in the file/);
  expect(here.read(file)).toBe(mine);
  expect(await here.write(change)).toMatch(/Gatehouse was added/);
  const keyFile = path.join(here.dataDir, 'stdio-keys/opencode.key');
  expect(here.read(file)).toContain(`"Authorization": "Bearer {file:${keyFile}}"`);
  expect((await here.card('opencode')).state.kind).toBe('waiting');

  const [key] = here.keys.list();
  if (!key) throw new Error('no key');
  expect(here.keys.ownerOf(here.read(keyFile))).toBe('opencode');
  here.sightings.saw(key.name, null);
  expect((await here.card('opencode')).state.kind).toBe('connected');
  await here.reopen();
  expect((await here.card('opencode')).state.kind).toBe('connected');

  expect(await here.undo('opencode')).toBe('done');
  expect(here.read(file)).toBe(mine);
  expect(here.keys.list()).toEqual([]);
  expect(fs.existsSync(keyFile)).toBe(false);
  expect((await here.card('opencode')).state).toEqual({ kind: 'can-connect' });
});

it('is on record as an act of the owner, before and after', async () => {
  const here = await ClientSetupFixture.open();
  here.put('.config/opencode/opencode.json', mine);
  await here.write(await here.changeFor('opencode'));
  await here.undo('opencode');
  const lines = (await here.app.ledger()).filter(({ action }) => action.startsWith('owner.'));
  expect(lines.map(({ action, phase }) => `${action} ${phase}`)).toEqual([
    'owner.write_client_config intent',
    'owner.write_client_config decision',
    'owner.write_client_config outcome',
    'owner.undo_client_config intent',
    'owner.undo_client_config decision',
    'owner.undo_client_config outcome',
  ]);
});

it('I1 a 5 MB file with a nested entry of the same name changes by our bytes alone', async () => {
  const here = await ClientSetupFixture.open();
  const filler = Array.from(
    { length: 70_000 },
    (_, at) => `  "key${at}": { "mcp": { "gatehouse": "not this one, it lies too deep" } },`,
  );
  const big = `{\r\n${filler.join('\r\n')}\r\n  "mcp": {}\r\n}`;
  expect(big.length).toBeGreaterThan(5_000_000);
  const file = here.put('.config/opencode/opencode.json', big);
  await here.write(await here.changeFor('opencode'));
  expect(
    here
      .read(file)
      .replace(/"mcp": \{\r\n {4}"gatehouse": [\s\S]*\}\r\n {2}\}\r\n\}$/, '"mcp": {}\r\n}'),
  ).toBe(big);
  expect(await here.undo('opencode')).toBe('done');
  expect(here.read(file)).toBe(big);
}, 90_000);

it('I2 a file that cannot be read is refused with line and column, and left as it is', async () => {
  const here = await ClientSetupFixture.open();
  const broken = '{\n  "theme": "dark"\n  "mcp": {}\n}\n';
  const file = here.put('.config/opencode/opencode.json', broken);
  const shown = await here.preview(await here.changeFor('opencode'));
  expect(shown).toMatchObject({ kind: 'refused', why: expect.stringMatching(/line 3, column 3/) });
  expect((await here.card('opencode')).files.find(({ path: at }) => at === file)?.error).toMatch(
    /line 3/,
  );
  expect(here.read(file)).toBe(broken);
  here.put('.codex/config.toml', 'model = \n');
  expect(await here.preview(await here.changeFor('codex'))).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/line \d/),
  });
});

it('I3 a link into a dotfiles repository stays a link; its target is changed', async () => {
  const here = await ClientSetupFixture.open();
  const target = here.put('dotfiles/opencode.json', mine);
  fs.mkdirSync(path.join(here.home, 'dotfiles/.git'));
  const file = path.join(here.home, '.config/opencode/opencode.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.symlinkSync(target, file);
  const change = await here.changeFor('opencode');
  expect(possible(await here.preview(change)).target).toBe(target);
  await here.write(change);
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  expect(here.read(target)).toContain('gatehouse');
  await here.undo('opencode');
  expect(here.read(target)).toBe(mine);
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
});

describe('I4 what a file is besides its content', () => {
  it('keeps its mode and extended attributes, and is never opened up', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.cursor/mcp.json', '{}\n');
    fs.chmodSync(file, 0o640);
    const canTag = tag(file);
    await here.write(await here.changeFor('cursor'));
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    if (canTag) expect(tagOf(file)).toBe('mine');
    await here.undo('cursor');
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(here.read(file)).toBe('{}\n');
    // With the key in it, it is the person's alone.
    await here.write(await here.changeFor('cursor', 'key'));
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    await here.undo('cursor');
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
  });

  it('is left as it is where its attributes cannot be kept', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.cursor/mcp.json', '{}\n');
    const change = await here.changeFor('cursor');
    const { PATH } = process.env;
    process.env['PATH'] = here.home;
    try {
      expect(await here.write(change)).toMatch(/attributes cannot be kept/);
    } finally {
      process.env['PATH'] = PATH;
    }
    expect(here.read(file)).toBe('{}\n');
  });

  it('with a second name elsewhere it is refused', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.cursor/mcp.json', '{}\n');
    fs.linkSync(file, path.join(here.home, 'second'));
    expect(await here.preview(await here.changeFor('cursor'))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/hard link/),
    });
  });
});

it('I6 what another program wrote meanwhile is seen, and nothing of either is lost', async () => {
  let outsider: ((step: string) => void) | null = null;
  const here = await ClientSetupFixture.open({ onStep: (step) => outsider?.(step) });
  const file = here.put('.config/opencode/opencode.json', mine);
  const steps = ['back up', 'note', 'copy the attributes', 'write', 'sync', 'look again'];
  for (const [round, at] of steps.entries()) {
    const theirs = mine.replace('dark', `theirs ${round}`);
    outsider = (step) => step === at && fs.writeFileSync(file, theirs);
    const change = await here.changeFor('opencode');
    expect(await here.write(change)).toMatch(/^refused: The file was changed by another program/);
    outsider = null;
    expect(here.read(file)).toBe(theirs);
    expect(await here.write(change)).toMatch(/Gatehouse was added/);
    expect(here.read(file)).toContain(`theirs ${round}`);
    await here.undo('opencode');
    expect(here.read(file)).toBe(theirs);
    fs.writeFileSync(file, mine);
  }
  expect(fs.readdirSync(path.dirname(file))).toEqual(['opencode.json']);
  expect(here.keys.list()).toEqual([]);
});

it('I6 a diff that was shown before somebody else wrote is not written', async () => {
  const here = await ClientSetupFixture.open();
  const file = here.put('.config/opencode/opencode.json', mine);
  const change = await here.changeFor('opencode');
  const { seen } = possible(await here.preview(change));
  fs.writeFileSync(file, '{}');
  expect(await here.writeSeen(change, seen)).toMatchObject({ kind: 'refused' });
  expect(here.read(file)).toBe('{}');
});

it('I8 of several files only the chosen one is changed, and the one that wins is offered', async () => {
  const here = await ClientSetupFixture.open();
  const names = ['config.json', 'opencode.json', 'opencode.jsonc'];
  const files = names.map((name) => here.put(`.config/opencode/${name}`, `{ "in": "${name}" }\n`));
  const card = await here.card('opencode');
  expect(card.file).toBe(files[2]);
  expect(card.files.map(({ path: at }) => at)).toEqual(files);
  expect(card.precedence).toMatch(/later wins/);
  await here.write({ ...(await here.changeFor('opencode')), file: files[1] ?? '' });
  expect(here.read(files[0] ?? '')).toBe('{ "in": "config.json" }\n');
  expect(here.read(files[2] ?? '')).toBe('{ "in": "opencode.jsonc" }\n');
  expect(here.read(files[1] ?? '')).toContain('gatehouse');
  const stranger = { ...(await here.changeFor('opencode')), file: path.join(here.home, '.bashrc') };
  expect(await here.preview(stranger)).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/not a file of this client/),
  });
});

it('I10 what the disk does not take is told by its cause, and the old file stays', async () => {
  const here = await ClientSetupFixture.open({
    onStep: (step) => {
      if (step === 'sync') throw Object.assign(new Error('no space'), { code: failure });
    },
  });
  let failure = 'ENOSPC';
  const file = here.put('.config/opencode/opencode.json', mine);
  for (const [code, words] of [
    ['ENOSPC', 'disk is full'],
    ['EDQUOT', 'share of the disk'],
    ['EROFS', 'read-only'],
    ['EXDEV', 'another disk'],
  ] as const) {
    failure = code;
    expect(await here.write(await here.changeFor('opencode'))).toMatch(
      new RegExp(`refused: .*${words}.*${code}`),
    );
    expect(here.read(file)).toBe(mine);
  }
  expect(here.keys.list()).toEqual([]);
  expect(fs.readdirSync(path.dirname(file))).toEqual(['opencode.json']);
  expect((await here.card('opencode')).changes).toEqual([]);
});

function tag(file: string): boolean {
  try {
    execFileSync('setfattr', ['-n', 'user.gatehouse', '-v', 'mine', file], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const tagOf = (file: string): string =>
  execFileSync('getfattr', ['--only-values', '-n', 'user.gatehouse', file], { encoding: 'utf8' });
