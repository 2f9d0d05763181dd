import { performance } from 'node:perf_hooks';
import { toDisposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/dependencies.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(() => {
      void armed.dispose();
      run();
    }, ms);
    const armed = toDisposable(() => clearTimeout(timer));
    return armed;
  },
};
