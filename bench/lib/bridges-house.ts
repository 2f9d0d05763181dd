// The whole house with a paired browser and a client that may use its tabs, and a person who says
// yes for the session. Runs on Electron's Node; prints its port and keys as JSON.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openApp } from '../../src/main/app.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { House } from '../../src/main/shell/house.ts';
import { fakeShell } from '../../test/fakes/fake-shell.ts';

const origin = `chrome-extension://${'a'.repeat(32)}`;
const managementToken = 'management-token-of-the-bench';
const plenty = { callsPerSecond: 1000, burst: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 };

const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
fs.chmodSync(dataDir, 0o700);
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ limits: plenty }));

const opened = Promise.withResolvers<House>();
const app = await openApp({
  ...{ dataDir, version: '1', clock: systemClock, port: 0, managementToken },
  shell: fakeShell(opened.resolve),
  window: 'never',
});
const { pairing } = await opened.promise;
const { core } = app;
const { browserPort } = core.state.snapshot();

async function post(route: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${browserPort}${route}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function newClientKey(name: string): Promise<string> {
  const response = await fetch(new URL('/keys', app.mcpUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${managementToken}` },
    body: JSON.stringify({ name }),
  });
  return ((await response.json()) as { key: string }).key;
}

/** The person, as quick as a program. */
core.state.onChanged(() => {
  for (const ask of core.asks.list()) {
    if (ask.kind === 'confirm') core.asks.answer(ask.askId, { kind: 'session' });
    else {
      const { scopes, roots } = ask;
      core.asks.answer(ask.askId, { kind: 'allow', scopes, roots, seconds: 3600 });
    }
  }
});

const asked = await post('/browser/pair', { name: 'Bench', version: '1' });
const [waiting] = core.state.snapshot().pairings;
if (!waiting) throw new Error('nobody asks');
pairing.allow(waiting.pairingId);
const { code } = core.state.snapshot().pairings[0] ?? {};
const paired = await post('/browser/pair/code', { pairing_id: asked['pairing_id'], code });
const root = path.join(dataDir, '..', `${path.basename(dataDir)}-root`);
fs.mkdirSync(root);
process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));
const told = { port: browserPort, browserKey: paired['browser_key'], origin, root };
process.stdout.write(`${JSON.stringify({ ...told, clientKey: await newClientKey('bench') })}\n`);
