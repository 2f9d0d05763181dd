import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import {
  agent,
  agentCalled,
  answerNext,
  boldApp,
  callerCalled,
  coreWith,
  granted,
  nextAsk,
  readAccess,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

const minute = 60_000;
const no = { kind: 'deny', reason: '' } as const;
const specFor = (root: string) => ({ ...readAccess, roots: [root] });

async function denied(core: Core, clock: FakeClock, root: string) {
  const request = core.requests.open(specFor(root), agent);
  await answerNext(core, clock, no);
  return request.outcome;
}

describe('G12 a flood of questions', () => {
  test('of one client stops at eight; the rest are refused at once, and others still reach the user', async () => {
    const { core, clock } = await coreWith();
    const requests = Array.from({ length: 50 }, (_, number) =>
      core.requests.open(specFor(`/w/${number}`), agent),
    );
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(8);
    const refusals = await Promise.all(requests.slice(8).map((request) => request.outcome));
    expect(new Set(refusals.map((one) => isError(one) && one.code))).toEqual(
      new Set(['too-many-asks']),
    );
    core.requests.open(readAccess, agentCalled('other'));
    expect((await nextAsk(core, clock)).agent.clientId).toBe('other');
  });

  test('under many names stops at 256, and whoever gives up frees a place', async () => {
    const { core, clock } = await coreWith();
    const requests = Array.from({ length: 300 }, (_, number) =>
      core.requests.open(readAccess, agentCalled(`name-${number}`)),
    );
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(256);
    expect(await requests.at(-1)?.outcome).toMatchObject({ code: 'too-many-asks' });
    requests[0]?.withdraw();
    await requests[0]?.outcome;
    core.requests.open(readAccess, agentCalled('another'));
    await clock.advance(0);
    expect(core.asks.list().at(-1)?.agent.clientId).toBe('another');
  });

  test('is spread over access and single calls alike', async () => {
    const { core, clock, call } = await boldApp({
      settings: settingsWith({ pendingAsksPerClient: 1 }),
    });
    core.requests.open(specFor('/w/lib'), agent);
    await nextAsk(core, clock);
    expect(await call('delete_file', { path: '/w/app/a' })).toMatchObject({
      code: 'too-many-asks',
    });
  });
});

describe('the very same question', () => {
  test('asked twice is one card, one answer and one session, and each asker has it on record', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const [one, two] = [
      core.requests.open(readAccess, agent),
      core.requests.open({ ...readAccess, reason: 'again' }, agent),
    ];
    await clock.advance(0);
    expect(core.asks.list()).toMatchObject([{ waiting: 2, reason: readAccess.reason }]);
    const yes = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    await answerNext(core, clock, { kind: 'allow', ...yes });
    const [first, second] = [await one.outcome, await two.outcome];
    expect(first).toMatchObject({ kind: 'done' });
    expect(second).toEqual(first);
    expect(core.sessions.list()).toHaveLength(1);
    expect([one.status(), two.status()]).toEqual(['APPROVED', 'APPROVED']);
    const decisions = ledgerStore.records.filter(({ phase }) => phase === 'decision');
    expect(new Set(decisions.map(({ entry }) => entry)).size).toBe(2);
    expect(new Set(decisions.map(({ session_id }) => session_id))).toEqual(
      new Set([core.sessions.list()[0]?.sessionId]),
    );
  });

  test('asked while the answer is being written down: the late one has it in its own entry, too', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const early = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    const releaseIntent = ledgerStore.hold();
    const late = core.requests.open(readAccess, agent);
    await clock.advance(0);
    const yes = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    core.asks.answer(askId, { kind: 'allow', ...yes });
    await clock.advance(0);
    releaseIntent();
    const releaseDecision = ledgerStore.hold();
    await clock.advance(0);
    expect(core.sessions.list()).toEqual([]);
    releaseDecision();
    const outcomes = [await early.outcome, await late.outcome];
    expect(outcomes[0]).toMatchObject({ kind: 'done' });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(core.sessions.list()).toHaveLength(1);
    for (const { requestId } of [early, late]) {
      const lines = ledgerStore.records.filter((line) => line['request_id'] === requestId);
      expect(lines.map(({ phase }) => phase)).toEqual(['intent', 'decision', 'outcome']);
    }
  });

  test('by another program with the same key is another question', async () => {
    const { core, clock } = await coreWith();
    core.requests.open(readAccess, agent);
    core.requests.open(readAccess, { ...agent, verified: callerCalled('/opt/other') });
    await clock.advance(0);
    expect(core.asks.list().map(({ waiting }) => waiting)).toEqual([1, 1]);
  });

  test('does not count against the eight', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ pendingAsksPerClient: 1 }) });
    core.requests.open(readAccess, agent);
    core.requests.open(readAccess, agent);
    await clock.advance(0);
    expect(core.asks.list()).toMatchObject([{ waiting: 2 }]);
  });

  test('of another client, or for another folder, is another question', async () => {
    const { core, clock } = await coreWith();
    core.requests.open(readAccess, agent);
    core.requests.open(readAccess, agentCalled('other'));
    core.requests.open(specFor('/w/lib'), agent);
    await clock.advance(0);
    expect(core.asks.list().map(({ waiting }) => waiting)).toEqual([1, 1, 1]);
  });

  test('denied is denied for all who asked it, and counts once against the client', async () => {
    const { core, clock } = await coreWith();
    const all = [1, 2, 3].map(() => core.requests.open(readAccess, agent));
    await clock.advance(0);
    await answerNext(core, clock, { kind: 'deny', reason: 'No.' });
    for (const { outcome } of all)
      expect(await outcome).toMatchObject({ code: 'denied-by-person' });
    core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
  });

  test('C10 the first asker leaves: it stays for the second, and the session is the second’s', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const [one, two] = [
      core.requests.open(readAccess, agent),
      core.requests.open(readAccess, agent),
    ];
    await clock.advance(0);
    one.withdraw();
    expect(await one.outcome).toMatchObject({ code: 'ask-withdrawn' });
    expect(one.status()).toBe('CANCELLED');
    expect(core.asks.list()).toMatchObject([{ waiting: 1 }]);
    const yes = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    await answerNext(core, clock, { kind: 'allow', ...yes });
    expect(await two.outcome).toMatchObject({ kind: 'done' });
    expect(core.sessions.list()).toMatchObject([{ requestId: two.requestId }]);
    const ofFirst = ledgerStore.records.filter((line) => line['request_id'] === one.requestId);
    expect(ofFirst.map(({ phase }) => phase)).toEqual(['intent', 'outcome']);
    const ofSecond = ledgerStore.records.filter((line) => line['request_id'] === two.requestId);
    expect(ofSecond.map(({ phase }) => phase)).toEqual(['intent', 'decision', 'outcome']);
  });

  test('C10 both leave: it is gone, and each entry is closed', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const both = [core.requests.open(readAccess, agent), core.requests.open(readAccess, agent)];
    await clock.advance(0);
    for (const request of both) request.withdraw();
    for (const { outcome } of both) expect(await outcome).toMatchObject({ code: 'ask-withdrawn' });
    expect(core.asks.list()).toEqual([]);
    const outcomes = ledgerLines(ledgerStore).filter((line) => line.startsWith('outcome'));
    expect(outcomes).toHaveLength(2);
  });

  test('C10 withdrawn and asked again at once is shown again', async () => {
    const { core, clock } = await coreWith();
    const first = core.requests.open(readAccess, agent);
    const before = await nextAsk(core, clock);
    first.withdraw();
    const again = core.requests.open(readAccess, agent);
    await first.outcome;
    const ask = await nextAsk(core, clock);
    expect(ask.askId).not.toBe(before.askId);
    await answerNext(core, clock, no);
    expect(await again.outcome).toMatchObject({ code: 'denied-by-person' });
  });
});

describe('a client whose questions are a nuisance', () => {
  test('is muted for five minutes after three denials within ten', async () => {
    const { core, clock } = await coreWith();
    for (const root of ['/w/1', '/w/2', '/w/3']) await denied(core, clock, root);
    const muted = core.requests.open(specFor('/w/4'), agent);
    expect(await muted.outcome).toMatchObject({ code: 'muted', retry: 'later' });
    expect(core.asks.list()).toEqual([]);
    await clock.advance(5 * minute - 1);
    expect(await core.requests.open(specFor('/w/4'), agent).outcome).toMatchObject({
      code: 'muted',
    });
    await clock.advance(1);
    core.requests.open(specFor('/w/4'), agent);
    expect(await nextAsk(core, clock)).toMatchObject({ roots: ['/w/4'] });
  });

  test('is muted after four questions that nobody answered, not after three', async () => {
    const { core, clock } = await coreWith();
    for (const root of ['/w/1', '/w/2', '/w/3', '/w/4']) {
      core.requests.open(specFor(root), agent);
      expect(await nextAsk(core, clock)).toMatchObject({ roots: [root] });
      if (root !== '/w/1') continue;
      for (const more of ['/w/2', '/w/3']) core.requests.open(specFor(more), agent);
      await clock.advance(5 * minute);
    }
    await clock.advance(5 * minute);
    expect(await core.requests.open(specFor('/w/5'), agent).outcome).toMatchObject({
      code: 'muted',
    });
  });

  test('others are not muted with it', async () => {
    const { core, clock } = await coreWith();
    for (const root of ['/w/1', '/w/2', '/w/3']) await denied(core, clock, root);
    core.requests.open(readAccess, agentCalled('other'));
    expect((await nextAsk(core, clock)).agent.clientId).toBe('other');
  });

  test('denials longer than ten minutes ago are forgotten', async () => {
    const { core, clock } = await coreWith();
    await denied(core, clock, '/w/1');
    await denied(core, clock, '/w/2');
    await clock.advance(10 * minute);
    await denied(core, clock, '/w/3');
    core.requests.open(specFor('/w/4'), agent);
    expect(await nextAsk(core, clock)).toMatchObject({ roots: ['/w/4'] });
  });

  test('is forgiven by a yes', async () => {
    const { core, clock } = await coreWith();
    await denied(core, clock, '/w/1');
    await denied(core, clock, '/w/2');
    await granted(core, clock, { args: specFor('/w/3') });
    await denied(core, clock, '/w/4');
    await denied(core, clock, '/w/5');
    core.requests.open(specFor('/w/6'), agent);
    expect(await nextAsk(core, clock)).toMatchObject({ roots: ['/w/6'] });
  });

  test('is muted by denials of single calls, too', async () => {
    const { core, clock, call } = await boldApp();
    for (const name of ['a', 'b', 'c']) {
      const passing = call('delete_file', { path: `/w/app/${name}` });
      await answerNext(core, clock, no);
      expect(await passing).toMatchObject({ code: 'denied-by-person' });
    }
    expect(await call('delete_file', { path: '/w/app/d' })).toMatchObject({ code: 'muted' });
    expect(await core.requests.open(specFor('/w/lib'), agent).outcome).toMatchObject({
      code: 'muted',
    });
    expect(await call('open_file', { path: '/w/app/d' })).toMatchObject({ kind: 'done' });
  });
});

test('the number of sessions is counted again when the answers come', async () => {
  const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 1 }) });
  const requests = [
    core.requests.open(readAccess, agent),
    core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent),
  ];
  await clock.advance(0);
  const yes = { scopes: ['read:files' as const], seconds: 60 };
  for (const ask of core.asks.list()) {
    const roots = ask.kind === 'access' ? ask.roots : [];
    core.asks.answer(ask.askId, { kind: 'allow', ...yes, roots });
  }
  const outcomes = await Promise.all(requests.map((request) => request.outcome));
  expect(outcomes.map((one) => (isError(one) ? one.code : one.kind)).toSorted()).toEqual([
    'done',
    'too-many-sessions',
  ]);
  expect(core.sessions.list()).toHaveLength(1);
});
