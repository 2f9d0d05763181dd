import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { follow, firstHead, type ChainHead } from '../../src/main/core/core.ts';
import { sha256 } from '../../src/main/platform/keys/tokens.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { callTool as call, projectWith } from './tool-call.ts';

const project = (): string => projectWith('hello.ts', 'export const hello = 1;\n').root;

const accessArgs = (root: string) => ({
  scopes: ['read:files', 'write:files'],
  roots: [root],
  reason: 'to read the greeting',
  ttl_seconds: 600,
});

describe('one request, walked from MCP to an answer to the ledger', () => {
  it('gives narrower access for a chosen time, keeps to it, and records each step', async () => {
    const app = await TestApp.open();
    const root = project();
    const client = await app.connect('walker');

    const asked = call(client, 'request_access', accessArgs(root));
    const ask = await app.answerNext(() => ({
      kind: 'allow',
      scopes: ['read:files'],
      roots: [root],
      seconds: 120,
    }));
    expect(ask).toMatchObject({
      agent: { clientId: 'walker', claimedName: 'walker', claimedVersion: '1.0.0' },
      scopes: ['read:files', 'write:files'],
      roots: [root],
      reason: 'to read the greeting',
    });
    expect(await asked).toMatchObject({
      isError: false,
      data: { scopes: ['read:files'], roots: [root] },
    });

    await eventually(() => app.app.core.executors.canDo('open_file'));
    const file = path.join(root, 'hello.ts');
    expect(await call(client, 'open_file', { path: file })).toMatchObject({
      isError: false,
      data: { content: 'export const hello = 1;\n', language: 'typescript', truncated: false },
    });

    const outside = scratch();
    await fs.writeFile(path.join(outside, 'secret.txt'), 'secret');
    const secret = { path: path.join(outside, 'secret.txt') };
    const refused = call(client, 'open_file', secret);
    const second = await app.answerNext(() => ({ kind: 'deny', reason: 'Not that one.' }));
    expect(second).toMatchObject({ scopes: ['read:files'], roots: [outside] });
    expect(await refused).toMatchObject({ isError: true, data: { code: 'denied-by-person' } });
    const again = await call(client, 'open_file', secret);
    expect(again).toMatchObject({ isError: true, data: { code: 'outside-roots' } });
    expect(again.data['reason']).toContain('not granted');
    expect(again.data['allowed_instead']).toEqual([{ scopes: ['read:files'], roots: [root] }]);

    await app.clock.advance(120_000);
    const late = await call(client, 'open_file', { path: file });
    expect(late).toMatchObject({
      isError: true,
      data: { code: 'session-expired', status: 'expired' },
    });

    const lines = await app.ledger();
    const steps = lines.map((line) => [line.action, line.phase, line.result ?? line.code ?? '']);
    expect(steps).toEqual([
      ['gatehouse.started', 'note', ''],
      ['client-key.added', 'note', ''],
      ['request_access', 'intent', ''],
      ['request_access', 'decision', 'allow'],
      ['request_access', 'outcome', 'done'],
      ['open_file', 'intent', ''],
      ['open_file', 'decision', 'allow'],
      ['open_file', 'outcome', 'done'],
      ['open_file', 'intent', ''],
      ['open_file', 'outcome', 'refused'],
      ['request_access', 'intent', ''],
      ['request_access', 'decision', 'deny'],
      ['request_access', 'outcome', 'refused'],
      ['open_file', 'intent', ''],
      ['open_file', 'outcome', 'refused'],
      ['session.expired', 'note', ''],
      ['open_file', 'intent', ''],
      ['open_file', 'outcome', 'refused'],
    ]);
  });

  it('leaves a chain in which every line follows the one before', async () => {
    const app = await TestApp.open();
    const client = await app.connect('chained');
    const asked = call(client, 'request_access', accessArgs(project()));
    await app.answerNext(allowAll);
    await asked;
    const text = await fs.readFile(path.join(app.dataDir, 'audit', '000001.jsonl'), 'utf8');
    let head: ChainHead = firstHead;
    for (const line of text.trimEnd().split('\n')) {
      const next = follow(line, head, sha256);
      if ('broken' in next) throw new Error(`${next.broken}: ${line}`);
      head = next;
    }
    expect(head.seq).toBeGreaterThan(3);
  });

  it('goes on with the chain after a restart, and no old session survives it', async () => {
    const dataDir = scratch();
    const root = project();
    const first = await TestApp.open(dataDir);
    const key = await first.newKey('returning');
    const before = await first.connect('returning', key);
    const asked = call(before, 'request_access', accessArgs(root));
    await first.answerNext(allowAll);
    await asked;
    await before.close();
    await first.app.dispose();

    const second = await TestApp.open(dataDir);
    const after = await second.connect('returning', key);
    expect((await call(after, 'access_status')).data['sessions']).toEqual([]);
    const calling = call(after, 'open_file', { path: path.join(root, 'hello.ts') });
    await second.answerNext(() => ({ kind: 'deny', reason: '' }));
    expect(await calling).toMatchObject({ isError: true, data: { code: 'denied-by-person' } });
    const sequence = (await second.ledger()).map((line) => line.seq);
    expect(sequence).toEqual(sequence.map((_, index) => index + 1));
  });
});

describe('what the agent is told', () => {
  it('reads the reason of a no', async () => {
    const app = await TestApp.open();
    const client = await app.connect('denied');
    const asked = call(client, 'request_access', accessArgs(project()));
    await app.answerNext(() => ({ kind: 'deny', reason: 'not this folder, please' }));
    const { isError, data } = await asked;
    expect(isError).toBe(true);
    expect(data).toMatchObject({ status: 'denied', code: 'denied-by-person', retry: 'never' });
    expect(data['reason']).toContain('not this folder, please');
  });

  it('learns that silence means no', async () => {
    const app = await TestApp.open();
    const client = await app.connect('waiting');
    const asked = call(client, 'request_access', accessArgs(project()));
    await app.nextAsk();
    await app.clock.advance(300_000);
    expect(await asked).toMatchObject({
      isError: true,
      data: { status: 'expired', code: 'ask-timed-out' },
    });
  });

  it('is refused Gatehouse’s own data, without anybody being asked', async () => {
    const app = await TestApp.open();
    const client = await app.connect('curious');
    const answer = await call(client, 'request_access', accessArgs(app.dataDir));
    expect(answer).toMatchObject({ isError: true, data: { code: 'own-data' } });
    expect(app.app.core.asks.list()).toEqual([]);
  });

  it('learns which field was wrong', async () => {
    const app = await TestApp.open();
    const client = await app.connect('sloppy');
    const { data } = await call(client, 'request_access', {
      scopes: [],
      roots: ['/tmp'],
      reason: 'x',
    });
    expect(data).toMatchObject({ code: 'invalid-arguments' });
    expect(data['reason']).toContain('scopes');
    const unknown = await call(client, 'request_access', {
      ...accessArgs('/tmp'),
      scopes: ['fly:away'],
    });
    expect(unknown.data).toMatchObject({ code: 'unknown-scope' });
  });

  it('sees its own sessions and nobody else’s, and can give them back', async () => {
    const app = await TestApp.open();
    const [one, other] = [await app.connect('one'), await app.connect('other')];
    const asked = call(one, 'request_access', accessArgs(project()));
    await app.answerNext(allowAll);
    await asked;
    const mine = await call(one, 'access_status');
    expect(mine.data['sessions']).toHaveLength(1);
    const theirs = await call(other, 'access_status');
    expect(theirs.data['sessions']).toEqual([]);
    expect((await call(one, 'end_session')).data).toEqual({ ended: 1 });
    expect((await call(one, 'access_status')).data['sessions']).toEqual([]);
  });
});

describe('when the agent goes away', () => {
  it('C10 cancelling the call withdraws the question, and a late click does nothing', async () => {
    const app = await TestApp.open();
    const client = await app.connect('fickle');
    const cancel = new AbortController();
    const asked = client.callTool(
      { name: 'request_access', arguments: accessArgs(project()) },
      undefined,
      { signal: cancel.signal },
    );
    const ask = await app.nextAsk();
    cancel.abort();
    await expect(asked).rejects.toThrow('aborted');
    await eventually(() => app.app.core.asks.list().length === 0);
    expect(app.app.core.asks.answer(ask.askId, allowAll(ask))).toMatchObject({ accepted: false });
    expect(app.app.core.sessions.list()).toEqual([]);
    await eventually(() => app.app.core.state.snapshot().entries[0]?.code === 'ask-withdrawn');
  });

  it('C10 closing the connection withdraws the question too', async () => {
    const app = await TestApp.open();
    const client = await app.connect('gone');
    const asked = call(client, 'request_access', accessArgs(project()));
    const ending = asked.catch((error: unknown) => String(error));
    await app.nextAsk();
    await client.close();
    expect(await ending).toContain('Connection closed');
    await eventually(() => app.app.core.asks.list().length === 0);
  });
});

describe('when the user takes it back', () => {
  it('ends at once, and the agent learns who did it', async () => {
    const app = await TestApp.open();
    const root = project();
    const client = await app.connect('revoked');
    const asked = call(client, 'request_access', accessArgs(root));
    await app.answerNext(allowAll);
    await asked;
    expect(app.app.core.sessions.endAll('person')).toBe(1);
    const answer = await call(client, 'open_file', { path: path.join(root, 'hello.ts') });
    expect(answer).toMatchObject({ isError: true, data: { code: 'session-revoked' } });
  });
});
