/** An entry that someone else changed or removed: written again, or theirs is kept, in every format. */
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnownClient } from '../../../src/shared/integrations/clients.ts';
import { ClientSetupFixture } from './client-setup-fixture.ts';

const cases: readonly (readonly [KnownClient, string, string, readonly [string, string]])[] = [
  ['cursor', '.cursor/mcp.json', '{\n  "mcpServers": {}\n}\n', ['"stdio"', '"other"']],
  ['codex', '.codex/config.toml', 'model = "x"\n', ['"stdio"', '"other"']],
  ['goose', '.config/goose/config.yaml', 'GOOSE_MODE: auto\n', ['"stdio"', '"other"']],
  ['continue', '.continue/config.yaml', 'name: mine\nversion: 1.0.0\n', ['"stdio"', '"other"']],
];

async function changedEntry(
  client: KnownClient,
  name: string,
  before: string,
  edit: (text: string) => string,
) {
  const here = await ClientSetupFixture.open();
  const file = here.put(name, before);
  await here.write(await here.changeFor(client, 'command'));
  const ours = here.read(file);
  fs.writeFileSync(file, edit(ours));
  const { changes, state } = await here.card(client);
  expect(state.kind).toBe('changed');
  const [change] = changes;
  if (!change?.difference) throw new Error('no difference is shown');
  return { here, file, ours, before, changeId: change.changeId, difference: change.difference };
}

describe('I11 an entry that someone else changed', () => {
  it.each(cases)('of %s is written again, and undone to what was there', async (...item) => {
    const [client, name, before, [from, to]] = item;
    const edit = (text: string): string => text.replace(from, to);
    const { here, file, ours, changeId, difference } = await changedEntry(
      client,
      name,
      before,
      edit,
    );
    expect(JSON.stringify(difference.diff)).toContain('other');
    expect(await here.setup.writeAgain(changeId, difference.seen)).toMatchObject({ kind: 'done' });
    expect(here.read(file)).toBe(ours);
    expect((await here.card(client)).state.kind).toBe('waiting');
    expect(await here.undo(client)).toBe('done');
    expect(here.read(file).trim()).toBe(before.trim());
  });

  it.each(cases)('of %s is kept as it is', async (...item) => {
    const [client, name, before, [from, to]] = item;
    const edit = (text: string): string => text.replace(from, to);
    const { here, file, changeId, difference } = await changedEntry(client, name, before, edit);
    const theirs = here.read(file);
    expect(await here.setup.keepExternalEdit(changeId, difference.seen)).toMatchObject({
      kind: 'done',
    });
    expect(here.read(file)).toBe(theirs);
    expect((await here.card(client)).state.kind).toBe('waiting');
    expect(here.keys.list()).toHaveLength(1);
    await here.reopen();
    expect((await here.card(client)).changes[0]).toMatchObject({ difference: null });
  });

  it('is decided only as long as it is what was shown', async () => {
    const [client, name, before] = cases[0] ?? ['cursor', '', ''];
    const edit = (text: string): string => text.replace('"stdio"', '"other"');
    const { here, file, changeId, difference } = await changedEntry(client, name, before, edit);
    fs.writeFileSync(file, here.read(file).replace('"other"', '"third"'));
    for (const decide of [here.setup.writeAgain, here.setup.keepExternalEdit])
      expect(await decide.call(here.setup, changeId, difference.seen)).toMatchObject({
        kind: 'refused',
      });
    expect(here.read(file)).toContain('third');
  });

  it('that was removed stays removed, and its key is revoked', async () => {
    const { here, file, before, changeId, difference } = await changedEntry(
      'cursor',
      '.cursor/mcp.json',
      '{\n  "mcpServers": {}\n}\n',
      () => '{\n  "mcpServers": {}\n}\n',
    );
    expect(await here.setup.keepExternalEdit(changeId, difference.seen)).toMatchObject({
      kind: 'done',
    });
    expect(here.read(file)).toBe(before);
    expect(here.keys.list()).toEqual([]);
  });

  it('that was removed with its file is written again', async () => {
    const here = await ClientSetupFixture.open();
    const file = here.put('.cursor/mcp.json', '{}\n');
    await here.write(await here.changeFor('cursor', 'command'));
    fs.rmSync(file);
    const [change] = (await here.card('cursor')).changes;
    expect(change).toMatchObject({ drift: 'gone', difference: { seen: null } });
    expect(await here.setup.writeAgain(change?.changeId ?? '', null)).toMatchObject({
      kind: 'done',
    });
    expect(here.read(file)).toContain('gatehouse');
  });
});
