/** `gatehouse grants`: lists and removes standing grants of a running app. */
import { expect, test, vi } from 'vitest';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { readJson, run } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

test('standing grants are listed with scopes and end, and removed by the start of an id', async () => {
  const app = await TestApp.open();
  const { dataDir } = app;
  const client = await app.connect('cursor');
  const root = scratch();
  const request = { scopes: ['read:files'], roots: [root], reason: 'to read' };
  expect((await run(dataDir, 'grants', 'list')).stdout).toBe('No agent starts without asking.\n');
  for (const standing of [undefined, { days: 30 }]) {
    const asking = client.callTool({ name: 'request_access', arguments: request });
    await app.answerNext((ask) => ({ ...allowAll(ask), ...(standing ? { standing } : {}) }));
    await asking;
    app.app.core.sessions
      .list()
      .forEach((one) => app.app.core.sessions.end(one.sessionId, 'agent'));
  }
  const json = await run(dataDir, 'grants', 'list', '--json');
  const [grant] = app.app.core.standing.views();
  expect(readJson(json.stdout)).toMatchObject([
    { client: 'cursor', roots: [root], scopes: ['read:files'], last_used: null, suspended: null },
  ]);
  const start = grant?.grantId.slice(0, 8) ?? '';
  const text = (await run(dataDir, 'grants', 'list')).stdout;
  expect(text).toMatch(new RegExp(`${start} +cursor .*read:files +never`));
  const removed = await run(dataDir, 'grants', 'remove', start);
  expect(removed).toMatchObject({ code: 0, stdout: `Removed. cursor asks again in ${root}.\n` });
  expect(app.app.core.standing.views()).toEqual([]);
  expect(await run(dataDir, 'grants', 'remove', start)).toMatchObject({ code: 1 });
});
