import { describe, expect, it } from 'vitest';
import { nextAskState } from '../../src/renderer/ask/frame/ask-store.ts';
import { noHistory as history, sampleAsk, sampleConfirm } from './samples.ts';

const shown = { view: { ask: sampleAsk(), moreWaiting: 0, history }, revision: 4, paintedId: null };

describe('what the ask window shows', () => {
  it('keeps ticks and texts when only the queue behind it grows', () => {
    const next = nextAskState(shown, { ask: sampleAsk(), moreWaiting: 7, history });
    expect(next).toEqual({
      view: { ask: sampleAsk(), moreWaiting: 7, history },
      revision: 4,
      paintedId: null,
    });
  });

  it('keeps them when more calls wait for the same answer', () => {
    const joined = { ask: sampleAsk({ waiting: 3 }), moreWaiting: 0, history };
    expect(nextAskState(shown, joined)).toEqual({ view: joined, revision: 4, paintedId: null });
  });

  it('starts afresh when the bytes of a call are others', () => {
    const call = {
      view: { ask: sampleConfirm(), moreWaiting: 0, history },
      revision: 4,
      paintedId: null,
    };
    const changed = { ask: sampleConfirm({ exact: '{}' }), moreWaiting: 0, history };
    expect(nextAskState(call, changed).revision).toBe(5);
  });

  it('starts afresh for another ask', () => {
    const other = { ask: sampleAsk({ reason: 'Something else.' }), moreWaiting: 0, history };
    expect(nextAskState(shown, other).revision).toBe(5);
  });

  it('starts afresh when the same ask comes back after nothing was shown', () => {
    const cleared = nextAskState(shown, null);
    expect(nextAskState(cleared, shown.view).revision).toBe(6);
  });
});
