// One stdio server behind the gate, which the user has accepted: MCP transport, gate and ledger as in
// the app. Runs on Electron's Node; prints its port and the keys of ten clients as JSON.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Servers } from '../../src/main/integrations/servers/servers.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { checkWith, parseObject } from '../../src/main/transports/plugins/schema-checks.ts';
import { problemWithSchema } from '../../src/main/transports/plugins/schema-shape.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { ServerName } from '../../src/shared/servers/server-commands.ts';
import { fakeShell } from '../../test/fakes/fake-shell.ts';
import {
  redact,
  raisedSettings,
  grant,
  keyFor,
  openMeasuredCore,
  openMeasuredMcp,
} from './measured-core.ts';

const name = ServerName.parse('bench');
const idleMs = 10 * 60_000;

async function addServer(servers: Servers): Promise<void> {
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

const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
const core = await openMeasuredCore(dataDir);
const { front, clientKeys } = openMeasuredMcp(core, dataDir);
const servers = await Servers.open({
  ...{ dataDir, core, clock: systemClock, version: '1', idleMs, isOwnPort: () => false },
  ...{ home: os.homedir(), path: process.env['PATH'] ?? '', keyring: fakeShell().keyring },
  schemas: { problemWithSchema, checkWith, parseObject },
  redact,
  resultBytes: raisedSettings.limits.resultBytes,
  tokenBudget: () => 5_000,
  clients: () => [],
  stopNetwork: async () => undefined,
  openBrowser: async () => undefined,
  askForInput: core.serverInput.ask,
});
core.serverLists.connect(servers.forwarding);
process.on('SIGTERM', () => {
  void servers.dispose().finally(() => {
    fs.rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
await addServer(servers);
const port = await front.server.start(0);
const keys: string[] = [];
for (let count = 0; count < 10; count += 1) {
  const clientId = `client-${count}` as ClientId;
  keys.push(await keyFor(clientKeys, clientId));
  await grant(core, clientId, { scopes: [`mcp:${name}`], roots: [] });
}
process.stdout.write(`${JSON.stringify({ port, keys })}\n`);

/** Processes of the server, and the CPU time of this process so far. */
process.on('message', (message: { readonly enable?: boolean }) => {
  void (async () => {
    if (message.enable !== undefined) await servers.enable(name, message.enable);
    const { user, system } = process.cpuUsage();
    const [server] = (await servers.list()).servers;
    process.send?.({ cpu: user + system, processes: server?.processes ?? 0 });
  })();
});
