// The whole app but for Electron, with one stdio server behind the gate that the user has accepted.
// Runs on Electron's Node; prints its port and the keys of ten clients as JSON.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openApp, type App } from '../../src/main/app.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import type { Agent } from '../../src/shared/access/access.ts';
import { ClientId } from '../../src/shared/base/ids.ts';
import { ServerName } from '../../src/shared/servers/server-commands.ts';
import { fakeShell } from '../../test/fakes/fake-shell.ts';

const plenty = 1_000_000;
const managementToken = 'management-token-of-the-bench';
const name = ServerName.parse('bench');

async function addServer({ servers }: App): Promise<void> {
  const script = path.resolve('bench/lib/sdk-servers.mjs');
  const added = await servers.add(
    name,
    {
      ...{ kind: 'stdio', command: process.argv[2] ?? 'node', args: [script, 'stdio'] },
      ...{ env: ['ELECTRON_RUN_AS_NODE'], folders: [], hosts: [], isOutsideSandbox: true },
    },
    { ELECTRON_RUN_AS_NODE: '1' },
  );
  if (added.kind === 'refused') throw new Error(added.why);
  for (;;) {
    const tools = (await servers.details(name))?.tools ?? [];
    if (tools.length > 0) {
      const texts = tools.map((tool) => ({ tool: tool.name, seen: tool.seen }));
      await servers.accept(name, texts);
      for (const { name: tool } of tools) await servers.setPolicy({ name, tool, policy: 'allow' });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function keyFor(url: string, clientId: string): Promise<string> {
  const reply = await fetch(`${url}/keys`, {
    method: 'POST',
    headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: clientId }),
  });
  const { key } = (await reply.json()) as { readonly key: string };
  return key;
}

async function grant({ core }: App, clientId: string): Promise<void> {
  const agent: Agent = {
    ...{ clientId: ClientId.parse(clientId), claimedName: 'bench', claimedVersion: '1' },
    ...{ door: 'mcp', verified: null },
  };
  const access = { scopes: [`mcp:${name}`], roots: [], reason: 'bench', ttl_seconds: 900 };
  const request = core.requests.open(access, agent);
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  const yes = { scopes: ask.scopes, roots: ask.roots, seconds: 900 };
  core.asks.answer(ask.askId, { kind: 'allow', ...yes });
  await request.outcome;
}

const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
fs.chmodSync(dataDir, 0o700);
const limits = {
  ...{ callsPerSecond: 10_000, burst: plenty, callsAtOnce: 1_000, sameCallPerMinute: plenty },
};
fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ limits }), { mode: 0o600 });
const app = await openApp({
  ...{ dataDir, version: '0.0.0-bench', clock: systemClock, shell: fakeShell() },
  ...{ port: 0, managementToken, window: 'never' },
});
process.on('SIGTERM', () => {
  void Promise.resolve(app.dispose()).finally(() => {
    fs.rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
await addServer(app);
const { origin, port } = new URL(app.mcpUrl);
const keys: string[] = [];
for (let count = 0; count < 10; count += 1) {
  keys.push(await keyFor(origin, `client-${count}`));
  await grant(app, `client-${count}`);
}
process.stdout.write(`${JSON.stringify({ port: Number(port), keys })}\n`);

/** Processes of the server, and the CPU time of this process so far. */
process.on('message', (message: { readonly enable?: boolean }) => {
  void (async () => {
    if (message.enable !== undefined) await app.servers.enable(name, message.enable);
    const { user, system } = process.cpuUsage();
    const [server] = (await app.servers.list()).servers;
    process.send?.({ cpu: user + system, processes: server?.processes ?? 0 });
  })();
});
