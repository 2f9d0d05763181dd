import { describe, expect, test } from 'vitest';
import { endingIn, lifetimeFrom } from '../../src/main/core/sessions/session-lifetime.ts';
import { agent } from './core-fixture.ts';
import { id, minute, openStore, lifetime, year } from './session-store-fixture.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

describe('C3 a session lives no longer than its time, by either clock', () => {
  test('it ends at its deadline although nobody calls', async () => {
    const { clock, store, ended } = openStore();
    const { expiresAt } = store.start(lifetime()).session;
    expect(expiresAt).toBe(clock.now() + 900_000);
    await clock.advance(900_000 - 1);
    expect(ended).toEqual([]);
    expect(store.isLive(id('s1'))).toBe(true);
    await clock.advance(1);
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'deadline', at: expiresAt } }]);
    expect(store.isLive(id('s1'))).toBe(false);
  });

  test('cut short, it ends then, although nobody calls', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    store.endIn(id('s1'), 10);
    await clock.advance(10_000 - 1);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toMatchObject([{ ended: { by: 'deadline' } }]);
  });

  test('the wall clock jumps a year ahead: no call passes, even before a timer fires', () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    clock.jumpWallClock(year);
    expect(store.liveOf(agent.clientId)).toMatchObject({ code: 'session-expired' });
    expect(ended).toHaveLength(1);
  });

  test('the wall clock jumps a year ahead: it is noticed within half a minute without any call', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    clock.jumpWallClock(year);
    await clock.advance(30_000);
    expect(ended).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test('the wall clock is set back a year: the session ends, and says why', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    clock.jumpWallClock(-year);
    expect(store.isLive(id('s1'))).toBe(false);
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'clock-moved' } }]);
  });

  test('the wall clock creeps back a little: the other clock still ends it in time', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    await clock.advance(14 * minute);
    clock.jumpWallClock(-10 * minute);
    await clock.advance(minute);
    expect(ended).toHaveLength(1);
  });
});

describe('C4 the machine sleeps: one clock stops, and the other shows it on waking', () => {
  test('past the deadline: it is over', () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    clock.jumpWallClock(901_000);
    expect(store.isLive(id('s1'))).toBe(false);
    expect(ended).toMatchObject([{ ended: { by: 'deadline' } }]);
  });

  test('for more than five minutes: it is over, although time was left, before any call', () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    clock.jumpWallClock(5 * minute + 1);
    expect(store.liveOf(agent.clientId)).toMatchObject({ code: 'session-expired' });
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'slept' } }]);
  });

  test('for less: it goes on', () => {
    const { clock, store } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    clock.jumpWallClock(5 * minute);
    expect(store.isLive(id('s1'))).toBe(true);
  });

  test('several short ones are no long one', () => {
    const { clock, store } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    for (let nap = 0; nap < 3; nap += 1) {
      clock.jumpWallClock(4 * minute);
      expect(store.isLive(id('s1'))).toBe(true);
    }
  });

  test('hours of waking are no sleep', async () => {
    const { clock, store } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    await clock.advance(3 * 60 * minute);
    expect(store.isLive(id('s1'))).toBe(true);
  });

  test('within half a minute of waking it is over without any call', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime({ seconds: 8 * 3600 }));
    clock.jumpWallClock(6 * minute);
    await clock.advance(30_000);
    expect(ended).toMatchObject([{ ended: { by: 'slept' } }]);
  });
});

describe('C3 goal 17: whatever happens to the clocks', () => {
  /** Small and repeatable. */
  function dice(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  test('in 2,000 lives with jumps, creeps and sleeps, none is served beyond its time by either clock', async () => {
    const seconds = 900;
    let served = 0;
    for (let seed = 1; seed <= 2000; seed += 1) {
      const roll = dice(seed);
      const { clock, store } = openStore();
      const { token } = store.start(lifetime({ seconds }));
      const start = { wallClock: clock.now(), monotonic: clock.monotonic() };
      for (let step = 0; step < 20; step += 1) {
        const size = [minute, 10 * minute, year][Math.floor(roll() * 3)] ?? minute;
        if (roll() < 0.4) clock.jumpWallClock(Math.round((roll() - 0.5) * 2 * size));
        else clock.skip(Math.round(roll() * 3 * minute));
        const isOver =
          clock.now() < start.wallClock ||
          clock.now() - start.wallClock >= seconds * 1000 ||
          clock.monotonic() - start.monotonic >= seconds * 1000;
        const answer = store.byToken(token);
        if (!isError(answer)) served += 1;
        if (isOver) expect(answer).toMatchObject({ code: 'session-expired' });
      }
    }
    expect(served).toBeGreaterThan(2000);
  });
});

describe('a session nobody uses', () => {
  test('ends when it has been idle, and each call puts that off', async () => {
    const { clock, store, ended } = openStore({ idleSeconds: 600 });
    const { session } = store.start(lifetime({ seconds: 3600 }));
    expect(session.idleEndsAt).toBe(clock.now() + 10 * minute);
    await clock.advance(9 * minute);
    store.use(id('s1'), 'open_file');
    expect(store.get(id('s1'))?.idleEndsAt).toBe(clock.now() + 10 * minute);
    await clock.advance(10 * minute - 1);
    expect(store.isLive(id('s1'))).toBe(true);
    await clock.advance(1);
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'idle' } }]);
    expect(clock.armed).toBe(0);
  });

  test('C3 is measured on both clocks', () => {
    const { clock, store, ended } = openStore({ idleSeconds: 120 });
    store.start(lifetime());
    clock.jumpWallClock(3 * minute);
    expect(store.isLive(id('s1'))).toBe(false);
    expect(ended).toMatchObject([{ ended: { by: 'idle' } }]);
  });
});

describe('the time of a session', () => {
  test('is eight hours at most, whatever was asked', () => {
    const { clock, store } = openStore();
    const { session } = store.start(lifetime({ seconds: 100 * 3600 }));
    expect(session.expiresAt).toBe(clock.now() + 8 * 60 * minute);
  });

  test('can be given more, counted from now', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    await clock.advance(10 * minute);
    expect(store.endIn(id('s1'), 1800)).toBe(true);
    expect(store.get(id('s1'))?.expiresAt).toBe(clock.now() + 30 * minute);
    await clock.advance(30 * minute - 1);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toMatchObject([{ ended: { by: 'deadline' } }]);
  });

  test('extended again and again, still ends eight hours after it began', async () => {
    const { clock, store, ended } = openStore();
    const { startedAt } = store.start(lifetime({ seconds: 8 * 3600 })).session;
    for (let hour = 1; hour < 8; hour += 1) {
      await clock.advance(60 * minute);
      store.endIn(id('s1'), 8 * 3600);
    }
    expect(store.get(id('s1'))?.expiresAt).toBe(startedAt + 8 * 60 * minute);
    await clock.advance(60 * minute);
    expect(ended).toMatchObject([{ ended: { by: 'deadline', at: startedAt + 8 * 60 * minute } }]);
  });

  test('C3 extended after the wall clock was set back, still ends eight hours after it began', () => {
    const start = { wallClock: 1e12, monotonic: 0 };
    const hour = 60 * minute;
    const whole = lifetimeFrom(start, 8 * 3600, 600);
    const setBack = { wallClock: start.wallClock + hour, monotonic: 7 * hour };
    const { deadline } = endingIn(whole, setBack, 5 * 3600);
    expect(deadline).toEqual({ wallClock: start.wallClock + 6 * hour, monotonic: 8 * hour });
  });

  test('can be cut, and then it ends sooner although nobody calls', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    store.endIn(id('s1'), 60);
    await clock.advance(minute);
    expect(ended).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test('of what has ended cannot be given more', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.end(id('s1'), 'person');
    expect(store.endIn(id('s1'), 900)).toBe(false);
    expect(store.endIn(id('nobody'), 900)).toBe(false);
    expect(store.isLive(id('s1'))).toBe(false);
  });
});
