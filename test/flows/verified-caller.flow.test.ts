import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { callTool, projectWith } from './tool-call.ts';

/** An agent in a program of its own: it asks for access with the key it was told, and waits. */
const asking = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
  const [url, key, root] = process.argv.slice(1);
  const client = new Client({ name: 'agent', version: '1' });
  const headers = { Authorization: 'Bearer ' + key };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'to look' };
  console.log('asks');
  await client.callTool({ name: 'request_access', arguments: accessArgs });
  await client.close();`;

/** Resolves when it asks: a program takes its time to start on a busy machine. */
async function agentIn(program: string, app: TestApp, key: string, root: string) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const script = ['--input-type=module', '-e', asking, app.app.mcpUrl, key, root];
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
    const app = await TestApp.open();
    const { core } = app.app;
    const key = await app.newKey('cursor');
    const { root } = projectWith('a.txt', 'hello');
    const client = await app.connect('cursor', key);
    const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'to look' };
    const asked = callTool(client, 'request_access', accessArgs);
    const first = await app.nextAsk();
    expect(first.agent.verified).toMatchObject({
      pid: process.pid,
      executable: fs.realpathSync(process.execPath),
      cwd: process.cwd(),
      sameAsBefore: true,
    });
    core.asks.answer(first.askId, { kind: 'deny', reason: 'not now' });
    await asked;

    const child = await agentIn('node', app, key, root);
    const second = await app.nextAsk();
    const { verified } = second.agent;
    expect(verified).toMatchObject({ pid: child.pid, sameAsBefore: false });
    expect(verified?.executable).toMatch(/node[^/]*$/);
    expect(verified?.parents[0]?.pid).toBe(process.pid);
    core.asks.answer(second.askId, allowAll(second));
    if (child.exitCode === null) await once(child, 'exit');
    core.sessions.endAll('agent');

    await agentIn('node', app, key, root);
    const third = await app.nextAsk();
    expect(third.agent.verified?.sameAsBefore).toBe(true);
    core.asks.answer(third.askId, { kind: 'deny', reason: '' });

    const intents = await eventuallyLines(app);
    expect(intents.map(({ caller }) => caller?.same_as_before)).toEqual([true, false, true]);
  }, 60_000);
});

const eventuallyLines = async (app: TestApp) => {
  await eventually(() => app.app.core.asks.list().length === 0);
  const lines = await app.ledger();
  return lines.filter(({ action, phase }) => action === 'request_access' && phase === 'intent');
};
