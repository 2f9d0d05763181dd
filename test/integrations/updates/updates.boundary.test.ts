/** The real feed reader over loopback, in the whole app; only what replaces the program is a stand-in. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Updates, type UpdateInstaller } from '../../../src/main/integrations/updates/updates.ts';
import { SettingsFile } from '../../../src/main/platform/files/settings-file.ts';
import type { InstallWay, UpdateView } from '../../../src/shared/app/updates.ts';
import { allowAll, TestApp } from '../../fakes/test-app.ts';
import { scratch } from '../../fakes/scratch.ts';
import {
  feedFile,
  feedOf,
  FeedServer,
  newKey,
  sha512,
  newProgram,
  signatureOf,
} from './feed-fixture.ts';

const installed = '0.1.0';

/** Downloads like the real one, as far as the digest; then it only remembers what it was told. */
function standIn(way: InstallWay): UpdateInstaller & { readonly did: string[] } {
  const did: string[] = [];
  return {
    ...{ did, way, built: { feed: null, publicKey: null } },
    async download({ address, file }, onPercent) {
      const response = await fetch(address);
      const bytes = Buffer.from(await response.arrayBuffer());
      onPercent(100);
      if (sha512(bytes) !== file.sha512) throw new Error('sha512 checksum mismatch');
      return {
        replace: () => void did.push(`replaced by ${file.name}`),
        restart: () => void did.push('restarted'),
      };
    },
  };
}

async function open(way: InstallWay = 'appimage', version = installed) {
  const app = await TestApp.open();
  const server = await FeedServer.start();
  const key = newKey();
  const settingsFile = new SettingsFile(app.dataDir, app.clock.now);
  const { live } = settingsFile;
  await settingsFile.save({ ...live, updates: { feed: server.url, publicKey: key.publicKey } });
  const installer = standIn(way);
  const start = (as = version): Updates => {
    const updates = new Updates({
      ...{ core: app.app.core, installer, settingsFile, dataDir: app.dataDir, version: as },
      now: app.clock.now,
      onError: (text) => expect.unreachable(text),
      system: { platform: 'linux', arch: 'x64' },
    });
    onTestFinished(() => updates.dispose());
    return updates;
  };
  const view = (): UpdateView | undefined => app.app.core.state.snapshot().update;
  const notes = async () =>
    (await app.ledger()).flatMap(({ action }) => (action.startsWith('update.') ? action : []));
  return { app, server, key, settingsFile, installer, start, updates: start(), view, notes };
}

it('offers a newer version whose feed is signed, and installs it after a click', async () => {
  const { server, key, updates, installer, view, notes } = await open();
  server.publish(key, feedOf('0.2.0'));
  server.serve('Gatehouse-0.2.0.AppImage', newProgram);
  expect(await updates.check()).toEqual({ kind: 'found', version: '0.2.0' });
  expect(view()).toMatchObject({ kind: 'found', version: '0.2.0', notes: 'Faster.\nSafer.' });
  expect(server.asked, 'nothing is downloaded before the click').toEqual([
    feedFile,
    `${feedFile}.sig`,
  ]);
  expect(await updates.install('0.2.0')).toEqual({ kind: 'restarting' });
  expect(installer.did).toEqual(['replaced by Gatehouse-0.2.0.AppImage', 'restarted']);
  expect(await notes()).toEqual(['update.accepted', 'update.installing']);
});

it('is off until a feed and a key are set', async () => {
  const { server, updates, settingsFile, view } = await open();
  const { live } = settingsFile;
  for (const source of [
    { feed: null, publicKey: null },
    { feed: server.url, publicKey: null },
  ]) {
    await settingsFile.save({ ...live, updates: source });
    expect(await updates.check()).toEqual({ kind: 'off' });
    expect(view()).toEqual({ kind: 'off' });
  }
  expect(server.asked).toEqual([]);
});

it('says that it is up to date', async () => {
  const { server, key, updates, view } = await open();
  server.publish(key, feedOf(installed));
  expect(await updates.check()).toEqual({ kind: 'current' });
  expect(view()).toMatchObject({ kind: 'none', problem: null });
});

it.each([
  ['a changed feed', (signed: Buffer) => Buffer.concat([signed, Buffer.from('# more\n')])],
  [
    'another version',
    (signed: Buffer) => Buffer.from(signed.toString().replaceAll('0.2.0', '0.3.0')),
  ],
])('N80 refuses %s before anything is downloaded', async (_what, change) => {
  const { server, key, updates, app, notes } = await open();
  server.publish(key, feedOf('0.2.0'));
  server.serve(feedFile, change(feedOf('0.2.0')));
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /signature .* is wrong/ });
  await updates.check();
  const { notices } = app.app.core.state.snapshot();
  expect(notices.map(({ id }) => id)).toContain('update-refused');
  expect(await notes(), 'recorded once').toEqual(['update.refused']);
  expect(await updates.install('0.2.0')).toMatchObject({ kind: 'not-done' });
  expect(server.asked.every((name) => name.startsWith(feedFile))).toBe(true);
});

it('N80 refuses a feed without a signature, with that of another key, and with that of another system', async () => {
  const { server, key, updates } = await open();
  const feed = feedOf('0.2.0');
  server.serve(feedFile, feed);
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /no signature/ });
  for (const signature of [
    signatureOf(newKey(), feed),
    signatureOf(key, feed, 'latest-mac.yml'),
    '',
    'AAAA',
    `${signatureOf(key, feed)}x`,
  ]) {
    server.serve(`${feedFile}.sig`, Buffer.from(signature));
    expect(await updates.check()).toMatchObject({ kind: 'failed', why: /is wrong/ });
  }
});

it('N81 refuses a downgrade, however well it is signed', async () => {
  const { server, key, updates } = await open('appimage', '0.3.0');
  server.publish(key, feedOf('0.2.0'));
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /older than 0\.3\.0/ });
});

it('N81 refuses a feed that is shown again after a newer one, also after a restart', async () => {
  const { server, key, updates, start, app } = await open();
  server.publish(key, feedOf('0.3.0'));
  expect(await updates.check()).toMatchObject({ kind: 'found', version: '0.3.0' });
  server.publish(key, feedOf('0.2.0'));
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /although 0\.3\.0/ });
  expect(await start().check()).toMatchObject({ kind: 'failed', why: /although 0\.3\.0/ });
  server.publish(key, feedOf('0.3.0', { releaseDate: '2026-11-17T12:00:00.000Z' }));
  expect(await updates.check(), 'an earlier build of the same version').toMatchObject({
    kind: 'failed',
  });
  const seen = await fs.stat(path.join(app.dataDir, 'update-seen.json'));
  expect(seen.mode & 0o777).toBe(0o600);
});

it('does not install what was replaced between the check and the click', async () => {
  const { server, key, updates, installer } = await open();
  server.publish(key, feedOf('0.2.0'));
  await updates.check();
  server.serve(feedFile, feedOf('0.2.1'));
  expect(await updates.install('0.2.0')).toMatchObject({ kind: 'not-done' });
  server.publish(key, feedOf('0.2.1'));
  expect(await updates.install('0.2.0')).toMatchObject({ why: /no longer offered/ });
  expect(installer.did).toEqual([]);
});

it.each([
  ['other bytes', Buffer.from('another program')],
  ['half of the bytes', newProgram.subarray(0, 7)],
])('N82 replaces nothing with %s', async (_what, bytes) => {
  const { server, key, updates, installer, view, notes } = await open();
  server.publish(key, feedOf('0.2.0'));
  server.serve('Gatehouse-0.2.0.AppImage', bytes);
  await updates.check();
  expect(await updates.install('0.2.0')).toMatchObject({ why: /download failed: sha512/ });
  expect(installer.did).toEqual([]);
  expect(view()).toMatchObject({ kind: 'found', percent: null, problem: /Nothing was changed/ });
  expect(await notes()).toEqual(['update.accepted', 'update.failed']);
});

it('says so when the feed cannot be reached, and records nothing', async () => {
  const { server, updates, settingsFile, notes, view } = await open();
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /not found \(status 404\)/ });
  server.serve(feedFile, 302);
  expect(await updates.check(), 'it follows nowhere else').toMatchObject({ kind: 'failed' });
  server.serve(feedFile, Buffer.alloc(300 * 1024));
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /too large/ });
  const { publicKey } = settingsFile.live.updates;
  const updatesOf = { feed: 'http://127.0.0.1:9', publicKey };
  await settingsFile.save({ ...settingsFile.live, updates: updatesOf });
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /could not be reached/ });
  expect(view()).toMatchObject({ kind: 'none', problem: /could not be reached/ });
  expect((await notes()).filter((action) => action !== 'update.refused')).toEqual([]);
});

it('N82 installs nothing while an agent waits or has a session', async () => {
  const { app, server, key, updates, installer } = await open();
  server.publish(key, feedOf('0.2.0'));
  server.serve('Gatehouse-0.2.0.AppImage', newProgram);
  await updates.check();
  const client = await app.connect('agent');
  const asked = client.callTool({
    name: 'request_access',
    arguments: { reason: 'to read', scopes: ['read:files'], roots: [scratch()], ttl_seconds: 600 },
  });
  await app.nextAsk();
  expect(await updates.install('0.2.0')).toMatchObject({ why: /waiting for your answer/ });
  await app.answerNext(allowAll);
  await asked;
  expect(await updates.install('0.2.0')).toMatchObject({ why: /has a session/ });
  expect(installer.did).toEqual([]);
  app.app.core.sessions.endAll('person');
  expect(await updates.install('0.2.0')).toEqual({ kind: 'restarting' });
});

it('only names the command where a package manager installs', async () => {
  const { server, key, updates, view, installer } = await open('deb');
  server.publish(key, feedOf('0.2.0'));
  await updates.check();
  const hex = Buffer.from(sha512(newProgram), 'base64').toString('hex');
  const name = 'gatehouse_0.2.0_amd64.deb';
  expect(view()).toMatchObject({
    command: `curl -fLO '${server.url}/${name}' && echo '${hex}  ${name}' | sha512sum --check && sudo apt install ./${name}`,
  });
  expect(await updates.install('0.2.0')).toMatchObject({ why: /Run the command/ });
  expect(installer.did).toEqual([]);
});

it('is quiet about a version that the user put off, until asked again', async () => {
  const { server, key, updates, view } = await open();
  server.publish(key, feedOf('0.2.0'));
  await updates.check();
  updates.later('0.2.0');
  expect(view()).toMatchObject({ isPostponed: true });
  await updates.check();
  expect(view()).toMatchObject({ isPostponed: false });
});

it.each([
  ['a path', { files: [{ url: '../x.AppImage', sha512: sha512(newProgram) }] }],
  ['another server', { files: [{ url: 'https://other.example/x', sha512: sha512(newProgram) }] }],
  ['no digest', { files: [{ url: 'x.AppImage' }] }],
  ['no files', { files: [] }],
  ['no version', { version: 'newest' }],
])('refuses a signed feed with %s', async (_what, more) => {
  const { server, key, updates } = await open();
  server.publish(key, feedOf('0.2.0', more));
  expect(await updates.check()).toMatchObject({ kind: 'failed', why: /could not be read/ });
});
