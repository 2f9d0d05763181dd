import { describe, expect, test } from 'vitest';
import { failed } from '../../src/shared/actions/outcomes.ts';
import type { McpServerView } from '../../src/shared/servers/server-views.ts';
import { Histogram, Metrics, metricText } from '../../src/main/transports/management/metrics.ts';
import { agent, granted, never, recordingExecutor } from '../core/core-fixture.ts';
import { openTestApp, send, tokens } from './test-app.ts';

describe('the text format', () => {
  test('escapes what has a meaning in it', () => {
    const samples = [{ labels: { a: 'back\\slash "quoted"\nline' }, value: 1.5 }];
    expect(metricText('counter', 'x_total', 'one\ntwo\\', samples)).toBe(
      '# HELP x_total one\\ntwo\\\\\n# TYPE x_total counter\n' +
        'x_total{a="back\\\\slash \\"quoted\\"\\nline"} 1.5\n',
    );
  });

  test('counts a histogram upwards, bounds included', () => {
    const histogram = new Histogram([1, 10]);
    for (const value of [0.5, 1, 2, 10, 11]) histogram.observe(value);
    expect(histogram.text('t_seconds', 'times')).toBe(
      '# HELP t_seconds times\n# TYPE t_seconds histogram\n' +
        't_seconds_bucket{le="1"} 2\nt_seconds_bucket{le="10"} 4\nt_seconds_bucket{le="+Inf"} 5\n' +
        't_seconds_sum 24.5\nt_seconds_count 5\n',
    );
  });
});

test('GET /metrics says in numbers what happened, and names nobody', async () => {
  const { port, core, clock } = await openTestApp();
  recordingExecutor(core);
  const sessionId = await granted(core, clock);
  core.sessions.claimToken(sessionId);
  await core.gate.pass({ action: 'open_file', args: { path: '/w/app/a' } }, agent, never);
  await core.gate.pass({ action: 'nothing', args: {} }, agent, never);
  await core.requests.open({}, agent).outcome;
  await clock.advance(90_000);
  core.sessions.end(sessionId, 'person');
  await send(port, { path: '/status' });
  await send(port, { path: '/status', token: 'wrong' });
  const reply = await send(port, { path: '/metrics', token: tokens.management });
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const values = new Map(
    reply.text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
  expect(Object.fromEntries(values)).toMatchObject({
    gatehouse_requests_total: '2',
    gatehouse_approvals_total: '1',
    gatehouse_denials_total: '1',
    gatehouse_tokens_issued_total: '1',
    gatehouse_auth_failures_total: '2',
    'gatehouse_refused_total{code="unauthorized"}': '2',
    'gatehouse_calls_total{outcome="done"}': '1',
    'gatehouse_calls_total{outcome="refused"}': '1',
    gatehouse_queue_depth: '0',
    gatehouse_sessions_live: '0',
    gatehouse_editors: '1',
    gatehouse_ledger_healthy: '1',
    'gatehouse_session_duration_seconds_bucket{le="60"}': '0',
    'gatehouse_session_duration_seconds_bucket{le="300"}': '1',
    gatehouse_session_duration_seconds_count: '1',
    gatehouse_gate_duration_seconds_count: '2',
    'gatehouse_executor_calls_total{executor="editor",outcome="done"}': '1',
    'gatehouse_executor_duration_seconds_count{executor="editor"}': '1',
  });
  for (const line of reply.text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  expect(reply.text).not.toContain('cursor');
  expect((await send(port, { path: '/metrics', token: tokens.cursor })).status).toBe(403);
});

test('calls of an MCP server are counted under its name, with its processes and memory', async () => {
  const { port, core, clock } = await openTestApp();
  await granted(core, clock);
  for (const executor of [
    { id: 'mcp:github', inApp: true, run: async () => failed('server-failed') },
    { id: 'mcp:github', run: async () => failed('action-failed') },
  ]) {
    const actions = new Set(['open_file']);
    const registered = core.executors.register({ name: 'github', actions, ...executor });
    await core.gate.pass({ action: 'open_file', args: { path: '/w/app/a' } }, agent, never);
    await registered.dispose();
  }
  const reply = await send(port, { path: '/metrics', token: tokens.management });
  expect(reply.text).toContain(
    'gatehouse_executor_calls_total{executor="mcp:github",outcome="failed"} 1',
  );
  expect(reply.text, 'a plugin cannot count as a server').toContain(
    'gatehouse_executor_calls_total{executor="editor",outcome="failed"} 1',
  );
  const view = { name: 'github', processes: 1, memoryBytes: 4096, unreviewed: 2 };
  const metrics = new Metrics(core);
  const text = metrics.text([view as McpServerView]);
  await metrics.dispose();
  expect(text).toContain('gatehouse_server_processes{server="github"} 1');
  expect(text).toContain('gatehouse_server_memory_bytes{server="github"} 4096');
  expect(text).toContain('gatehouse_server_unreviewed{server="github"} 2');
});
