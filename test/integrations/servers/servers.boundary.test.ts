import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TestApp } from '../../fakes/test-app.ts';
import {
  acceptAll,
  addNotes,
  detailsOf,
  notesSpec,
  serverName,
  viewOf,
  whenListed,
} from './servers-fixture.ts';

it('starts an added server, lists its tools, and offers none before they are accepted', async () => {
  const app = await TestApp.open();
  const { servers, core } = app.app;
  const receipt = await servers.add(serverName('notes'), notesSpec(), {});
  expect(receipt).toMatchObject({ kind: 'done' });
  const view = await whenListed(app, 'notes');
  expect(view).toMatchObject({ tools: 9, unreviewed: 9, processes: 1, state: { kind: 'blocked' } });
  expect(core.executors.contributedTools()).toEqual([]);

  await acceptAll(app, 'notes');

  expect(await viewOf(app, 'notes')).toMatchObject({ unreviewed: 0, state: { kind: 'running' } });
  const names = core.executors.contributedTools().map(({ name }) => name);
  expect(names).toContain('notes__echo');
});

it('stops a server that nobody used, and keeps its tools in the list', async () => {
  const app = await TestApp.open();
  await addNotes(app);
  await app.clock.advance(11 * 60_000);
  await expect.poll(async () => (await viewOf(app, 'notes')).state.kind).toBe('stopped');
  expect(await viewOf(app, 'notes')).toMatchObject({ processes: 0, tools: 9 });
  expect(app.app.core.executors.contributed('notes__echo')).toBeDefined();
});

it('N74 keeps secrets out of every file but the one for secrets, out of the ledger and the log', async () => {
  const app = await TestApp.open();
  const secret = 'the-secret-of-the-notes';
  await addNotes(app, ['--pin', '${PIN}'], {
    env: ['NOTES_TOKEN'],
    secrets: { NOTES_TOKEN: secret, PIN: 'pin-of-the-notes' },
  });
  const log = await app.app.servers.log(serverName('notes'));
  await expect
    .poll(async () => (await app.app.servers.log(serverName('notes')))?.lines.join('\n'))
    .toContain('token=[secret]');
  expect(log?.lines.join('\n')).not.toContain('pin-of-the-notes');
  for (const file of ['servers.json', 'server-pins.json', 'audit/000001.jsonl'])
    expect(fs.readFileSync(path.join(app.dataDir, file), 'utf8')).not.toContain(secret);
  const shown = JSON.stringify([await viewOf(app, 'notes'), await detailsOf(app, 'notes')]);
  expect(shown).not.toContain(secret);
  expect(shown).toContain('${PIN}');
});
