/** OpenCode's own permission prompts, answered in our window. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually } from '../fakes/test-app.ts';
import { happen, openCodeApp, repliesIn } from './opencode-fixture.ts';

const asked = (id: string, command: string) => ({
  id,
  sessionID: 'ses_1',
  permission: 'bash',
  patterns: [command],
  metadata: { command },
  always: ['npm *'],
});

const fetching = (id: string, url: string) => ({
  ...asked(id, url),
  permission: 'webfetch',
  metadata: { url },
  always: ['*'],
});

describe('its own permission prompts', () => {
  async function prompting() {
    const opened = await openCodeApp();
    const server = await opened.start(opened.topic);
    const report = (type: string, properties: object) =>
      happen(opened.topic, server?.port ?? 0, type, properties);
    const reply = (id: string) =>
      eventually(() => repliesIn(opened.topic).find((item) => item['id'] === id));
    return { ...opened, report, reply, asks: opened.app.app.core.asks };
  }

  test('appear as a question of ours; yes goes back once, and is on record', async () => {
    const { app, report, reply, asks, topic } = await prompting();
    await report('permission.asked', asked('per_1', 'npm test'));
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error('not a confirm ask');
    expect(ask).toMatchObject({
      sentence: 'run npm test',
      action: 'opencode.bash',
      forSession: null,
      because: ['OpenCode does this itself, not through Gatehouse.'],
    });
    expect(ask.agent).toMatchObject({ claimedName: 'OpenCode', claimedVersion: '9.9.9' });
    expect(ask.agent.verified?.cwd).toBe(topic);
    asks.answer(ask.askId, { kind: 'once' });
    expect(await reply('per_1')).toEqual({ id: 'per_1', reply: 'once' });
    const steps = (await app.ledger()).filter(({ action }) => action === 'opencode.bash');
    expect(steps.map(({ phase, result }) => `${phase} ${result ?? ''}`.trim())).toEqual([
      'intent',
      'decision allow',
      'outcome done',
    ]);
  });

  test('a yes for the session is kept by us, for exactly that, until everything is revoked', async () => {
    const { app, report, reply, asks } = await prompting();
    await report('permission.asked', fetching('per_1', 'https://a.example/'));
    asks.answer((await app.nextQuestion()).askId, { kind: 'session' });
    expect(await reply('per_1')).toEqual({ id: 'per_1', reply: 'once' });
    await report('permission.asked', fetching('per_2', 'https://a.example/'));
    expect(await reply('per_2')).toEqual({ id: 'per_2', reply: 'once' });
    // OpenCode's own pattern would be "*"; ours is not.
    await report('permission.asked', fetching('per_3', 'https://a.example/b'));
    asks.answer((await app.nextQuestion()).askId, { kind: 'once' });
    await reply('per_3');
    app.app.core.sessions.endAll('person');
    await report('permission.asked', fetching('per_4', 'https://a.example/'));
    asks.answer((await app.nextQuestion()).askId, { kind: 'deny', reason: 'not now' });
    const no = await reply('per_4');
    expect(no).toMatchObject({ reply: 'reject' });
    expect(no['message']).toContain('not now');
  });

  test('a command is asked about each time, and a line that is not shown in full says so', async () => {
    const { app, report, reply, asks } = await prompting();
    const hidden = (id: string) => ({ ...asked(id, 'npm test'), metadata: {} });
    await report('permission.asked', hidden('per_1'));
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error('not a confirm ask');
    expect(ask.forSession).toBeNull();
    expect(ask.because.join(' ')).toContain('does not show the whole line');
    asks.answer(ask.askId, { kind: 'once' });
    await reply('per_1');
    await report('permission.asked', hidden('per_2'));
    asks.answer((await app.nextQuestion()).askId, { kind: 'once' });
    await reply('per_2');
  });

  test('an edit is shown as its diff', async () => {
    const { app, report, asks, reply, topic } = await prompting();
    const file = path.join(topic, 'c.txt');
    const diff = `Index: ${file}\n===\n--- ${file}\n+++ ${file}\n@@ -0,0 +1,1 @@\n+x\n`;
    const edit = {
      ...asked('per_1', 'c.txt'),
      permission: 'edit',
      metadata: { filepath: file, diff },
    };
    await report('permission.asked', edit);
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error('not a confirm ask');
    expect(ask.changes).toEqual([
      { path: file, diff: '@@ -0,0 +1,1 @@\n+x\n', isProtected: false },
    ]);
    asks.answer(ask.askId, { kind: 'once' });
    await reply('per_1');
  });

  test('silence is no, and a prompt that is withdrawn takes its question with it', async () => {
    const { app, report, reply, asks, topic } = await prompting();
    await report('permission.asked', asked('per_1', 'npm test'));
    await app.nextQuestion();
    await app.clock.advance(301_000);
    const silent = await reply('per_1');
    expect(silent['reply']).toBe('reject');
    await report('permission.asked', asked('per_2', 'npm run build'));
    await app.nextQuestion();
    await report('permission.replied', { requestID: 'per_2', reply: 'reject' });
    await eventually(() => asks.list().length === 0);
    expect(repliesIn(topic)).toHaveLength(1);
  });

  test('an answer that is not ours is on record, ours is not noted twice', async () => {
    const { app, report, reply, asks } = await prompting();
    const notes = async () =>
      (await app.ledger()).filter(({ action }) => action === 'opencode.answered-elsewhere');
    await report('permission.asked', asked('per_1', 'npm test'));
    asks.answer((await app.nextQuestion()).askId, { kind: 'once' });
    await reply('per_1');
    await report('permission.asked', asked('per_2', 'curl evil.example'));
    await app.nextQuestion();
    await report('permission.replied', { requestID: 'per_2', reply: 'always' });
    await eventually(() => asks.list().length === 0);
    await report('permission.replied', { requestID: 'per_9', reply: 'once' });
    await expect.poll(async () => (await notes()).length).toBe(2);
    const [first, second] = await notes();
    expect(first?.detail).toContain('run curl evil.example was answered always, not by the user');
    expect(second?.detail).toContain('its prompt per_9 was answered once');
  });

  test('a call that cannot be shown in full is refused without an ask', async () => {
    const { report, reply, asks } = await prompting();
    await report('permission.asked', asked('per_1', 'x'.repeat(300_000)));
    expect(await reply('per_1')).toMatchObject({ reply: 'reject' });
    expect(asks.list()).toEqual([]);
  });
});
