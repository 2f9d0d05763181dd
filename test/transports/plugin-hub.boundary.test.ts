import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import { longestShareMessage } from '../../src/shared/editing/share-protocol.ts';
import { agent, granted, never, ledgerLines } from '../core/core-fixture.ts';
import { hello, openTestApp, PluginSocket, sendRaw, statusLine, tokens } from './test-app.ts';

const file = {
  path: '/w/app/a.ts',
  content: 'hello',
  language: 'typescript',
  version: '1',
  bytes: 5,
  truncated: false,
};

/** A house with a session for /w/app and a plugin that has said hello. */
async function appWithPlugin() {
  const app = await openTestApp();
  await granted(app.core, app.clock);
  const plugin = new PluginSocket(app.port);
  await plugin.opened();
  plugin.send(hello);
  expect(await plugin.next()).toEqual({ type: 'welcome', protocol: 1 });
  const open = (signal: AbortSignal = never): Promise<Outcome> =>
    app.core.gate.pass({ action: 'open_file', args: { path: '/w/app/a.ts' } }, agent, signal);
  return { ...app, plugin, open };
}

/** Only the timers of our own code stand still; sockets go on. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('B1 the upgrade', () => {
  const upgrade = (port: number, lines: readonly string[], path = '/plugin/workbench'): string =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...lines,
      '',
      '',
    ].join('\r\n');
  const bearer = (token: string): string => `Authorization: Bearer ${token}`;

  test.each([
    ['without a token', [], '401 Unauthorized'],
    ['with an unknown token', [bearer('nobody')], '401 Unauthorized'],
    ['with the token as a subprotocol', [`Sec-WebSocket-Protocol: ${tokens.plugin}`], '401 Unauth'],
    ['A3 with a client key', [bearer(tokens.cursor)], '403 Forbidden'],
    ['A3 with the management token', [bearer(tokens.management)], '403 Forbidden'],
    ['from a web page', [bearer(tokens.plugin), 'Origin: http://localhost'], '403 Forbidden'],
    ['from a web page without a token', ['Origin: null'], '403 Forbidden'],
  ])('%s is refused before it happens', async (_what, lines, status) => {
    const { port, core } = await openTestApp();
    const answer = await sendRaw(port, upgrade(port, lines));
    expect(statusLine(answer)).toContain(`HTTP/1.1 ${status}`);
    expect(answer).not.toContain('101');
    expect(core.executors.canDo('open_file')).toBe(false);
  });

  test('to a place that is not there, or of another plugin, is refused', async () => {
    const { port } = await openTestApp();
    const lines = [bearer(tokens.plugin)];
    expect(statusLine(await sendRaw(port, upgrade(port, lines, '/mcp')))).toContain('404');
    const other = await sendRaw(port, upgrade(port, lines, '/plugin/someone-else'));
    expect(other).not.toContain('101');
  });
});

describe('saying hello', () => {
  test('makes the plugin known with what it can do, until it leaves', async () => {
    const { core, plugin } = await appWithPlugin();
    expect(core.executors.canDo('open_file')).toBe(true);
    expect(core.executors.canDo('format_disk')).toBe(false);
    const left = new Promise<void>((resolve) => {
      const watching = core.executors.onChanged(() => {
        void watching.dispose();
        resolve();
      });
    });
    plugin.socket.close();
    await left;
    expect(core.executors.canDo('open_file')).toBe(false);
  });

  test.each([
    ['no JSON', 'hi'],
    ['a result', { type: 'result', id: '1', status: 'ok', data: {} }],
    ['another name', { ...hello, plugin_id: 'someone-else' }],
    ['another protocol', { ...hello, protocol: 2 }],
    ['more than is asked', { ...hello, approve: true }],
    ['less than is asked', { type: 'hello' }],
  ])('with %s ends the connection', async (_what, message) => {
    const { port, core } = await openTestApp();
    const plugin = new PluginSocket(port);
    await plugin.opened();
    plugin.send(message);
    expect(await plugin.closed).toMatchObject({ code: 1008 });
    expect(core.executors.canDo('open_file')).toBe(false);
  });

  test('is to be done within five seconds', async () => {
    const { port, clock } = await openTestApp();
    const plugin = new PluginSocket(port);
    await plugin.opened();
    await clock.advance(4_999);
    expect(plugin.socket.readyState).toBe(plugin.socket.OPEN);
    await clock.advance(1);
    expect(await plugin.closed).toEqual({ code: 1008, reason: 'send hello first' });
  });
});

describe('B7 after hello only results are expected', () => {
  test.each([
    ['a second hello', hello],
    ['a request', { type: 'approve', ask_id: '1' }],
    ['a call', { type: 'cmd', id: '1', action: 'open_file', args: {}, roots: [], result_bytes: 1 }],
    ['no JSON', '{'],
    ['a result of an unknown status', { type: 'result', id: '1', status: 'maybe', data: {} }],
  ])('%s ends the connection', async (_what, message) => {
    const { plugin } = await appWithPlugin();
    plugin.send(message);
    expect(await plugin.closed).toMatchObject({ code: 1008 });
  });

  test('J4 a message larger than any result or shared text ends the connection', async () => {
    const { plugin } = await appWithPlugin();
    plugin.send('x'.repeat(longestShareMessage + 1));
    expect(await plugin.closed).toMatchObject({ code: 1009 });
  });
});

describe('a call', () => {
  test('goes to the plugin with the real path and the pinned folders, and returns its answer', async () => {
    const { plugin, open, ledgerStore } = await appWithPlugin();
    const outcome = open();
    const command = await plugin.next();
    expect(command).toEqual({
      type: 'cmd',
      id: expect.any(String),
      action: 'open_file',
      args: { path: '/w/app/a.ts' },
      roots: [{ path: '/w/app', device: '1', inode: expect.any(String) }],
      result_bytes: 65_536,
      session_id: expect.any(String),
      agent_id: agent.clientId,
      entry_id: expect.any(String),
    });
    plugin.send({ type: 'result', id: command['id'], status: 'ok', data: file });
    expect(await outcome).toEqual({ kind: 'done', data: file });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome open_file done');
  });

  test('C9 answers find their own calls, whatever their order', async () => {
    const { plugin, open } = await appWithPlugin();
    const outcomes = [open(), open(), open()];
    const commands = [await plugin.next(), await plugin.next(), await plugin.next()];
    for (const [at, command] of [...commands.entries()].toReversed()) {
      const data = { ...file, content: `answer ${at}` };
      plugin.send({ type: 'result', id: command['id'], status: 'ok', data });
    }
    const contents = (await Promise.all(outcomes)).map((item) =>
      item.kind === 'done' ? item.data['content'] : item.code,
    );
    expect(contents).toEqual(['answer 0', 'answer 1', 'answer 2']);
  });

  test('an answer to no call, or a second one, changes nothing', async () => {
    const { plugin, open } = await appWithPlugin();
    const outcome = open();
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id: 'made-up', status: 'ok', data: file });
    plugin.send({ type: 'result', id, status: 'ok', data: file });
    plugin.send({ type: 'result', id, status: 'error', data: { code: 'not-found', message: '' } });
    expect(await outcome).toMatchObject({ kind: 'done' });
    expect(plugin.socket.readyState).toBe(plugin.socket.OPEN);
  });

  test.each([
    ['what it would not do', 'not-text', 'refused', 'not-text'],
    ['what it could not do', 'editor-timed-out', 'failed', 'editor-timed-out'],
    ['a word of the seeds', 'forbidden', 'refused', 'outside-roots'],
    ['a word of the seeds', 'invalid-input', 'refused', 'invalid-arguments'],
    ['a word of the seeds', 'internal-error', 'failed', 'action-failed'],
    ['a code of its own', 'flux-capacitor-empty', 'failed', 'action-failed'],
    ['the name of something every object has', 'toString', 'failed', 'action-failed'],
  ])('an error with %s (%s) is %s: %s', async (_what, code, kind, known) => {
    const { plugin, open } = await appWithPlugin();
    const outcome = open();
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id, status: 'error', data: { code, message: 'It broke.' } });
    expect(await outcome).toMatchObject({
      kind,
      code: known,
      message: expect.stringContaining('It broke.'),
    });
  });

  test.each([
    ['nothing', {}],
    ['a wrong type', { ...file, bytes: 'five' }],
    ['too much', { ...file, password: 'x' }],
  ])('a result with %s is invalid and is not passed on', async (_what, data) => {
    const { plugin, open } = await appWithPlugin();
    const outcome = open();
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id, status: 'ok', data });
    expect(await outcome).toMatchObject({
      kind: 'failed',
      code: 'action-failed',
      message: expect.stringContaining('invalid'),
    });
  });

  test('fails when the plugin leaves before it answers', async () => {
    const { plugin, open, ledgerStore } = await appWithPlugin();
    const outcomes = [open(), open()];
    await plugin.next();
    await plugin.next();
    plugin.socket.terminate();
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ kind: 'failed', code: 'editor-disconnected' });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome open_file failed editor-disconnected');
  });

  test('is given up when the agent goes away', async () => {
    const { plugin, open } = await appWithPlugin();
    const gone = new AbortController();
    const outcome = open(gone.signal);
    await plugin.next();
    gone.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'ask-withdrawn' });
  });

  test('is not even sent when the agent was gone before', async () => {
    const { plugin, open } = await appWithPlugin();
    expect(await open(AbortSignal.abort())).toMatchObject({ code: 'ask-withdrawn' });
    const outcome = open();
    const command = await plugin.next();
    plugin.send({ type: 'result', id: command['id'], status: 'ok', data: file });
    expect(await outcome).toMatchObject({ kind: 'done' });
  });

  test('has half a minute for its answer', async () => {
    const { plugin, open } = await appWithPlugin();
    stopTimers();
    const outcome = open();
    await plugin.next();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'editor-timed-out' });
  });
});
