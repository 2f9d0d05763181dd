import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  agent,
  agentCalled,
  never,
  recordingExecutor,
  settingsWith,
} from '../core/core-fixture.ts';
import { appWithSession, open, pathTo, patientEditor, until } from './session-app.ts';

describe('the end of a socket', () => {
  test('B6 comes at the deadline of the session, not at the next message: 4401', async () => {
    const { clock, connect } = await appWithSession({ settings: settingsWith({}) });
    const socket = await connect();
    await clock.advance(3_600_001);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('B6 also when it was held open by messages until the time is over', async () => {
    const { core, clock, connect, sessionId } = await appWithSession();
    recordingExecutor(core);
    const socket = await connect();
    await core.sessions.extend(sessionId, 60);
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(10_000);
      socket.send(open(n));
      await socket.next();
    }
    await clock.advance(10_001);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('comes at once when the user revokes the session: 4403, and the token is worth nothing', async () => {
    const { core, connect, sessionId } = await appWithSession();
    const calls = patientEditor(core);
    const sockets = [await connect(), await connect()];
    sockets[0]?.send(open('one'));
    await until(() => calls.length === 1);
    core.sessions.end(sessionId, 'person');
    expect(calls[0]?.signal.aborted).toBe(true);
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 4403 });
    await expect(connect()).rejects.toThrow('401');
  });

  test.each([
    ['person', 'the user ended the session', 'The user ended it.'],
    ['management-api', 'the session was revoked over the management API', 'management API or the'],
    ['leaked', 'its credential leaked', 'Its credential had leaked.'],
  ] as const)('revoked by %s says so', async (by, reason, words) => {
    const { core, connect, sessionId } = await appWithSession();
    const socket = await connect();
    core.sessions.end(sessionId, by);
    expect(await socket.closed).toEqual({ code: 4403, reason });
    const call = { action: 'open_file', args: { path: '/w/app/a.ts' } };
    const late = await core.gate.pass(call, agentCalled('cursor'), never, sessionId);
    expect(late).toMatchObject({
      code: 'session-revoked',
      message: expect.stringContaining(words),
    });
  });

  test('comes with its parent', async () => {
    const { core, connect, sessionId } = await appWithSession();
    const part = core.requests.open(
      { scopes: ['read:files'], roots: ['/w/app'], reason: 'a part', parent_session_id: sessionId },
      agent,
    );
    await part.outcome;
    const child = core.sessions.list().find(({ parentId }) => parentId === sessionId);
    const socket = await connect(child?.sessionId, 'session-token-1');
    core.sessions.end(sessionId, 'agent');
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('J4 comes for a message that is too big: 1009', async () => {
    const { connect } = await appWithSession();
    const socket = await connect();
    socket.send('x'.repeat(1024 ** 2 + 1));
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  test('comes for binary messages: 1008', async () => {
    const { connect } = await appWithSession();
    const socket = await connect();
    socket.socket.send(Buffer.from(JSON.stringify(open('x'))));
    expect(await socket.closed).toMatchObject({ code: 1008 });
  });

  test('comes for a flood: 4429, while a hasty client is only told', async () => {
    const { core, connect } = await appWithSession({
      settings: settingsWith({ burst: 2, callsPerSecond: 1 }),
    });
    recordingExecutor(core);
    const socket = await connect();
    for (let n = 0; n < 20; n += 1) socket.send(open(n));
    const codes = new Set<unknown>();
    // Two run, two wait for their turn, and the others are told at once.
    for (let n = 0; n < 18; n += 1)
      codes.add(((await socket.next())['data'] as { code?: string }).code);
    expect(codes).toEqual(new Set([undefined, 'too-fast']));
    for (let n = 0; n < 5; n += 1) socket.send(open(n));
    expect(await socket.closed).toMatchObject({ code: 4429 });
  });

  test('J4 comes for a flood of pings, which are not all answered', async () => {
    const { connect } = await appWithSession({
      settings: settingsWith({ burst: 2, callsPerSecond: 1 }),
    });
    const socket = await connect();
    for (let n = 0; n < 1000; n += 1) socket.socket.ping();
    expect(await socket.closed).toMatchObject({ code: 4429 });
  });

  test('comes when it does not answer the heartbeat for 25 seconds', async () => {
    const { clock, connect } = await appWithSession();
    const socket = await connect();
    const quiet = await connect();
    quiet.socket.pause();
    for (let n = 0; n < 6; n += 1) {
      await clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    quiet.socket.resume();
    expect(await quiet.closed).toMatchObject({ code: 1006 });
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('J4 frames that break the protocol', () => {
  const frame = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);
  const mask = [0, 0, 0, 0];

  test.each([
    ['100 MiB in one frame', [frame(0x81, 0xff, 0, 0, 0, 0, 0x06, 0x40, 0, 0, ...mask)], 1009],
    [
      'more than 64 pieces',
      [
        frame(0x01, 0x80, ...mask),
        ...Array.from({ length: 100 }, () => frame(0x00, 0x80, ...mask)),
      ],
      1008,
    ],
    ['bad UTF-8', [frame(0x81, 0x82, ...mask, 0xc3, 0x28)], 1007],
    ['reserved bits', [frame(0xf1, 0x80, ...mask)], 1002],
    ['a frame without a mask', [frame(0x81, 0x00)], 1002],
    ['a continuation of nothing', [frame(0x80, 0x80, ...mask)], 1002],
  ])('%s end the socket', async (_what, frames, code) => {
    const { connect } = await appWithSession();
    const socket = await connect();
    const raw = (socket.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    for (const bytes of frames) raw.write(bytes);
    expect(await socket.closed).toMatchObject({ code });
  });

  test('J5 compression is offered and not taken', async () => {
    const { port, sessionId, token } = await appWithSession();
    const socket = new WebSocket(`ws://127.0.0.1:${port}${pathTo(sessionId)}`, {
      headers: { Authorization: `Bearer ${token}` },
      perMessageDeflate: true,
    });
    await new Promise((resolve) => socket.once('open', resolve));
    expect(socket.extensions).toBe('');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.terminate();
    await closed;
  });
});

describe('changes of the session are reported', () => {
  test('degraded and back, paused and back', async () => {
    const { core, connect, sessionId } = await appWithSession();
    const socket = await connect();
    const state = async (): Promise<unknown> => (await socket.next())['data'];
    expect(await state()).toEqual({ name: 'session_degraded', state: 'DEGRADED' });
    recordingExecutor(core);
    expect(await state()).toEqual({ name: 'session_active', state: 'ACTIVE' });
    await core.sessions.pause(sessionId);
    expect(await state()).toEqual({ name: 'session_paused', state: 'PAUSED' });
    socket.send(open('x'));
    expect(await state()).toMatchObject({ code: 'session-paused', retry: 'later' });
    const second = await connect();
    expect(await second.next()).toMatchObject({ data: { state: 'PAUSED' } });
    await core.sessions.resume(sessionId);
    expect(await state()).toEqual({ name: 'session_active', state: 'ACTIVE' });
  });
});
