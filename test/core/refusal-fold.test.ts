import { expect, test } from 'vitest';
import {
  agent,
  agentCalled,
  answerNext,
  boldApp,
  coreWith,
  granted,
  never,
  recordingExecutor,
  ledgerLines,
} from './core-fixture.ts';

const outside = (n: number) => ({ action: 'open_file', args: { path: `/etc/${n}` } });

async function appWithSession() {
  const app = await coreWith();
  recordingExecutor(app.core);
  await granted(app.core, app.clock);
  app.ledgerStore.writes.length = 0;
  const bytes = (): number => app.ledgerStore.writes.reduce((sum, text) => sum + text.length, 0);
  const notes = (): readonly unknown[] =>
    app.ledgerStore.records
      .filter(({ action }) => action === 'gate.refused')
      .map(({ detail }) => detail);
  return { ...app, bytes, notes };
}

test('J12 a client that is refused a thousand times a second fills no disk, and every refusal is counted', async () => {
  const { core, clock, ledgerStore, bytes, notes } = await appWithSession();
  let asked = 0;
  for (let second = 0; second < 60; second += 1) {
    for (let n = 0; n < 100; n += 1, asked += 1) {
      const outcome = await core.gate.pass(outside(n), agent, never);
      expect(outcome).toMatchObject({ kind: 'refused', code: 'outside-roots' });
    }
    await clock.advance(1_000);
  }
  await clock.advance(1_000);
  expect(bytes()).toBeLessThan(1024 ** 2);
  const own = ledgerStore.records.filter(({ phase }) => phase === 'outcome').length;
  const counted = notes().map((detail) => Number(/^(\d+) more/.exec(String(detail))?.[1]));
  expect(own).toBeGreaterThan(200);
  expect(own + counted.reduce((sum, count) => sum + count, 0)).toBe(asked);
  expect(notes()[0]).toContain(`${agent.clientId} outside-roots`);
});

test('J12 long arguments use up the budget sooner, but only that of their own client', async () => {
  const { core, clock, bytes, notes } = await appWithSession();
  const long = { action: 'open_file', args: { path: 'x'.repeat(500_000) } };
  for (let n = 0; n < 100; n += 1) await core.gate.pass(long, agent, never);
  await clock.advance(1_000);
  expect(bytes()).toBeLessThan(1024 ** 2);
  expect(notes()).toHaveLength(1);
  await core.gate.pass(outside(1), agentCalled('another'), never);
  await clock.advance(1_000);
  expect(notes()).toHaveLength(1);
});

test('J12 what was counted is written when the app closes', async () => {
  const { core, notes } = await appWithSession();
  for (let n = 0; n < 300; n += 1) await core.gate.pass(outside(n), agent, never);
  await core.dispose();
  expect(notes()).toEqual([expect.stringMatching(/^44 more calls refused: 44 /)]);
});

test('J12 a flood of requests for access that cannot be fills no disk either', async () => {
  const { core, clock, bytes, notes } = await appWithSession();
  for (let n = 0; n < 2_000; n += 1) {
    const accessArgs = { scopes: ['no:such'], roots: ['/w/app'], reason: `${n}` };
    expect(await core.requests.open(accessArgs, agent).outcome).toMatchObject({
      code: 'unknown-scope',
    });
  }
  await clock.advance(1_000);
  expect(bytes()).toBeLessThan(1024 ** 2);
  expect(notes()).toEqual([expect.stringMatching(/^1744 more calls refused: /)]);
});

test('J12 what the user was asked about has its own end on record, however much was refused before', async () => {
  const { core, clock, call, ledgerStore } = await boldApp();
  for (let n = 0; n < 300; n += 1) await call('nonsense', {});
  const passing = call('delete_file', { path: '/w/app/a.ts' });
  await answerNext(core, clock, { kind: 'deny', reason: '' });
  expect(await passing).toMatchObject({ code: 'denied-by-person' });
  expect(ledgerLines(ledgerStore)).toContain('outcome delete_file refused denied-by-person');
});
