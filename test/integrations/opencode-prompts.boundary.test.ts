/** OpenCode's own permission prompts are calls of its own tools: judged, asked about and recorded by the gate. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowAll, eventually } from '../fakes/test-app.ts';
import { happen, openCodeApp, repliesIn } from './opencode-fixture.ts';

const asked = (id: string, permission: string, more: object = {}) => ({
  ...{ id, sessionID: 'ses_1', permission, patterns: ['*'], metadata: {}, always: ['npm *'] },
  ...more,
});

/** The call as OpenCode's message holds it. */
const part = (id: string, tool: string, input: object, state: object = {}) => ({
  ...{ type: 'tool', id: `prt_${id}`, messageID: `msg_${id}`, sessionID: 'ses_1' },
  ...{ callID: `call_${id}`, tool, state: { status: 'running', input, ...state } },
});

async function prompting() {
  const opened = await openCodeApp();
  const server = await opened.start(opened.topic);
  const { app, topic } = opened;
  const { asks } = app.app.core;
  const report = (type: string, properties: object) =>
    happen(topic, server?.port ?? 0, type, properties);
  const reply = (id: string) =>
    eventually(() => repliesIn(topic).find((item) => item['id'] === id), 20_000);
  const prompt = async (id: string, permission: string, tool: string, input: object) => {
    await report('message.part.updated', { part: part(id, tool, input) });
    const about = { tool: { messageID: `msg_${id}`, callID: `call_${id}` } };
    await report('permission.asked', asked(`per_${id}`, permission, about));
  };
  const bash = (id: string, command: string, more: object = {}) =>
    prompt(id, 'bash', 'bash', { command, description: 'x', ...more });
  const access = async () => {
    const ask = await app.nextQuestion();
    if (ask.kind !== 'access') throw new Error(`this is a ${ask.kind} ask`);
    asks.answer(ask.askId, allowAll(ask));
    return ask;
  };
  const confirmation = async () => {
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error(`this is a ${ask.kind} ask`);
    return ask;
  };
  const steps = async (action: string) =>
    (await app.ledger())
      .filter((line) => line.action === action)
      .map(({ phase, result }) => `${phase} ${result ?? ''}`.trim());
  return { ...opened, report, reply, prompt, bash, access, confirmation, steps, asks };
}

describe('a prompt of OpenCode', () => {
  test('asks for access first, with the command in it, and is recorded to its end', async () => {
    const { report, reply, bash, access, steps, topic } = await prompting();
    await bash('1', 'npm test');
    const ask = await access();
    expect(ask.roots).toEqual([topic]);
    expect(ask.reason).toContain('run npm test with its own bash tool');
    expect(ask.agent).toMatchObject({ claimedName: 'OpenCode', claimedVersion: '9.9.9' });
    expect(await reply('per_1')).toEqual({ id: 'per_1', reply: 'once' });
    expect(await steps('native_command')).not.toContain('outcome done');
    const ended = { status: 'completed', output: 'ok', metadata: { exit: 0 } };
    await report('message.part.updated', {
      part: part('1', 'bash', { command: 'npm test', description: 'x' }, ended),
    });
    await expect
      .poll(async () => (await steps('native_command')).slice(-2))
      .toEqual(['decision allow', 'outcome done']);
  });

  test('is not asked about again for what the grant covers, and follows the user’s rules', async () => {
    const { app, reply, bash, prompt, access, confirmation, asks, topic, steps } =
      await prompting();
    await bash('1', 'npm test');
    await access();
    await reply('per_1');
    await prompt('2', 'edit', 'write', { filePath: path.join(topic, 'a.txt'), content: 'x\n' });
    expect(await reply('per_2')).toMatchObject({ reply: 'once' });
    expect(await steps('native_edit')).toContain('decision allow');
    await bash('3', 'ls');
    expect(await reply('per_3')).toMatchObject({ reply: 'once' });
    await bash('4', 'npm run build');
    const ask = await confirmation();
    expect(ask.native).toEqual({ agentName: 'OpenCode', tool: 'bash' });
    asks.answer(ask.askId, { kind: 'deny', reason: 'not now' });
    const no = await reply('per_4');
    expect(no).toMatchObject({ reply: 'reject' });
    expect(no['message']).toContain('not now');
    const { rules } = app.app.core;
    const draft = { effect: 'deny', client: null, within: null, seconds: null } as const;
    const made = await rules.make({ ...draft, actions: ['exec_command'], fromEntry: null });
    if (!made.made) throw new Error(made.why);
    await rules.add(made.rule);
    await bash('5', 'ls');
    expect((await reply('per_5'))['message']).toMatch(/rule/);
  });

  test('about one call is asked about once, in the folder where the call runs', async () => {
    const { report, reply, bash, access, topic, app } = await prompting();
    fs.mkdirSync(path.join(topic, 'packages'));
    await bash('1', 'npm test', { workdir: 'packages' });
    const about = { tool: { messageID: 'msg_1', callID: 'call_1' } };
    await report('permission.asked', asked('per_9', 'external_directory', about));
    await access();
    const [one, two] = await Promise.all([reply('per_1'), reply('per_9')]);
    expect([one['reply'], two['reply']]).toEqual(['once', 'once']);
    const lines = (await app.ledger()).filter(({ action }) => action === 'native_command');
    expect(
      new Set(lines.filter(({ result }) => result === 'allow').map(({ entry }) => entry)).size,
    ).toBe(1);
    expect(lines[0]?.args).toMatchObject({ cwd: path.join(topic, 'packages') });
  });

  test('that does not say which call it is about is asked about each time, as it is', async () => {
    const { report, reply, access, bash, confirmation, asks } = await prompting();
    await bash('1', 'npm test');
    await access();
    await reply('per_1');
    const metadata = { command: 'ls' };
    await report('permission.asked', asked('per_2', 'bash', { metadata }));
    const ask = await confirmation();
    expect(ask.sentence).toBe('use its own tool bash, which Gatehouse does not know');
    expect(ask.exact).toContain('"command": "ls"');
    asks.answer(ask.askId, { kind: 'once' });
    expect(await reply('per_2')).toEqual({ id: 'per_2', reply: 'once' });
    await report('permission.asked', asked('per_3', 'bash', { metadata: { command: 'rm -r x' } }));
    asks.answer((await confirmation()).askId, { kind: 'deny', reason: '' });
    expect(await reply('per_3')).toMatchObject({ reply: 'reject' });
  });

  test('that asks for something else than its call, or does not say for which, is shown as it is', async () => {
    const { report, reply, access, bash, confirmation, asks, topic } = await prompting();
    await bash('1', 'npm test');
    await access();
    await reply('per_1');
    const metadata = { command: 'rm -r x' };
    const prompt = async (id: string, permission: string) => {
      const about = { metadata, tool: { messageID: `msg_${id}`, callID: `call_${id}` } };
      await report('permission.asked', asked(`per_${id}`, permission, about));
      const ask = await confirmation();
      expect(ask.exact).toContain('"command": "rm -r x"');
      asks.answer(ask.askId, { kind: 'deny', reason: 'no' });
      expect(await reply(`per_${id}`)).toMatchObject({ reply: 'reject' });
    };
    const write = { filePath: path.join(topic, 'a.txt'), content: 'x\n' };
    await report('message.part.updated', { part: part('2', 'write', write) });
    await prompt('2', 'bash');
    const list = part('3', 'bash', { command: 'ls', description: 'x' });
    await report('message.part.updated', { part: list });
    await report('message.part.updated', { part: { ...list, id: 'prt_other' } });
    await prompt('3', 'bash');
    const ended = { status: 'completed', output: 'ok' };
    await report('message.part.updated', {
      part: part('4', 'bash', { command: 'ls', description: 'x' }, ended),
    });
    await prompt('4', 'bash');
    // Its arguments never come.
    await report('message.part.updated', { part: part('5', 'bash', {}, { status: 'pending' }) });
    await prompt('5', 'bash');
  });

  test('that comes before the arguments of its call waits for them', async () => {
    const { report, reply, access, bash } = await prompting();
    await bash('1', 'npm test');
    await access();
    await reply('per_1');
    const about = { tool: { messageID: 'msg_2', callID: 'call_2' } };
    await report('message.part.updated', { part: part('2', 'bash', {}, { status: 'pending' }) });
    await report('permission.asked', asked('per_2', 'bash', about));
    const given = { command: 'ls', description: 'x' };
    await report('message.part.updated', { part: part('2', 'bash', given) });
    expect(await reply('per_2')).toEqual({ id: 'per_2', reply: 'once' });
  });

  test('about a read is asked about too, because OpenCode wants an answer', async () => {
    const { reply, prompt, bash, access, confirmation, asks } = await prompting();
    await bash('1', 'npm test');
    await access();
    await reply('per_1');
    await prompt('2', 'external_directory', 'read', { filePath: '/etc/hostname' });
    const ask = await confirmation();
    expect(ask.exact).toContain('/etc/hostname');
    asks.answer(ask.askId, { kind: 'deny', reason: 'no' });
    expect(await reply('per_2')).toMatchObject({ reply: 'reject' });
  });

  test('is refused by silence', async () => {
    const { app, reply, bash } = await prompting();
    await bash('1', 'npm test');
    await app.nextQuestion();
    await app.clock.advance(301_000);
    expect((await reply('per_1'))['reply']).toBe('reject');
  });

  test('is withdrawn when it is answered elsewhere', async () => {
    const { app, report, bash, asks, topic } = await prompting();
    const notes = async () =>
      (await app.ledger()).filter(({ action }) => action === 'opencode.answered-elsewhere');
    await bash('1', 'npm test');
    await app.nextQuestion();
    await report('permission.replied', { requestID: 'per_1', reply: 'always' });
    await expect.poll(async () => (await notes()).length).toBe(1);
    await eventually(() => asks.list().length === 0);
    expect((await notes())[0]?.detail).toContain('was answered always, not by the user');
    expect(repliesIn(topic)).toEqual([]);
  });

  test('that cannot be shown in full is refused without a question', async () => {
    const { report, reply, asks } = await prompting();
    const metadata = { command: 'x'.repeat(300_000) };
    await report('permission.asked', asked('per_1', 'bash', { metadata }));
    expect(await reply('per_1')).toMatchObject({ reply: 'reject' });
    expect(asks.list()).toEqual([]);
  });
});
