/** A newer version in the window of the real app, which runs from a checkout here. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

const feed = [
  'version: 99.0.0',
  'files:',
  '  - url: Gatehouse-99.0.0.AppImage',
  `    sha512: ${'A'.repeat(86)}==`,
  "releaseDate: '2026-11-18T12:00:00.000Z'",
  'releaseNotes: |',
  '  Agents ask in one line.',
  '  Undo is faster.',
  '',
].join('\n');

async function serve() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const name = 'latest-linux.yml';
  const bytes = Buffer.from(`gatehouse update feed 1\n${name}\n${feed}`);
  const signature = sign(null, bytes, privateKey).toString('base64');
  const server = http.createServer((request, response) => {
    response.end(request.url?.endsWith('.sig') ? signature : feed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.from(x, 'base64url').toString('base64');
  return { server, updates: { feed: `http://127.0.0.1:${port}`, publicKey: key } };
}

test('a newer version is a card in the Inbox, with the notes and what to run', async ({
  start,
  dataDir,
}) => {
  const { server, updates } = await serve();
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ updates }));
  const app = await start();
  const page = await app.openMainWindow();
  const card = page.getByRole('region', { name: 'Updates' });
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('check for updates');
  await page.keyboard.press('Enter');
  await expect(card.getByText('Gatehouse 99.0.0 is available')).toBeVisible();
  await expect(card.getByText('git pull && npm start')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Install and restart' })).toHaveCount(0);
  await card.getByText('What’s new').click();
  await expect(card.getByText('Undo is faster.')).toBeVisible();
  await takeScreenshots(app, page, 'update');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await card.getByRole('button', { name: 'Later' }).click();
  await expect(card).toHaveCount(0);
  server.closeAllConnections();
  server.close();
});
