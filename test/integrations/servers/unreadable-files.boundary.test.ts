/** Files of servers that cannot be read: nothing can be called, and every place says why. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { findingsOf } from '../../../src/cli/doctor/servers.ts';
import { scratch } from '../../fakes/scratch.ts';
import { TestApp } from '../../fakes/test-app.ts';
import { addNotes, notesSpec, serverName, viewOf } from './servers-fixture.ts';

const notes = serverName('notes');

/** An app that had an accepted server, opened again with this file. */
async function reopenedWith(file: string, content: string): Promise<TestApp> {
  const dataDir = scratch();
  const app = await TestApp.open(dataDir);
  await addNotes(app, [], { env: ['NOTES_TOKEN'], secrets: { NOTES_TOKEN: 'the-secret' } });
  await app.app.dispose();
  fs.writeFileSync(path.join(dataDir, file), content);
  return TestApp.open(dataDir);
}

const broken = [
  ['no JSON', '{ broken'],
  ['nothing', ''],
  ['another version', '{"version":2,"servers":{}}'],
  ['a record of another shape', '{"version":1,"servers":{"notes":{"spec":1}}}'],
] as const;

test.each(broken)(
  'while servers.json has %s, no server runs and none is changed',
  async (_what, content) => {
    const app = await reopenedWith('servers.json', content);
    const { servers, core, dataDir } = app.app;
    const view = await servers.list();
    expect(view.servers).toEqual([]);
    expect(view.error).toContain(
      `${path.join(dataDir, 'servers.json')} cannot be read. Move it away`,
    );
    expect(core.executors.contributedTools()).toEqual([]);
    expect(await servers.add(notes, notesSpec(), {})).toMatchObject({
      kind: 'refused',
      why: view.error,
    });
    expect(fs.readFileSync(path.join(dataDir, 'servers.json'), 'utf8')).toBe(content);
    expect(findingsOf({ servers: [], error: view.error })).toMatchObject([
      { state: 'bad', what: 'MCP servers', advice: view.error },
    ]);
    const notices = core.state.snapshot().notices.map(({ id }) => id);
    expect(notices).toContain('broken-servers');
  },
);

test.each(broken)(
  'while server-pins.json has %s, nothing can be called',
  async (_what, content) => {
    const app = await reopenedWith('server-pins.json', content);
    expect(await viewOf(app, 'notes')).toMatchObject({ state: { kind: 'blocked' } });
    expect(app.app.core.executors.contributedTools()).toEqual([]);
    const texts = [{ tool: 'echo', seen: '0'.repeat(64) }];
    expect(await app.app.servers.accept(notes, texts)).toMatchObject({ kind: 'refused' });
    expect(fs.readFileSync(path.join(app.dataDir, 'server-pins.json'), 'utf8')).toBe(content);
  },
);

it('a server whose secrets cannot be read does not start, and says which file it is', async () => {
  const app = await reopenedWith('server-secrets.json', '{ broken');
  await app.app.servers.restart(notes);
  await expect.poll(async () => (await viewOf(app, 'notes')).state.kind).toBe('failed');
  expect((await viewOf(app, 'notes')).state.why).toContain('server-secrets.json cannot be read');
  const set = { name: notes, secret: 'NOTES_TOKEN', value: 'another' };
  expect(await app.app.servers.setSecret(set)).toMatchObject({ kind: 'refused' });
});
