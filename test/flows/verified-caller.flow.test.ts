import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowAll, eventually, TestHouse } from '../fakes/house.ts';
import { callTool, projectWith } from './tool-call.ts';

/** An agent in a program of its own: it asks for access with the key it was told, and waits. */
const asking = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
  const [url, key, root] = process.argv.slice(1);
  const client = new Client({ name: 'agent', version: '1' });
  const headers = { Authorization: 'Bearer ' + key };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const wish = { scopes: ['read:files'], roots: [root], reason: 'to look' };
  console.log('asks');
  await client.callTool({ name: 'request_access', arguments: wish });
  await client.close();`;

/** Resolves when it asks: a program takes its time to start on a busy machine. */
async function agentIn(program: string, house: TestHouse, key: string, root: string) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const script = ['--input-type=module', '-e', asking, house.app.mcpUrl, key, root];
  const child = spawn(program, script, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  return child;
}

describe.runIf(process.platform === 'linux')('who really calls', () => {
  it('G6 is found out, remembered for the key, shown as changed, and known again once approved', async () => {
    const house = await TestHouse.open();
    const { core } = house.app;
    const key = await house.newKey('cursor');
    const { root } = projectWith('a.txt', 'hello');
    const client = await house.connect('cursor', key);
    const wish = { scopes: ['read:files'], roots: [root], reason: 'to look' };
    const asked = callTool(client, 'request_access', wish);
    const first = await house.nextAsk();
    expect(first.agent.verified).toMatchObject({
      pid: process.pid,
      executable: fs.realpathSync(process.execPath),
      cwd: process.cwd(),
      sameAsBefore: true,
    });
    core.asks.answer(first.askId, { kind: 'deny', reason: 'not now' });
    await asked;

    const child = await agentIn('node', house, key, root);
    const second = await house.nextAsk();
    const { verified } = second.agent;
    expect(verified).toMatchObject({ pid: child.pid, sameAsBefore: false });
    expect(verified?.executable).toMatch(/node[^/]*$/);
    expect(verified?.parents[0]?.pid).toBe(process.pid);
    core.asks.answer(second.askId, allowAll(second));
    if (child.exitCode === null) await once(child, 'exit');
    core.sessions.endAll('agent');

    await agentIn('node', house, key, root);
    const third = await house.nextAsk();
    expect(third.agent.verified?.sameAsBefore).toBe(true);
    core.asks.answer(third.askId, { kind: 'deny', reason: '' });

    const intents = await eventuallyLines(house);
    expect(intents.map(({ caller }) => caller?.same_as_before)).toEqual([true, false, true]);
  }, 60_000);
});

const eventuallyLines = async (house: TestHouse) => {
  await eventually(() => house.app.core.asks.list().length === 0);
  const lines = await house.ledger();
  return lines.filter(({ action, phase }) => action === 'request_access' && phase === 'intent');
};
