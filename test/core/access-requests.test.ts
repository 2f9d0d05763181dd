import { describe, expect, test } from 'vitest';
import { agent, agentCalled, coreWith, nextAsk, readAccess, ledgerLines } from './core-fixture.ts';

describe('an access request', () => {
  test('is pending until the user answers, and can be found by its own client alone', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    expect(request.status()).toBe('PENDING');
    expect(core.requests.find(request.requestId, agent)).toBe(request);
    expect(core.requests.find(request.requestId, agentCalled('other'))).toBeNull();
    expect(core.requests.find('00000000-0000-4000-8000-ffffffffffff', agent)).toBeNull();
    expect(core.requests.pendingOf(agent)).toEqual([request]);
    expect(core.requests.pendingOf(agentCalled('other'))).toEqual([]);
  });

  test.each([
    ['allow', 'APPROVED'],
    ['deny', 'DENIED'],
  ] as const)('%s makes it %s, and it can still be fetched', async (kind, status) => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    const yes = { kind: 'allow', scopes: ['read:files'], roots: ['/w/app'], seconds: 60 } as const;
    const answer = { ...yes, scopes: [...yes.scopes], roots: [...yes.roots] };
    core.asks.answer(askId, kind === 'allow' ? answer : { kind: 'deny', reason: '' });
    await request.outcome;
    expect(request.status()).toBe(status);
    expect(core.requests.find(request.requestId, agent)?.status()).toBe(status);
    expect(core.requests.pendingOf(agent)).toEqual([]);
  });

  test('runs out with the question', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    await clock.advance(300_000);
    await request.outcome;
    expect(request.status()).toBe('EXPIRED');
  });

  test('C10 is cancelled by its agent, and the question goes with it', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    request.withdraw();
    expect(await request.outcome).toMatchObject({ code: 'ask-withdrawn' });
    expect(request.status()).toBe('CANCELLED');
    expect(core.asks.list()).toEqual([]);
    expect(core.asks.answer(askId, { kind: 'deny', reason: '' })).toMatchObject({
      accepted: false,
    });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome request_access refused ask-withdrawn');
  });

  test('taken back before the question is even shown, is never shown', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    request.withdraw();
    expect(await request.outcome).toMatchObject({ code: 'ask-withdrawn' });
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
  });

  test('withdrawing after the answer changes nothing', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    core.asks.answer(askId, { kind: 'deny', reason: 'no' });
    await request.outcome;
    request.withdraw();
    expect(request.status()).toBe('DENIED');
  });

  test('the last two hundred answers are kept, and whatever still waits', async () => {
    const { core, clock } = await coreWith();
    const waiting = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    const opened = Array.from({ length: 205 }, () => core.requests.open({}, agent));
    await Promise.all(opened.map((request) => request.outcome));
    const found = opened.filter((request) => core.requests.find(request.requestId, agent));
    expect(found).toEqual(opened.slice(5));
    expect(core.requests.find(waiting.requestId, agent)).toBe(waiting);
  });
});
