import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PendingToolCalls, maxHoldMs } from '../../src/main/transports/mcp/pending-calls.ts';
import { agent, agentCalled } from '../core/core-fixture.ts';
import { patient } from './mcp-tools.ts';

const answer = { content: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

function openHolding() {
  const clock = { now: 0 };
  const holding = new PendingToolCalls(() => clock.now);
  /** A call that took longer than its client waited, and has ended since. */
  const ended = async (own = patient, how: 'done' | 'failed' = 'done'): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<typeof answer>();
    const work = { tool: 'open_file', result: promise, withdraw: () => undefined };
    const kept = holding.hold(work, own);
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    const pending = await kept;
    if (how === 'done') resolve(answer);
    else reject(new Error('a bug'));
    await vi.advanceTimersByTimeAsync(0);
    return String(pending.structuredContent?.['request_id']);
  };
  return { clock, holding, ended };
}

describe('what a call came to after its client stopped waiting', () => {
  test('is kept for the newest 32 of a client, whatever others do', async () => {
    const { holding, ended } = openHolding();
    const other = { ...patient, agent: agentCalled('other') };
    const others = await ended(other);
    const first = await ended();
    const second = await ended();
    for (let more = 0; more < 31; more += 1) await ended();
    expect(await holding.again(first, patient)).toBeNull();
    expect(await holding.again(second, patient)).toEqual(answer);
    expect(await holding.again(others, other)).toEqual(answer);
  });

  test('is kept for a quarter of an hour', async () => {
    const { clock, holding, ended } = openHolding();
    const old = await ended();
    clock.now += 15 * 60_000 + 1;
    const fresh = await ended();
    expect(await holding.again(old, patient)).toBeNull();
    expect(await holding.again(fresh, patient)).toEqual(answer);
  });

  test('is no longer pending, also when it failed', async () => {
    const { holding, ended } = openHolding();
    await ended(patient, 'failed');
    expect(holding.pendingOf(agent.clientId)).toEqual([]);
  });
});
