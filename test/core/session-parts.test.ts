import { describe, expect, test } from 'vitest';
import type { NewSession, SessionStore } from '../../src/main/core/sessions/session-store.ts';
import { agent, agentCalled, rootAt } from './core-fixture.ts';
import { id, minute, openStore, lifetime } from './session-store-fixture.ts';

describe('a part of a session', () => {
  const part = (own: Partial<NewSession> = {}): NewSession =>
    lifetime({ sessionId: id('part'), parentId: id('s1'), ...own });

  test('ends no later than the whole', async () => {
    const { clock, store, ended } = openStore();
    const whole = store.start(lifetime()).session;
    expect(store.start(part({ seconds: 3600 })).session.expiresAt).toBe(whole.expiresAt);
    await clock.advance(15 * minute);
    expect(ended.map(({ sessionId }) => sessionId).toSorted()).toEqual(['part', 's1']);
    expect(clock.armed).toBe(0);
  });

  test('ends with the whole, however deep it lies, and says so', () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    store.start(part());
    store.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    store.end(id('s1'), 'person');
    expect(ended.map(({ sessionId, state, ended: end }) => [sessionId, state, end?.by])).toEqual(
      expect.arrayContaining([
        ['s1', 'REVOKED', 'person'],
        ['part', 'EXPIRED', 'parent'],
        ['part of part', 'EXPIRED', 'parent'],
      ]),
    );
    expect(ended).toHaveLength(3);
    expect(clock.armed).toBe(0);
  });

  test('ends alone without the whole', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(part());
    store.end(id('part'), 'agent');
    expect(store.isLive(id('s1'))).toBe(true);
  });

  test('is cut with the whole, and not lengthened with it', () => {
    const { clock, store } = openStore();
    store.start(lifetime());
    store.start(part({ seconds: 600 }));
    store.endIn(id('s1'), 1800);
    expect(store.get(id('part'))?.expiresAt).toBe(clock.now() + 10 * minute);
    store.endIn(id('s1'), 60);
    expect(store.get(id('part'))?.expiresAt).toBe(clock.now() + minute);
  });

  test('is lengthened at most to the end of the whole', () => {
    const { store } = openStore();
    const { expiresAt } = store.start(lifetime()).session;
    store.start(part({ seconds: 60 }));
    store.endIn(id('part'), 8 * 3600);
    expect(store.get(id('part'))?.expiresAt).toBe(expiresAt);
  });

  test('is on hold with the whole', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(part());
    store.pause(id('s1'));
    expect(store.isLive(id('part'))).toBe(false);
    store.resume(id('s1'));
    expect(store.isLive(id('part'))).toBe(true);
  });

  test('does not go on before the whole does', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(part());
    store.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    store.pause(id('s1'));
    expect(store.canResume(id('part of part'))).toBe(false);
    expect(store.resume(id('part'))).toBe(false);
    expect(store.isLive(id('part'))).toBe(false);
    store.resume(id('s1'));
    expect(store.list().map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('paused on its own stays so when the whole goes on, with its own parts', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(part());
    store.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    store.pause(id('s1'));
    store.pause(id('part'));
    store.resume(id('s1'));
    expect(['s1', 'part', 'part of part'].map((one) => store.get(id(one))?.state)).toEqual([
      'ACTIVE',
      'PAUSED',
      'PAUSED',
    ]);
    expect(store.resume(id('part'))).toBe(true);
    expect(store.isLive(id('part of part'))).toBe(true);
  });

  test('on hold with the whole is not idle either', async () => {
    const { clock, store, ended } = openStore({ idleSeconds: 600 });
    store.start(lifetime({ seconds: 3600 }));
    store.start(part({ seconds: 3600 }));
    store.pause(id('s1'));
    await clock.advance(30 * minute);
    expect(ended).toEqual([]);
    store.resume(id('s1'));
    await clock.advance(10 * minute);
    expect(ended).toHaveLength(2);
  });

  test('in use keeps the whole from being idle', async () => {
    const { clock, store } = openStore({ idleSeconds: 600 });
    store.start(lifetime({ seconds: 3600 }));
    store.start(part({ seconds: 3600 }));
    await clock.advance(8 * minute);
    store.use(id('part'), 'open_file');
    await clock.advance(8 * minute);
    expect(store.isLive(id('s1'))).toBe(true);
    expect(store.isLive(id('part'))).toBe(true);
    expect(store.get(id('s1'))?.calls).toBe(0);
  });

  test('is not counted among the sessions that the user granted', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(part());
    expect(store.countLiveOf(agent.clientId)).toBe(1);
    expect(store.countPartsOf(agent.clientId)).toBe(1);
    expect(store.countPartsOf(agentCalled('other').clientId)).toBe(0);
  });
});

describe('narrowing', () => {
  const wide = (own: Partial<NewSession> = {}): NewSession =>
    lifetime({
      scopes: ['read:files', 'write:files', 'git:status'],
      roots: [rootAt('/w/app'), rootAt('/w/lib')],
      ...own,
    });

  const scopesAndRootsOf = (store: SessionStore, name: string) => {
    const session = store.get(id(name));
    return [session?.scopes, session?.roots.map((root) => root.path)];
  };

  test('takes scopes and folders away, and gives none', () => {
    const { store } = openStore();
    store.start(wide());
    const to = { scopes: ['read:files', 'delete:files'], roots: ['/w/lib', '/etc'] } as const;
    expect(store.narrow(id('s1'), to)).toBe(true);
    expect(scopesAndRootsOf(store, 's1')).toEqual([['read:files'], ['/w/lib']]);
  });

  test('what is not named stays', () => {
    const { store } = openStore();
    store.start(wide());
    store.narrow(id('s1'), { scopes: ['read:files'] });
    expect(scopesAndRootsOf(store, 's1')).toEqual([['read:files'], ['/w/app', '/w/lib']]);
  });

  test('takes from the parts too', () => {
    const { store } = openStore();
    store.start(wide());
    const scopes = ['read:files', 'write:files'] as const;
    store.start(wide({ sessionId: id('part'), parentId: id('s1'), scopes }));
    store.narrow(id('s1'), { scopes: ['read:files', 'git:status'], roots: ['/w/app'] });
    expect(scopesAndRootsOf(store, 'part')).toEqual([['read:files'], ['/w/app']]);
  });

  test('a part that holds a folder inside one that stays keeps it', () => {
    const { store } = openStore();
    store.start(wide());
    const roots = [rootAt('/w/app/src'), rootAt('/w/lib/src')];
    store.start(wide({ sessionId: id('part'), parentId: id('s1'), roots }));
    store.narrow(id('s1'), { roots: ['/w/app'] });
    expect(scopesAndRootsOf(store, 'part')[1]).toEqual(['/w/app/src']);
  });

  test('without a folder what needs none stays', () => {
    const { store } = openStore();
    store.start(wide({ scopes: ['read:files', 'browser:tools'] }));
    store.narrow(id('s1'), { scopes: ['browser:tools'], roots: [] });
    expect(scopesAndRootsOf(store, 's1')).toEqual([['browser:tools'], []]);
  });

  test('what holds nothing any more ends, the part alone or the whole with its parts', () => {
    const { store, ended } = openStore();
    store.start(wide());
    store.start(wide({ sessionId: id('part'), parentId: id('s1'), scopes: ['git:status'] }));
    store.narrow(id('s1'), { scopes: ['read:files'] });
    expect(ended).toMatchObject([{ sessionId: 'part', ended: { by: 'person' } }]);
    store.narrow(id('s1'), { roots: [] });
    expect(ended).toMatchObject([{}, { sessionId: 's1', state: 'REVOKED' }]);
    expect(store.narrow(id('s1'), {})).toBe(false);
  });
});
