/** Two sessions with a restart between them, over MCP, with the real files, keys and processes. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { callTool, projectWith } from './tool-call.ts';

const liveIn = ({ app }: TestApp) => app.core.sessions.list().filter(({ ended }) => !ended);

async function restarted(before: TestApp): Promise<TestApp> {
  await before.app.dispose();
  return TestApp.open(before.dataDir);
}

it('C20 C23 the second session is one answer, the third none, and a swapped folder is asked about', async () => {
  const { root, file } = projectWith('a.txt', 'a');
  const request = {
    ...{ scopes: ['read:files', 'write:files'], roots: [root], reason: 'to fix it' },
    ttl_seconds: 1800,
  };
  const first = await TestApp.open(scratch());
  const key = await first.newKey('claude-code');
  const client = await first.connect('claude-code', key);
  const asking = callTool(client, 'request_access', request);
  const ask = await first.answerNext(allowAll);
  expect(ask.lastTime).toBeUndefined();
  await asking;
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({ isError: false });

  const second = await restarted(first);
  const again = await second.connect('claude-code', key);
  const askingAgain = callTool(again, 'request_access', request);
  const offer = await second.answerNext((shown) => ({
    ...{ ...allowAll(shown), scopes: shown.lastTime?.scopes ?? [] },
    standing: { days: 30 },
  }));
  expect(offer.lastTime).toMatchObject({ scopes: ['read:files'], unused: ['write:files'] });
  expect(await askingAgain).toMatchObject({ isError: false, data: { scopes: ['read:files'] } });

  const third = await restarted(second);
  const silent = await third.connect('claude-code', key);
  expect(await callTool(silent, 'request_access', request)).toMatchObject({
    isError: false,
    data: { scopes: ['read:files'], roots: [root] },
  });
  expect(third.app.core.asks.list()).toEqual([]);
  expect(liveIn(third)).toHaveLength(1);
  const grant = third.app.core.standing.views()[0];
  expect(grant).toMatchObject({ client: 'claude-code', starts: 1, roots: [root] });
  const decision = (await third.ledger()).findLast(({ phase }) => phase === 'decision');
  expect(decision).toMatchObject({ rule: 'standing grant', decided_by: 'policy' });

  const fourth = await restarted(third);
  fs.renameSync(root, `${root}-moved`);
  fs.mkdirSync(root);
  fs.writeFileSync(path.join(root, 'a.txt'), 'another');
  const late = await fourth.connect('claude-code', key);
  const asked = callTool(late, 'request_access', request);
  const fresh = await fourth.nextAsk();
  expect(fresh.lastTime).toBeUndefined();
  expect(fourth.app.core.standing.views()).toMatchObject([{ suspended: { why: 'folder' } }]);
  fourth.app.core.asks.answer(fresh.askId, { kind: 'deny', reason: 'not this one' });
  expect(await asked).toMatchObject({ isError: true });
});

it('C25 a revoked key takes its standing grants along', async () => {
  const { root } = projectWith('a.txt', 'a');
  const request = { scopes: ['read:files'], roots: [root], reason: 'to read' };
  const app = await TestApp.open(scratch());
  const client = await app.connect('claude-code');
  for (const standing of [undefined, { days: 30 }]) {
    const asking = callTool(client, 'request_access', request);
    await app.answerNext((ask) => ({ ...allowAll(ask), ...(standing ? { standing } : {}) }));
    await asking;
    for (const { sessionId } of liveIn(app)) app.app.core.sessions.end(sessionId, 'agent');
  }
  expect(app.app.core.standing.views()).toHaveLength(1);
  await fetch(`${app.url}/keys/revoke`, {
    method: 'POST',
    headers: { Authorization: 'management-token-of-the-test', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'claude-code' }),
  });
  expect(app.app.core.standing.views()).toEqual([]);
  const renewed = await app.connect('claude-code');
  const asked = callTool(renewed, 'request_access', request);
  expect((await app.nextAsk()).lastTime).toBeUndefined();
  await app.answerNext(() => ({ kind: 'deny', reason: 'no' }));
  await asked;
});
