import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ActionName } from '../../src/shared/actions/actions.ts';
import { done, failed } from '../../src/shared/actions/outcomes.ts';
import {
  boldAccess,
  nextConfirm,
  recordingExecutor,
  settingsWith,
  ledgerLines,
} from '../core/core-fixture.ts';
import { sendRaw, statusLine, tokens } from './test-app.ts';
import { appWithSession, open, pathTo, patientEditor, until } from './session-app.ts';

describe('B1 A3 the upgrade of a session socket', () => {
  const upgrade = (port: number, path: string, lines: readonly string[]): string =>
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

  test('is refused without a token, with another credential, and for another session', async () => {
    const { port, sessionId, token, grant } = await appWithSession();
    const other = await grant('claude');
    const status = async (lines: readonly string[], path = pathTo(sessionId)): Promise<string> =>
      statusLine(await sendRaw(port, upgrade(port, path, lines)));
    const bearer = (key: string): string => `Authorization: Bearer ${key}`;
    expect(await status([])).toContain('401');
    expect(await status([bearer('made-up')])).toContain('401');
    expect(await status([bearer(tokens.cursor)])).toContain('403');
    expect(await status([bearer(tokens.management)])).toContain('403');
    expect(await status([bearer(tokens.plugin)])).toContain('403');
    expect(await status([bearer(other.token)])).toContain('403');
    expect(await status([bearer(token), 'Origin: http://localhost:3000'])).toContain('403');
    expect(await status([bearer(token)], '/plugin/workbench')).toContain('403');
    expect(await status([bearer(token)], '/mcp')).toContain('404');
  });

  test('A3 a session token is accepted by no other route', async () => {
    const { port, token } = await appWithSession();
    const get = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    expect(statusLine(await sendRaw(port, get('/status')))).toContain('403');
    expect(statusLine(await sendRaw(port, get('/keys')))).toContain('403');
  });

  test('B4 a token offered as a subprotocol opens nothing and is never sent back', async () => {
    const { port, sessionId, token } = await appWithSession();
    const offered = `Sec-WebSocket-Protocol: gatehouse.v1, ${token}`;
    const without = await sendRaw(port, upgrade(port, pathTo(sessionId), [offered]));
    expect(statusLine(without)).toContain('401');
    expect(without).not.toContain(token);
    const both = [offered, `Authorization: Bearer ${token}`];
    const beside = await sendRaw(port, upgrade(port, pathTo(sessionId), both));
    expect(statusLine(beside)).toContain('401');
    expect(beside).not.toContain(token);
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}${pathTo(sessionId)}`,
      ['other.v1', 'gatehouse.v1'],
      { headers: { Authorization: `Bearer ${token}` } },
    );
    await new Promise((resolve) => socket.once('open', resolve));
    expect(socket.protocol).toBe('gatehouse.v1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.terminate();
    await closed;
  });

  test('J6 no more than 16 sockets for one session', async () => {
    const { connect } = await appWithSession();
    for (let n = 0; n < 16; n += 1) await connect();
    await expect(connect()).rejects.toThrow('429');
  });
});

describe('a command', () => {
  test('goes through the gate and its result comes back under its id', async () => {
    const { core, connect, ledgerStore, sessionId } = await appWithSession();
    const ran = recordingExecutor(core);
    const socket = await connect();
    socket.send(open('one'));
    expect(await socket.next()).toEqual({
      type: 'result',
      id: 'one',
      status: 'ok',
      data: { content: 'hello' },
    });
    expect(ran[0]).toMatchObject({ args: { path: '/w/app/a.ts' }, session: { sessionId } });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome open_file done');
  });

  test('may name a category and put the action into operation', async () => {
    const { core, connect } = await appWithSession();
    const ran = recordingExecutor(core);
    const socket = await connect();
    const args = { operation: 'open_file', path: '/w/app/a.ts' };
    socket.send({ type: 'cmd', id: 1, action: 'file_operation', args });
    expect(await socket.next()).toMatchObject({ id: 1, status: 'ok' });
    expect(ran[0]).toMatchObject({ action: 'open_file', args: { path: '/w/app/a.ts' } });
    socket.send({ type: 'cmd', id: 2, action: 'version_control', args });
    expect(await socket.next()).toMatchObject({ id: 2, data: { code: 'unknown-action' } });
    socket.send({ type: 'cmd', id: 3, action: 'file_operation' });
    expect(await socket.next()).toMatchObject({ id: 3, data: { code: 'unknown-action' } });
    expect(ran).toHaveLength(1);
  });

  test.each([
    ['outside the folders', open('x', '/w/other'), 'outside-roots', 'after_grant'],
    [
      'of an action that does not exist',
      { ...open('x'), action: 'melt' },
      'unknown-action',
      'after_fix',
    ],
    [
      'with a scope that was not given',
      { ...open('x'), action: 'get_buffers', args: {} },
      'scope-missing',
      'after_grant',
    ],
    [
      'with arguments that do not fit',
      { ...open('x'), args: { path: 7 } },
      'invalid-arguments',
      'after_fix',
    ],
    [
      'without arguments',
      { type: 'cmd', id: 'x', action: 'open_file' },
      'invalid-arguments',
      'after_fix',
    ],
    ['with null as arguments', { ...open('x'), args: null }, 'invalid-arguments', 'after_fix'],
  ])('%s is answered with code, message, hint and retry', async (_what, message, code, retry) => {
    const { core, connect } = await appWithSession();
    const ran = recordingExecutor(core, { actions: ['open_file', 'get_buffers'] });
    const socket = await connect();
    socket.send(message);
    const words = { message: expect.any(String), hint: expect.any(String) };
    const seedWords =
      code === 'scope-missing' || code === 'outside-roots' ? { error: 'forbidden' } : {};
    expect(await socket.next()).toEqual({
      type: 'result',
      id: 'x',
      status: 'error',
      data: { code, ...words, ...seedWords, retry, status: expect.any(Number) },
    });
    expect(ran).toEqual([]);
  });

  test.each([
    ['no JSON', '{', null, 'bad-json'],
    ['null', 'null', null, 'invalid-arguments'],
    ['a list', '[]', null, 'invalid-arguments'],
    ['no command', JSON.stringify({ type: 'approve', id: 'x' }), 'x', 'invalid-arguments'],
    ['an id that is none', JSON.stringify({ ...open('x'), id: {} }), null, 'invalid-arguments'],
    [
      'an action that is none',
      JSON.stringify({ ...open('x'), action: [] }),
      'x',
      'invalid-arguments',
    ],
  ])('that is %s is answered, and the socket stays', async (_what, text, id, code) => {
    const { core, connect } = await appWithSession();
    recordingExecutor(core);
    const socket = await connect();
    socket.send(text);
    expect(await socket.next()).toMatchObject({ type: 'result', id, data: { code } });
    socket.send(open('after'));
    expect(await socket.next()).toMatchObject({ id: 'after', status: 'ok' });
  });

  test('uses the session of its socket and no other of the same client', async () => {
    const { core, connect, grant } = await appWithSession();
    const elsewhere = { scopes: ['read:files'], roots: ['/w/lib'], reason: 'to compare' };
    const other = await grant('cursor', elsewhere);
    recordingExecutor(core);
    const [item, two] = [await connect(), await connect(other.sessionId, other.token)];
    item.send(open('in-lib', '/w/lib/b.ts'));
    expect(await item.next()).toMatchObject({ data: { code: 'outside-roots' } });
    two.send(open('in-lib', '/w/lib/b.ts'));
    expect(await two.next()).toMatchObject({ status: 'ok' });
    two.send(open('in-app'));
    expect(await two.next()).toMatchObject({ data: { code: 'outside-roots' } });
  });

  test('C9 two agents with the same ids, cancelling as they go, never get the answer of the other', async () => {
    const limits = settingsWith({
      callsPerSecond: 1000,
      burst: 1000,
      callsAtOnce: 256,
      sameCallPerMinute: 1000,
    });
    const { core, connect, grant, sessionId, token } = await appWithSession({
      settings: limits,
    });
    const other = await grant('claude');
    const registered = core.executors.register({
      name: 'echo',
      actions: new Set<ActionName>(['open_file']),
      run: async ({ agent: { clientId }, args }) => {
        await new Promise((resolve) => setImmediate(resolve));
        return done({ content: `${clientId} ${String(args['path'])}` });
      },
    });
    onTestFinished(() => registered.dispose());
    const crossed: unknown[] = [];
    const walk = async (who: string, id = other.sessionId, key = other.token): Promise<number> => {
      let answered = 0;
      for (let round = 0; round < 10; round += 1) {
        const socket = await connect(id, key);
        for (let n = 0; n < 20; n += 1) socket.send(open(n, `/w/app/${who}-${round}-${n}`));
        // Half of the sockets go away in the middle.
        const wanted = round % 2 === 0 ? 20 : 5;
        for (let n = 0; n < wanted; n += 1) {
          const { id: of, data } = await socket.next();
          const right = `${who} /w/app/${who}-${round}-${String(of)}`;
          if ((data as { content?: string }).content !== right) crossed.push({ of, data });
          answered += 1;
        }
        socket.socket.terminate();
      }
      return answered;
    };
    const both = [walk('cursor', sessionId, token), walk('claude')];
    expect(await Promise.all(both)).toEqual([125, 125]);
    expect(crossed).toEqual([]);
  });

  test('with an id that is under way is refused, and the first goes on', async () => {
    const { core, connect } = await appWithSession();
    const calls = patientEditor(core);
    const socket = await connect();
    socket.send(open('same'));
    await until(() => calls.length === 1);
    socket.send(open('same'));
    expect(await socket.next()).toMatchObject({ id: 'same', data: { code: 'invalid-arguments' } });
    calls[0]?.answer(failed('not-found'));
    expect(await socket.next()).toMatchObject({ id: 'same', data: { code: 'not-found' } });
  });

  test('C10 is given up when its socket closes, and its question withdrawn', async () => {
    const { core, clock, connect } = await appWithSession({}, boldAccess);
    recordingExecutor(core, { actions: ['delete_file'] });
    const calls = patientEditor(core);
    const socket = await connect();
    socket.send(open('one'));
    await until(() => calls.length === 1);
    socket.send({ type: 'cmd', id: 'two', action: 'delete_file', args: { path: '/w/app/a.ts' } });
    await nextConfirm(core, clock);
    socket.socket.terminate();
    await until(() => calls[0]?.signal.aborted === true && core.asks.list().length === 0);
  });
});
