import { describe, expect, test } from 'vitest';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { batchWith, canJoinBatch, maxBatch } from '../../src/shared/asks/batch.ts';
import type { AskId, ClientId } from '../../src/shared/base/ids.ts';
import { exactly, sampleAsk, sampleConfirm } from '../renderer/samples.ts';

let made = 0;
const call = (parts: Partial<ConfirmAsk> = {}): ConfirmAsk => {
  made += 1;
  return sampleConfirm({
    askId: `2f0f5f0e-0d5c-4a83-9d33-${String(made).padStart(12, '0')}` as AskId,
    forSession: null,
    ...parts,
  });
};

describe('several asks on one card', () => {
  test('are of one agent, the one that is shown first, and few', () => {
    const first = call();
    const other = call({ agent: { ...first.agent, clientId: 'other' as ClientId } });
    const more = Array.from({ length: 5 }, () => call());
    const waiting = [sampleAsk(), ...more, other, first];
    const batch = batchWith(first, waiting);
    expect(batch).toHaveLength(maxBatch);
    expect(batch[0]).toBe(first);
    expect(batch).not.toContain(other);
    expect(batchWith(first, [first, other, sampleAsk()])).toEqual([]);
    expect(batchWith(sampleAsk(), waiting)).toEqual([]);
  });

  const { agent } = sampleConfirm();
  test.each<readonly [string, Partial<ConfirmAsk>]>([
    ['cannot be undone', { typeToAllow: 'rm' }],
    ['is no longer waited for', { waiting: 0 }],
    ['is long', { exact: exactly({ content: 'x'.repeat(500) }) }],
    ['has several lines', { exact: exactly({ content: 'a\nb' }) }],
    ['changes several files', { changes: [1, 2].map((n) => change(`/w/${n}`, '+a\n')) }],
    ['has a long diff', { changes: [change('/w/a', '+a\n'.repeat(9))] }],
    ['hides something', { exact: exactly({ path: '/w/a\u202Eb' }) }],
    ['comes from another computer', { agent: { ...agent, remote: '192.168.1.5' } }],
    ['comes from a name without a key', { agent: { ...agent, door: 'management' } }],
    ['says more for the session than a button shows', { forSession: 'x'.repeat(90) }],
  ])('never include what %s', (_what, parts) => {
    expect(canJoinBatch(call())).toBe(true);
    expect(canJoinBatch(call(parts))).toBe(false);
    expect(batchWith(call(parts), [call(), call()])).toEqual([]);
  });
});

function change(path: string, diff: string) {
  return { path, diff, isProtected: false };
}
