import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { wantsEvent } from '../../src/main/transports/sessions/event-filter.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { resyncNeeded } from '../../src/shared/protocols/session-protocol.ts';
import { coreWith, granted } from '../core/core-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { hello, PluginSocket } from './test-app.ts';
import { appWithSession, open, until } from './session-app.ts';

const watching = ['monitor:state', 'watch:changes', 'read:buffers', 'sync:cursor'];

const accessTo = (root: string, scopes: readonly string[] = watching) => ({
  scopes,
  roots: [root],
  reason: 'to follow what happens',
});

/** Two agents in two folders, and an editor that tells of both. */
async function watchedApp() {
  const folder = fs.realpathSync(scratch());
  const [app, lib] = ['app', 'lib'].map((name) => path.join(folder, name)) as [string, string];
  for (const root of [app, lib]) fs.mkdirSync(root);
  const testApp = await appWithSession({ paths: realPaths }, accessTo(app));
  const other = await testApp.grant('claude', accessTo(lib));
  const plugin = new PluginSocket(testApp.port);
  await plugin.opened();
  plugin.send(hello);
  await plugin.next();
  const inApp = await testApp.connect();
  const inLib = await testApp.connect(other.sessionId, other.token);
  const created = (file: string, more = {}) => ({
    type: 'event',
    event: 'file_system',
    data: { name: 'file_created', path: file, ...more },
  });
  /** What was told before this. */
  const mark = (root: string): void => plugin.send(created(path.join(root, 'mark')));
  return { ...testApp, app, lib, plugin, inApp, inLib, created, mark };
}

describe('events of an editor', () => {
  test('is received by the sessions that hold the folder, as category and name', async () => {
    const { plugin, inApp, inLib, app, lib, created } = await watchedApp();
    plugin.send(created(path.join(app, 'a.ts'), { bytes: 5 }));
    plugin.send(created(path.join(lib, 'b.ts')));
    expect(await inApp.next()).toEqual({
      type: 'event',
      event: 'file_system',
      data: { name: 'file_created', path: path.join(app, 'a.ts'), bytes: 5 },
    });
    expect(await inLib.next()).toMatchObject({ data: { path: path.join(lib, 'b.ts') } });
  });

  test('is not received by a session that is for one call', async () => {
    const { core, clock } = await coreWith();
    const session = core.sessions.get(await granted(core, clock, { args: accessTo('/w/app') }));
    const name = 'file_created' as const;
    const received = {
      name,
      sessionId: null,
      paths: ['/w/app/a.ts'],
      placeless: false,
      text: '{}',
    };
    expect(session && wantsEvent(session, received)).toBe(true);
    expect(session && wantsEvent({ ...session, once: true }, received)).toBe(false);
  });

  test('is not received without the scope it needs', async () => {
    const { plugin, inApp, app, created } = await watchedApp();
    const terminal = { name: 'output_received', path: app, data: 'secret' };
    plugin.send({ type: 'event', event: 'terminal_output', data: terminal });
    plugin.send(created(path.join(app, 'a.ts')));
    expect(await inApp.next()).toMatchObject({ data: { name: 'file_created' } });
  });

  test.each([
    [
      'with one path outside',
      (app: string, lib: string) => ({ path: `${app}/a`, new_path: `${lib}/a` }),
    ],
    [
      'with one of a list outside',
      (app: string, lib: string) => ({ paths: [`${app}/a`, `${lib}/a`] }),
    ],
    ['that climbs out', (app: string) => ({ path: `${app}/../lib/a` })],
    ['of a neighbour by name', (app: string) => ({ path: `${app}lication/a` })],
    ['with a path that is none', () => ({ path: 'a.ts' })],
    ['through a link', (app: string) => ({ path: `${app}/link/a` })],
    ['without any path', () => ({})],
  ])('D1 D2 is not received %s', async (_what, about) => {
    const { plugin, inApp, app, lib, mark } = await watchedApp();
    fs.symlinkSync(lib, path.join(app, 'link'));
    const data = { name: 'file_renamed', ...about(app, lib) };
    plugin.send({ type: 'event', event: 'file_system', data });
    mark(app);
    expect(await inApp.next()).toMatchObject({ data: { name: 'file_created' } });
  });

  test('may be for one session alone, which still needs the scope and the folder', async () => {
    const { plugin, inApp, inLib, app, sessionId, created, mark, lib } = await watchedApp();
    const forOne = { ...created(path.join(app, 'a')), session_id: sessionId };
    plugin.send(forOne);
    plugin.send({ ...forOne, data: { ...forOne.data, path: path.join(lib, 'a') } });
    plugin.send({ ...forOne, session_id: 'made-up' });
    mark(app);
    mark(lib);
    expect(await inApp.next()).toMatchObject({ data: { path: path.join(app, 'a') } });
    expect(await inApp.next()).toMatchObject({ data: { path: path.join(app, 'mark') } });
    expect(await inLib.next()).toMatchObject({ data: { path: path.join(lib, 'mark') } });
  });

  test('is no longer received when the right to it was taken away', async () => {
    const { core, plugin, inApp, app, sessionId, created } = await watchedApp();
    await core.sessions.narrow(sessionId, {
      scopes: ['monitor:state', 'read:buffers'],
      roots: [app],
    });
    plugin.send(created(path.join(app, 'a')));
    const saved = { name: 'file_saved', path: path.join(app, 'a') };
    plugin.send({ type: 'event', event: 'editor_state', data: saved });
    expect(await inApp.next()).toMatchObject({ data: { name: 'file_saved' } });
  });

  test('that only changes quickly comes as the first and the last', async () => {
    const { plugin, inApp, app, clock } = await watchedApp();
    const moved = (line: number) => ({
      type: 'event',
      event: 'editor_state',
      data: { name: 'cursor_moved', path: path.join(app, 'a'), line },
    });
    for (let line = 0; line < 100; line += 1) plugin.send(moved(line));
    expect(await inApp.next()).toMatchObject({ data: { line: 0 } });
    plugin.send({ type: 'event', event: 'file_system', data: { name: 'file_created', path: app } });
    expect(await inApp.next()).toMatchObject({ data: { name: 'file_created' } });
    await clock.advance(50);
    expect(await inApp.next()).toMatchObject({ data: { line: 99 } });
  });

  test('in a flood is not all passed on, and those who listen are told to look again', async () => {
    const { plugin, inApp, app, clock, created } = await watchedApp();
    for (let n = 0; n < 5_001; n += 1) plugin.send(created(path.join(app, 'a')));
    for (let n = 0; n < 5_000; n += 1) await inApp.next();
    await clock.advance(1_000);
    expect(await inApp.next()).toEqual(resyncNeeded);
  });

  test.each([
    ['an event of another category', { event: 'git_state', data: { name: 'file_created' } }],
    ['an event that does not exist', { event: 'file_system', data: { name: 'file_melted' } }],
    ['what every object has', { event: 'file_system', data: { name: 'toString' } }],
  ])('B7 %s ends the connection of the editor', async (_what, message) => {
    const { plugin } = await watchedApp();
    plugin.send({ type: 'event', ...message });
    expect(await plugin.closed).toMatchObject({ code: 1008 });
  });
});

describe('J8 a slow reader', () => {
  test('is cut with a hint at 4 MiB, nobody else slows, and calls go on', async () => {
    const { plugins, connect, app, sessionId, token, core } = await watchedApp();
    const slow = await connect(sessionId, token);
    const quick = await connect(sessionId, token);
    slow.socket.pause();
    const memory = process.memoryUsage().rss;
    const reported: Record<string, unknown>[] = [];
    slow.socket.on('message', (data) =>
      reported.push(JSON.parse((data as Buffer).toString('utf8')) as never),
    );
    let receivedItems = 0;
    let last = '';
    quick.socket.on('message', (data) => {
      receivedItems += 1;
      last = (data as Buffer).toString('utf8');
    });
    const text = 'x'.repeat(500);
    for (let n = 0; n < 100_000; n += 1) {
      const data = { name: 'file_created', path: app, text, n } as const;
      plugins.events.emit({ type: 'event', event: 'file_system', data });
      // Those who read get their turn, as they would between the messages of a socket.
      if (n % 500 === 0) await until(() => receivedItems >= n);
      if (n !== 20_000) continue;
      // It has ten seconds to read what was sent before it is dropped without a word.
      slow.socket.resume();
      expect(await slow.closed).toMatchObject({ code: 4408 });
    }
    await until(() => receivedItems >= 100_000);
    expect(last).toContain('99999');
    expect((process.memoryUsage().rss - memory) / 1024 ** 2).toBeLessThan(200);
    expect(reported.at(-1)).toEqual(resyncNeeded);
    expect(reported.length).toBeLessThan(20_000);
    quick.send(open('still', path.join(app, 'a')));
    await until(() => last.includes('"id":"still"'));
    expect(core.sessions.get(sessionId)?.ended).toBeNull();
  }, 60_000);
});
