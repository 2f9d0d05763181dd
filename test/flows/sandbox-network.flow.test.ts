/** The network of an agent's command, from the program inside its sandbox to the ask, the entry and the session. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { callTool } from './tool-call.ts';

async function appWithServer() {
  const server = http.createServer((_request, response) => response.end('from the computer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const app = await TestApp.open(undefined, { sandbox: true });
  const root = scratch();
  const client = await app.connect('coder');
  const reason = 'to work on the project';
  const asking = callTool(client, 'request_access', {
    scopes: [...allScopes],
    roots: [root],
    reason,
  });
  await app.answerNext(allowAll);
  await asking;
  const { core } = app.app;
  const asked: ConfirmAsk[] = [];
  const looking = setInterval(() => {
    const ask = core.asks.list().find((one) => one.waiting > 0);
    if (ask?.kind !== 'confirm') return;
    asked.push(ask);
    core.asks.answer(ask.askId, { kind: 'once' });
  }, 5);
  onTestFinished(() => clearInterval(looking));
  const sh = async (script: string) => {
    put(root, 'try.sh', script);
    return (await callTool(client, 'exec_command', { argv: ['sh', 'try.sh'] })).data;
  };
  return { app, core, port, sh, asked, root };
}

/** Through the proxy, although it is loopback. */
const proxied = `curl -sS -m 20 --noproxy ''`;

describe.runIf(sandboxRuns)('the network of a command', () => {
  test('N22 N30 a connection is asked about, made and recorded with its bytes', async () => {
    const { app, core, port, sh, asked } = await appWithServer();
    const data = await sh(`${proxied} http://127.0.0.1:${port}/`);
    expect(data['stdout']).toBe('from the computer');
    const network = asked.find(({ action }) => action === 'net_connect')?.network;
    expect(network).toMatchObject({ host: '127.0.0.1', port, addressClass: 'loopback' });
    expect(network?.probably).toContain('try.sh');
    const lines = (await app.ledger()).filter(({ action }) => action === 'net_connect');
    expect(lines.map(({ phase }) => phase)).toEqual(['intent', 'decision', 'outcome']);
    expect(lines.at(-1)?.network).toMatchObject({ host: '127.0.0.1', port, address: '127.0.0.1' });
    expect(lines.at(-1)?.network?.received).toBeGreaterThan(100);
    expect(core.state.snapshot().networks?.[0]?.reached).toMatchObject([{ port, connections: 1 }]);
  });

  test('N27 N32 our own port and the computer’s loopback are not reached', async () => {
    const { app, port, sh } = await appWithServer();
    const own = new URL(app.url).port;
    const data = await sh(
      `${proxied} http://127.0.0.1:${own}/mcp; curl -sS -m 5 http://127.0.0.1:${own}/mcp; curl -sS -m 5 http://127.0.0.1:${port}/; true`,
    );
    expect(data['stdout']).toBe('Gatehouse: That port belongs to Gatehouse itself.\n');
    expect(String(data['stderr']).match(/Failed to connect/g)).toHaveLength(2);
  });

  test('commands of a session share localhost', async () => {
    const { sh } = await appWithServer();
    const data = await sh(
      `node -e "require('http').createServer((q, a) => a.end('mine')).listen(5173)" & sleep 1; curl -sS http://localhost:5173/; kill %1`,
    );
    expect(data['stdout']).toBe('mine');
  });
});
