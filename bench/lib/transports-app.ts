// The MCP transport as in the app: loopback server, keys, gate, real paths, durable ledger, and an
// editor at the plugin hub's private socket. Runs on Electron's Node; prints its ports and keys as
// JSON.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SessionSockets } from '../../src/main/transports/sessions/session-sockets.ts';
import { PluginTransports } from '../../src/main/transports/plugins/plugin-transports.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import {
  raisedSettings as settings,
  grant,
  keyFor,
  openMeasuredCore,
  openMeasuredMcp,
} from './measured-core.ts';

const clientId = 'bench' as ClientId;
const root = fs.realpathSync(process.argv[2] ?? '');
const reading = { scopes: ['read:files'], roots: [root] };
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const core = await openMeasuredCore(dataDir);
const { front, clientKeys, pluginKeys, shared } = openMeasuredMcp(core, dataDir);
const { server, keys } = front;
const { resultBytes } = settings.limits;
const { authenticate } = keys;
const { onRefused } = front.guards;
const own = {
  resultBytes,
  authenticate,
  onRefused,
  newClientKey: async () => null,
  takeClientKey: async () => null,
};
const plugins = new PluginTransports({ ...shared, ...own });
const { events } = plugins;
const port = await server.start(0);
const pluginKey = await pluginKeys.add('bench', 'Bench');
const pluginSocket = await plugins.listen(dataDir);
process.stdout.write(`${JSON.stringify({ pluginSocket, pluginKey })}\n`);
while (!core.executors.canDo('open_file')) await new Promise((resolve) => setTimeout(resolve, 5));
await grant(core, clientId, reading);
const key = await keyFor(clientKeys, clientId);
/** The lister has no session, so it sees every tool. */
const lister = await keyFor(clientKeys, 'lister' as ClientId);
process.stdout.write(`${JSON.stringify({ port, key, lister })}\n`);

const sessionSockets = new SessionSockets({ ...shared, events, settings });
server.openSocket(sessionSockets);

/** Adds sessions of other clients up to this count, and returns tokens for all of them. */
async function sessionsUpTo(count: number) {
  for (let n = core.sessions.list().length; n < count; n += 1) {
    await grant(core, `other-${n}` as ClientId, reading);
  }
  return core.sessions.list().flatMap(({ sessionId }) => {
    const token = core.sessions.claimToken(sessionId);
    return token === null ? [] : [{ sessionId, token }];
  });
}

process.on('message', (message: { readonly sessions?: number }) => {
  const { user, system } = process.cpuUsage();
  if (message.sessions === undefined) process.send?.({ cpu: user + system });
  else void sessionsUpTo(message.sessions).then((sessions) => process.send?.({ sessions }));
});
