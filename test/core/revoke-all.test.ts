import { describe, expect, onTestFinished, test } from 'vitest';
import type { Agent } from '../../src/shared/access/access.ts';
import { isError, done } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  agentCalled,
  boldAccess,
  coreWith,
  granted,
  never,
  nextAsk,
  readAccess,
  settingsWith,
} from './core-fixture.ts';

const clients = 10;
const callsEach = 90;
const questionsEach = 10;

/** Ten clients with a session each, and an editor that takes a while. */
async function busyApp() {
  const settings = settingsWith({
    ...{ burst: 1000, callsPerSecond: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 },
    ...{ sessions: 64, pendingAsksPerClient: 64 },
  });
  const app = await coreWith({ settings });
  const { core, clock } = app;
  const started: string[] = [];
  const registered = core.executors.register({
    name: 'editor',
    actions: new Set(['open_file', 'delete_file', 'edit_buffer']),
    run: async (_call, entryId) => {
      started.push(entryId);
      await clock.advance(0);
      return done({});
    },
  });
  onTestFinished(() => registered.dispose());
  const agents = Array.from({ length: clients }, (_, number) => agentCalled(`client-${number}`));
  for (const who of agents) await granted(core, clock, { who, args: boldAccess });
  const pass = (who: Agent, action: string, path: string) =>
    core.gate.pass({ action, args: { path } }, who, never);
  return { ...app, agents, started, pass };
}

describe('C12 goal 16: revoke all during 1,000 calls, 100 of which wait for the user', () => {
  test('no effect starts after the sequence number of the revocation, and all are dead at once', async () => {
    const { core, clock, ledgerStore, agents, started, pass } = await busyApp();
    const asked = agents.flatMap((who) =>
      Array.from({ length: questionsEach }, (_, n) => pass(who, 'delete_file', `/w/app/${n}`)),
    );
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(clients * questionsEach);
    const calls = agents.flatMap((who) =>
      Array.from({ length: callsEach }, (_, n) => pass(who, 'open_file', `/w/app/${n}`)),
    );
    // Some are through, some are being written down, some have just come.
    while (started.length === 0) await Promise.resolve();
    for (const { askId } of core.asks.list().slice(0, 20)) {
      core.asks.answer(askId, { kind: 'once' });
    }
    const startedBefore = started.length;
    const since = performance.now();
    // It is done in one turn; what other programs take of the processor meanwhile is not its time.
    const before = process.threadCpuUsage();
    expect(core.sessions.endAll('person')).toBe(clients);
    expect(core.asks.list()).toEqual([]);
    const { user, system } = process.threadCpuUsage(before);
    const dead = (user + system) / 1000;
    expect(dead).toBeLessThan(50);
    const outcomes = await Promise.all([...asked, ...calls]);
    const elapsed = performance.now() - since;

    expect(started).toHaveLength(startedBefore);
    const finished = outcomes.filter(({ kind }) => kind === 'done').length;
    expect(finished).toBe(startedBefore);
    expect(outcomes).toHaveLength(1000);
    await clock.advance(0);
    const records = ledgerStore.records;
    const revokedAt = records.find(({ action }) => action === 'session.revoked')?.['seq'] as number;
    const decidedAt = started.map(
      (entry) =>
        records.find((line) => line['entry'] === entry && line['phase'] === 'decision')?.[
          'seq'
        ] as number,
    );
    expect(decidedAt.filter((seq) => !(seq < revokedAt))).toEqual([]);
    const open = new Set(records.map(({ entry }) => entry));
    for (const line of records) if (line['phase'] === 'outcome') open.delete(line['entry']);
    expect(records.filter(({ entry, phase }) => open.has(entry) && phase === 'intent')).toEqual([]);
    console.log(
      `revoke all: ${clients} sessions and 100 questions dead in ${dead.toFixed(1)} ms, ` +
        `1,000 callers told in ${elapsed.toFixed(0)} ms; ${startedBefore} effects had begun, 0 after`,
    );
  });

  test('what comes after it is refused, too', async () => {
    const { core, agents, started, pass } = await busyApp();
    core.sessions.endAll('person');
    const outcomes = await Promise.all(agents.map((who) => pass(who, 'open_file', '/w/app/a')));
    expect(outcomes.map((one) => isError(one) && one.code)).toEqual(
      agents.map(() => 'session-revoked'),
    );
    expect(started).toEqual([]);
  });
});

test('C12 a yes to access that is still being written down when all is revoked starts no session', async () => {
  const { core, clock, ledgerStore } = await coreWith();
  const request = core.requests.open(readAccess, agent);
  const { askId } = await nextAsk(core, clock);
  const release = ledgerStore.hold();
  const { scopes, roots } = readAccess;
  core.asks.answer(askId, { kind: 'allow', scopes: [...scopes], roots: [...roots], seconds: 60 });
  await clock.advance(0);
  expect(core.sessions.endAll('person')).toBe(0);
  release();
  expect(await request.outcome).toMatchObject({ code: 'session-revoked' });
  expect(core.sessions.list()).toEqual([]);
});
