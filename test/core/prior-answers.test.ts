import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AskId, ClientId } from '../../src/shared/base/ids.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import type { Core } from '../../src/main/core/core.ts';
import {
  agent,
  agentCalled,
  callerCalled,
  coreWith,
  nextAsk,
  pathsWith,
  readAccess,
  rootAt,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';

const yes = { kind: 'allow', scopes: ['read:files'], roots: ['/w/app'], seconds: 60 } as const;
const answerYes = (core: Core, askId: AskId) => core.asks.answer(askId, yes);

/** A question that waited when the house was closed, and the house opened again on the same disk. */
async function reopened() {
  const stateStore = new MemoryStateStore();
  const before = await coreWith({ stateStore });
  const request = before.core.requests.open(readAccess, agent);
  const asked = await nextAsk(before.core, before.clock);
  await before.core.dispose();
  const after = await coreWith({ stateStore, newId: randomUUID });
  return { ...after, asked, outcome: await request.outcome };
}

describe('a question that waits while the app restarts', () => {
  test('C5 is no for whoever waited, and is there again with nobody waiting', async () => {
    const { core, clock, asked, outcome } = await reopened();
    expect(outcome).toMatchObject({ code: 'shutting-down', retry: 'later' });
    const deadline = clock.now() + 60 * 60_000;
    expect(core.asks.list()).toEqual([{ ...asked, waiting: 0, deadline }]);
    expect(core.requests.pendingOf(agent)).toEqual([]);
    expect(core.sessions.list()).toEqual([]);
  });

  test('a yes that nobody waits for starts nothing, is on record, and is used when the same is asked', async () => {
    const { core, clock, asked, ledgerStore } = await reopened();
    expect(answerYes(core, asked.askId)).toEqual({ accepted: true });
    await clock.advance(0);
    expect(core.sessions.list()).toEqual([]);
    expect(ledgerLines(ledgerStore)).toEqual(['note ask.answered-late']);
    const outcome = await core.requests.open(readAccess, agent).outcome;
    expect(outcome).toMatchObject({ kind: 'done', data: { session: { scopes: ['read:files'] } } });
    expect(core.asks.list()).toEqual([]);
    expect(ledgerStore.records.find(({ phase }) => phase === 'decision')).toMatchObject({
      decided_by: 'person',
      result: 'allow',
    });
  });

  test.each(['inode', 'device'] as const)(
    'D3 the folder was replaced meanwhile (%s): the yes is void, and the question comes again and says so',
    async (what) => {
      const stateStore = new MemoryStateStore();
      const before = await coreWith({ stateStore });
      before.core.requests.open(readAccess, agent);
      const { askId } = await nextAsk(before.core, before.clock);
      await before.core.dispose();
      const another = { ...rootAt('/w/app'), [what]: 'another folder' };
      const paths = { ...pathsWith(), pin: async () => another };
      const { core, clock, ledgerStore } = await coreWith({ stateStore, paths, newId: randomUUID });
      answerYes(core, askId);
      const request = core.requests.open(readAccess, agent);
      const asked = await nextAsk(core, clock);
      expect(core.sessions.list()).toEqual([]);
      expect(asked.pins).toEqual([another]);
      expect(asked.rootWarnings['/w/app']).toMatch(/in the place of the one you allowed/);
      answerYes(core, asked.askId);
      expect(await request.outcome).toMatchObject({ kind: 'done' });
      expect(core.sessions.list()).toMatchObject([{ roots: [another] }]);
      expect(ledgerStore.records.find(({ phase }) => phase === 'decision')).toMatchObject({
        detail: 'An earlier yes was for a folder that was replaced.',
      });
    },
  );

  test('G6 it is of no use to another program with the same key', async () => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    core.requests.open(readAccess, { ...agent, verified: callerCalled('/opt/other') });
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
    expect(core.sessions.list()).toEqual([]);
  });

  test('such a yes counts once', async () => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    await core.requests.open(readAccess, agent).outcome;
    core.sessions.endAll('agent');
    core.requests.open(readAccess, agent);
    expect((await nextAsk(core, clock)).askId).not.toBe(asked.askId);
  });

  test.each([
    ['another client', agentCalled('other'), readAccess],
    ['another folder', agent, { ...readAccess, roots: ['/w/lib'] }],
    ['more scopes', agent, { ...readAccess, scopes: ['read:files', 'write:files'] }],
  ])('it is of no use to %s', async (_who, who, args) => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    core.requests.open(args, who);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
    expect(core.sessions.list()).toEqual([]);
  });

  test('C12 it is forgotten when everything is taken back', async () => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    core.sessions.endAll('person');
    const request = core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
    expect(core.sessions.list()).toEqual([]);
    request.withdraw();
    await request.outcome;
  });

  test('it is forgotten when the key of its client is taken away, and only then', async () => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    core.asks.withdrawAllOf(agent.clientId);
    const request = core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
    request.withdraw();
    await request.outcome;
    const again = await reopened();
    answerYes(again.core, again.asked.askId);
    again.core.asks.withdrawAllOf('somebody-else' as ClientId);
    const taken = again.core.requests.open(readAccess, agent);
    expect(await taken.outcome).toMatchObject({ kind: 'done' });
  });

  test('it is forgotten after an hour', async () => {
    const { core, clock, asked } = await reopened();
    answerYes(core, asked.askId);
    await clock.advance(60 * 60_000);
    core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
  });

  test('a folder that can no longer be given is not given by it', async () => {
    const stateStore = new MemoryStateStore();
    const before = await coreWith({ stateStore });
    before.core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(before.core, before.clock);
    await before.core.dispose();
    const paths = pathsWith({ '/w/app': '/home/ada/.ssh' });
    const { core } = await coreWith({ stateStore, paths });
    answerYes(core, askId);
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({
      code: 'root-not-grantable',
    });
  });

  test('a no makes an end of it', async () => {
    const { core, clock, asked, stateStore } = await reopened();
    core.asks.answer(asked.askId, { kind: 'deny', reason: 'no' });
    expect(core.asks.list()).toEqual([]);
    const again = core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
    again.withdraw();
    expect(await again.outcome).toMatchObject({ code: 'ask-withdrawn' });
    await core.dispose();
    const { core: third } = await coreWith({ stateStore, clock });
    expect(third.asks.list()).toEqual([]);
  });

  test('a yes may still only narrow', async () => {
    const { core, asked } = await reopened();
    const wider = { ...yes, roots: ['/w'] };
    expect(core.asks.answer(asked.askId, wider)).toMatchObject({ accepted: false });
  });

  test('asking the same again shows one card, not two', async () => {
    const { core, clock, asked } = await reopened();
    core.requests.open(readAccess, agent);
    const ask = await nextAsk(core, clock);
    expect(core.asks.list()).toEqual([ask]);
    expect(ask).toMatchObject({ waiting: 1 });
    expect(ask.askId).not.toBe(asked.askId);
  });

  test('it waits an hour from then on, also when it was due while the app was closed', async () => {
    const { core, clock, stateStore, asked } = await reopened();
    await core.dispose();
    clock.jumpWallClock(10 * 60 * 60_000);
    const { core: later } = await coreWith({ stateStore, clock });
    expect(later.asks.list()).toMatchObject([{ askId: asked.askId }]);
    await clock.advance(60 * 60_000 - 1);
    expect(later.asks.list()).toHaveLength(1);
    await clock.advance(1);
    expect(later.asks.list()).toEqual([]);
  });

  test.each([
    ['a day later', 24 * 60 * 60_000],
    ['by a clock set back', -60_000],
  ])('%s it does not come back', async (_when, jump) => {
    const { core, clock, stateStore } = await reopened();
    await core.dispose();
    clock.jumpWallClock(jump);
    const { core: later } = await coreWith({ stateStore, clock });
    expect(later.asks.list()).toEqual([]);
  });

  test.each([
    ['nonsense', 'what?'],
    ['another shape', [{ kind: 'access', askId: 'x' }]],
    ['a question about a call', [{ kind: 'confirm' }]],
  ])('%s on the disk is no question', async (_what, stored) => {
    const stateStore = new MemoryStateStore();
    await stateStore.save('pending-requests', stored);
    const { core } = await coreWith({ stateStore });
    expect(core.asks.list()).toEqual([]);
  });
});

describe('a question that the user puts off', () => {
  test('is no for now, by the user, and can be answered later and used on the next try', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    core.asks.park(askId);
    expect(await request.outcome).toMatchObject({ code: 'ask-parked', retry: 'later' });
    expect(ledgerStore.records[1]).toMatchObject({ decided_by: 'person', code: 'ask-parked' });
    expect(answerYes(core, askId)).toEqual({ accepted: true });
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({ kind: 'done' });
  });

  test('can be answered later with a folder inside, and that one alone is given', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    core.asks.park(askId);
    await request.outcome;
    await core.pickFolder(askId, '/w/app', '/w/app/src');
    expect(core.asks.answer(askId, { ...yes, roots: ['/w/app/src'] })).toEqual({ accepted: true });
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({ kind: 'done' });
    expect(core.sessions.list()).toMatchObject([{ roots: [rootAt('/w/app/src')] }]);
  });

  test('does not count as a denial', async () => {
    const { core, clock } = await coreWith();
    for (const root of ['/w/1', '/w/2', '/w/3', '/w/4']) {
      const request = core.requests.open({ ...readAccess, roots: [root] }, agent);
      core.asks.park((await nextAsk(core, clock)).askId);
      await request.outcome;
    }
    core.requests.open({ ...readAccess, roots: ['/w/5'] }, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ roots: ['/w/5'] });
  });

  test('survives a restart', async () => {
    const { core, clock, stateStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    core.asks.park(askId);
    await request.outcome;
    await core.dispose();
    await clock.advance(30 * 60_000);
    const { core: again } = await coreWith({ stateStore, clock });
    expect(again.asks.list()).toMatchObject([{ askId, waiting: 0 }]);
  });

  test('a late yes is refused when too many sessions are live by then', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 1 }) });
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    core.asks.park(askId);
    await request.outcome;
    const other = core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent);
    await expect.poll(() => clock.advance(0).then(() => core.asks.list().length)).toBe(2);
    const elsewhere = core.asks.list().find((ask) => ask.askId !== askId);
    core.asks.answer(elsewhere?.askId ?? askId, { ...yes, roots: ['/w/lib'] });
    await other.outcome;
    answerYes(core, askId);
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({
      code: 'too-many-sessions',
    });
  });
});

test('a question withdrawn or answered leaves nothing on the disk', async () => {
  const { core, clock, stateStore } = await coreWith();
  const kept = () => JSON.parse(stateStore.saved.get('pending-requests') ?? '[]') as unknown[];
  const request = core.requests.open(readAccess, agent);
  await nextAsk(core, clock);
  expect(kept()).toHaveLength(1);
  request.withdraw();
  await request.outcome;
  expect(kept()).toEqual([]);
  core.requests.open(readAccess, agent);
  answerYes(core, (await nextAsk(core, clock)).askId);
  expect(kept()).toEqual([]);
});
