import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { maxHoldMs } from '../../src/main/transports/mcp/pending-calls.ts';
import type { Exchange } from '../../src/main/transports/mcp/registry.ts';
import { toResult } from '../../src/main/transports/mcp/tool-results.ts';
import { actionInfo, actionNames } from '../../src/shared/actions/actions.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { sessionView } from '../../src/shared/protocols/management-views.ts';
import { done, failed, refused, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { workbenchActions } from '../../src/shared/protocols/plugin-protocol.ts';
import {
  agent,
  agentCalled,
  coreWith,
  granted,
  never,
  nextAsk,
  readAccess,
  recordingExecutor,
} from '../core/core-fixture.ts';
import { patient, toolsOf } from './mcp-tools.ts';

async function toolsOfApp() {
  const app = await coreWith();
  const tools = toolsOf(app);
  const call = (name: string, args: unknown = {}, own: Partial<Exchange> = {}) =>
    tools.call(name, args, { ...patient, ...own });
  return { ...app, tools, call };
}

/** They need a screen, so they are listed while an editor is connected. */
const onScreen = [
  ...['split_pane', 'get_cursor_pos', 'set_cursor_pos', 'get_selection'],
  ...['sync_viewport', 'get_code_lens'],
];

describe('the list of tools', () => {
  test('has the tools of access first, then the actions', async () => {
    const { tools } = await toolsOfApp();
    expect(
      tools
        .list({ outputSchemas: false, clientId: 'claude' as ClientId })
        .tools.map((tool) => tool.name),
    ).toEqual([
      'request_access',
      'await_access',
      'access_status',
      'preview_access',
      'end_session',
      ...actionNames.filter(
        (name) => workbenchActions.some((item) => item === name) && !onScreen.includes(name),
      ),
    ]);
  });

  test('every tool says what it is, and an action which scope it needs', async () => {
    const { tools } = await toolsOfApp();
    for (const tool of tools.list({ outputSchemas: false, clientId: 'claude' as ClientId }).tools) {
      expect(tool.name).toMatch(/^[a-z_]{1,40}$/);
      expect(tool.title).toMatch(/^[A-Z]/);
      expect(tool.description).toMatch(/^[A-Z].*\.(?: \(needs [a-z]+:[a-z]+\))?$/);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
    }
  });

  test('hints are honest: only what looks is read-only, and only what adds is not destructive', async () => {
    const { core, tools } = await toolsOfApp();
    recordingExecutor(core, { actions: actionNames });
    const hints = new Map(
      tools
        .list({ outputSchemas: false, clientId: 'claude' as ClientId })
        .tools.map(({ name, annotations }) => [name, annotations]),
    );
    const movesTheView = ['switch_buffer', 'split_pane', 'set_cursor_pos'];
    for (const name of actionNames) {
      const { kind } = actionInfo(name);
      expect(hints.get(name)).toMatchObject({
        readOnlyHint: kind === 'read' && !movesTheView.includes(name),
        destructiveHint: kind !== 'read' && !['git_add', 'git_commit'].includes(name),
        openWorldHint: kind === 'run' || name === 'manage_plugins',
      });
    }
    expect(hints.get('request_access')).toMatchObject({ readOnlyHint: false });
    expect(hints.get('end_session')).toMatchObject({ readOnlyHint: false, idempotentHint: true });
  });
});

describe('an outcome as an agent reads it', () => {
  test('done: the data, as structure and as text', () => {
    expect(toResult(done({ content: 'hello' }))).toEqual({
      content: [{ type: 'text', text: '{"content":"hello"}' }],
      structuredContent: { content: 'hello' },
    });
  });

  test.each([
    ['denied', refused('denied-by-person', 'They wrote: no')],
    ['denied', refused('outside-roots')],
    ['expired', refused('ask-timed-out')],
    ['expired', refused('session-expired')],
    ['failed', failed('editor-disconnected')],
  ])('%s: code, reason, hint and when to come back', (status, outcome) => {
    const { code, message, hint, retry } = outcome;
    expect(toResult(outcome)).toEqual({
      isError: true,
      content: [{ type: 'text', text: `${message} ${hint} (${code})` }],
      structuredContent: { status, code, reason: message, hint, retry },
    });
  });
});

describe('calling', () => {
  test('an action goes through the gate', async () => {
    const { core, clock, call } = await toolsOfApp();
    recordingExecutor(core);
    await granted(core, clock);
    expect(await call('open_file', { path: '/w/app/a' })).toMatchObject({
      structuredContent: { content: 'hello' },
    });
  });

  test.each(['format_disk', 'toString', '__proto__', ''])('%j is no tool', async (name) => {
    const { call } = await toolsOfApp();
    expect(await call(name)).toBeNull();
  });

  test('access_status tells what is live and what waits, to its own client', async () => {
    const { core, clock, call } = await toolsOfApp();
    const session_id = await granted(core, clock);
    const { requestId } = core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent);
    await clock.advance(0);
    expect(await call('access_status')).toMatchObject({
      structuredContent: {
        sessions: [
          {
            session_id,
            scopes: ['read:files'],
            roots: ['/w/app'],
            expires_at: new Date(clock.now() + 900_000).toISOString(),
          },
        ],
        pending_requests: [requestId],
      },
    });
    expect(await call('access_status', {}, { agent: agentCalled('other') })).toMatchObject({
      structuredContent: { sessions: [], pending_requests: [] },
    });
  });

  test('access_status tells whether the one call is left, and offers no tool without it', async () => {
    const { core, clock, call } = await toolsOfApp();
    const answer = Promise.withResolvers<Outcome>();
    const run = () => answer.promise;
    const slow = core.executors.register({ name: 'slow', actions: new Set(['open_file']), run });
    onTestFinished(() => slow.dispose());
    await granted(core, clock, { give: { seconds: 300, once: true } });
    expect(await call('access_status')).toMatchObject({
      structuredContent: {
        sessions: [{ calls_left: 1 }],
        runs_at_once: expect.arrayContaining(['open_file']),
      },
    });
    const running = core.gate.pass(
      { action: 'open_file', args: { path: '/w/app/a.ts' } },
      agent,
      never,
    );
    await clock.advance(0);
    expect(await call('access_status')).toMatchObject({
      structuredContent: { sessions: [{ calls_left: 0 }], runs_at_once: [] },
    });
    expect(core.sessions.list().map(sessionView)).toMatchObject([{ calls_left: 0 }]);
    answer.resolve(done({}));
    await running;
  });

  test('end_session gives back what is held, and nothing of others', async () => {
    const { core, clock, call } = await toolsOfApp();
    await granted(core, clock);
    await granted(core, clock, { args: { ...readAccess, roots: ['/w/lib'] } });
    const other = await granted(core, clock, { who: agentCalled('other') });
    expect(await call('end_session')).toMatchObject({ structuredContent: { ended: 2 } });
    expect(await call('end_session')).toMatchObject({ structuredContent: { ended: 0 } });
    const live = core.sessions.list().filter((session) => !session.ended);
    expect(live.map((session) => session.sessionId)).toEqual([other]);
  });
});

describe('asking and waiting', () => {
  function stopTimers(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  test('an answer in time is the result', async () => {
    const { core, clock, call } = await toolsOfApp();
    const asking = call('request_access', readAccess);
    const { askId } = await nextAsk(core, clock);
    core.asks.answer(askId, { kind: 'deny', reason: 'Not today.' });
    expect(await asking).toMatchObject({
      isError: true,
      structuredContent: { status: 'denied', reason: expect.stringContaining('Not today.') },
    });
  });

  test('no answer in time is "pending", and await_access brings it later', async () => {
    const { core, clock, call } = await toolsOfApp();
    stopTimers();
    const asking = call('request_access', readAccess);
    const ask = await nextAsk(core, clock);
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    const pending = { status: 'pending', request_id: ask.requestId };
    expect(await asking).toMatchObject({ structuredContent: pending });
    expect(core.asks.list()).toHaveLength(1);

    const waiting = call('await_access', { request_id: ask.requestId });
    const yes = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    core.asks.answer(ask.askId, { kind: 'allow', ...yes });
    expect(await waiting).toMatchObject({ structuredContent: { scopes: ['read:files'] } });
    const again = await call('await_access', { request_id: ask.requestId });
    expect(again).toMatchObject({ structuredContent: { scopes: ['read:files'] } });
  });

  test('C10 cancelling the call that asked withdraws the question', async () => {
    const { core, clock, call } = await toolsOfApp();
    const gone = new AbortController();
    const asking = call('request_access', readAccess, { signal: gone.signal });
    await nextAsk(core, clock);
    gone.abort();
    await asking;
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
  });

  test('request_access returns what was granted, and when the first scope of it ends', async () => {
    const { core, clock, call } = await toolsOfApp();
    const session_id = await granted(core, clock, { give: { seconds: 900 } });
    const scopes = ['read:files', 'write:files'];
    const asking = call('request_access', { ...readAccess, scopes });
    const { askId } = await nextAsk(core, clock);
    const yes = { scopes: ['write:files' as const], roots: ['/w/app'], seconds: 60 };
    core.asks.answer(askId, { kind: 'allow', ...yes });
    const expires_at = new Date(clock.now() + 60_000).toISOString();
    const wire = { session_id, scopes, roots: ['/w/app'], expires_at };
    expect(await asking).toEqual({
      content: [{ type: 'text', text: JSON.stringify(wire) }],
      structuredContent: wire,
    });
  });

  test('giving up on await_access leaves the question where it is', async () => {
    const { core, clock, call } = await toolsOfApp();
    const { requestId } = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    const gone = new AbortController();
    const waiting = call('await_access', { request_id: requestId }, { signal: gone.signal });
    gone.abort();
    expect(await waiting).toMatchObject({ structuredContent: { status: 'pending' } });
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(1);
  });

  test('a request of another client, or of nobody, cannot be waited for', async () => {
    const { core, clock, call } = await toolsOfApp();
    const { requestId } = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    const code = { structuredContent: { code: 'unknown-request' } };
    const other = { agent: agentCalled('other') };
    expect(await call('await_access', { request_id: requestId }, other)).toMatchObject(code);
    expect(await call('await_access', { request_id: 'x' })).toMatchObject(code);
    expect(await call('await_access', {})).toMatchObject(code);
    expect(await call('await_access', null)).toMatchObject(code);
  });
});

test('C12 after the user took the session away a call is told so, and asks for nothing', async () => {
  const { core, clock, call } = await toolsOfApp();
  recordingExecutor(core);
  await granted(core, clock);
  core.sessions.endAll('person');
  expect(await call('open_file', { path: '/w/app/a.ts' })).toMatchObject({
    isError: true,
    structuredContent: { code: 'session-revoked' },
  });
  expect(core.asks.list()).toEqual([]);
});
