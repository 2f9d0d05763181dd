import { describe, expect, it } from 'vitest';
import { nextAskState } from '../../src/renderer/ask/frame/ask-store.ts';
import { noHistory, sampleAsk, sampleConfirm } from './samples.ts';

const around = { history: noHistory, hasSandbox: true };
const shown = {
  view: { ask: sampleAsk(), moreWaiting: 0, ...around },
  revision: 4,
  paintedId: null,
};

describe('what the ask window shows', () => {
  it('keeps ticks and texts when only the queue behind it grows', () => {
    const next = nextAskState(shown, { ask: sampleAsk(), moreWaiting: 7, ...around });
    expect(next).toEqual({
      view: { ask: sampleAsk(), moreWaiting: 7, ...around },
      revision: 4,
      paintedId: null,
    });
  });

  it('keeps them when more calls wait for the same answer', () => {
    const joined = { ask: sampleAsk({ waiting: 3 }), moreWaiting: 0, ...around };
    expect(nextAskState(shown, joined)).toEqual({ view: joined, revision: 4, paintedId: null });
  });

  it('starts over when the bytes of a call differ', () => {
    const call = {
      view: { ask: sampleConfirm(), moreWaiting: 0, ...around },
      revision: 4,
      paintedId: null,
    };
    const changed = { ask: sampleConfirm({ exact: '{}' }), moreWaiting: 0, ...around };
    expect(nextAskState(call, changed).revision).toBe(5);
  });

  it('starts over for another ask', () => {
    const other = { ask: sampleAsk({ reason: 'Something else.' }), moreWaiting: 0, ...around };
    expect(nextAskState(shown, other).revision).toBe(5);
  });

  it('starts over when the same ask is shown again after none was', () => {
    const cleared = nextAskState(shown, null);
    expect(nextAskState(cleared, shown.view).revision).toBe(6);
  });
});
