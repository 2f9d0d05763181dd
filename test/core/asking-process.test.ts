/** A yes is for the process that asked. */
import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import type { AskId } from '../../src/shared/base/ids.ts';
import { agent, callerCalled, coreWith, nextAsk, readAccess } from './core-fixture.ts';

const yes = { kind: 'allow', scopes: ['read:files'], roots: ['/w/app'], seconds: 60 } as const;
const answerYes = (core: Core, askId: AskId) => core.asks.answer(askId, yes);

describe('G30 a late yes', () => {
  test.each([
    ['another process with its number', { startedAt: 1 }],
    ['another number', { pid: 43 }],
    ['another program in the same process', { executable: '/tmp/other' }],
  ])('is not for %s: that one is asked about again', async (_what, now) => {
    const { core, clock } = await coreWith();
    const verified = callerCalled('/opt/cursor');
    const request = core.requests.open(readAccess, { ...agent, verified });
    const { askId } = await nextAsk(core, clock);
    core.asks.park(askId);
    await request.outcome;
    expect(answerYes(core, askId)).toEqual({ accepted: true });
    const other = { ...agent, verified: { ...verified, ...now } };
    void core.requests.open(readAccess, other).outcome;
    await nextAsk(core, clock);
    expect(core.sessions.list()).toEqual([]);
  });

  test('opens nothing when the process that asked has ended', async () => {
    const alive = { value: true };
    const { core, clock } = await coreWith({ isStillThere: () => alive.value });
    const verified = callerCalled('/opt/cursor');
    const request = core.requests.open(readAccess, { ...agent, verified });
    const { askId } = await nextAsk(core, clock);
    alive.value = false;
    answerYes(core, askId);
    expect(await request.outcome).toMatchObject({ kind: 'refused', code: 'asker-gone' });
    expect(core.sessions.list()).toEqual([]);
  });
});
