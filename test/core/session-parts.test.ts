import { describe, expect, test } from 'vitest';
import type { NewSession, SessionBook } from '../../src/main/core/sessions/session-book.ts';
import { agent, agentCalled, rootAt } from './core-fixture.ts';
import { id, minute, openBook, stay } from './session-book-fixture.ts';

describe('a part of a session', () => {
  const part = (own: Partial<NewSession> = {}): NewSession =>
    stay({ sessionId: id('part'), parentId: id('s1'), ...own });

  test('ends no later than the whole', async () => {
    const { clock, book, ended } = openBook();
    const whole = book.start(stay()).session;
    expect(book.start(part({ seconds: 3600 })).session.expiresAt).toBe(whole.expiresAt);
    await clock.advance(15 * minute);
    expect(ended.map(({ sessionId }) => sessionId).toSorted()).toEqual(['part', 's1']);
    expect(clock.armed).toBe(0);
  });

  test('ends with the whole, however deep it lies, and says so', () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    book.start(part());
    book.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    book.end(id('s1'), 'person');
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
    const { book } = openBook();
    book.start(stay());
    book.start(part());
    book.end(id('part'), 'agent');
    expect(book.isLive(id('s1'))).toBe(true);
  });

  test('is cut with the whole, and not lengthened with it', () => {
    const { clock, book } = openBook();
    book.start(stay());
    book.start(part({ seconds: 600 }));
    book.endIn(id('s1'), 1800);
    expect(book.get(id('part'))?.expiresAt).toBe(clock.now() + 10 * minute);
    book.endIn(id('s1'), 60);
    expect(book.get(id('part'))?.expiresAt).toBe(clock.now() + minute);
  });

  test('is lengthened at most to the end of the whole', () => {
    const { book } = openBook();
    const { expiresAt } = book.start(stay()).session;
    book.start(part({ seconds: 60 }));
    book.endIn(id('part'), 8 * 3600);
    expect(book.get(id('part'))?.expiresAt).toBe(expiresAt);
  });

  test('is on hold with the whole', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(part());
    book.pause(id('s1'));
    expect(book.isLive(id('part'))).toBe(false);
    book.resume(id('s1'));
    expect(book.isLive(id('part'))).toBe(true);
  });

  test('does not go on before the whole does', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(part());
    book.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    book.pause(id('s1'));
    expect(book.canResume(id('part of part'))).toBe(false);
    expect(book.resume(id('part'))).toBe(false);
    expect(book.isLive(id('part'))).toBe(false);
    book.resume(id('s1'));
    expect(book.list().map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('paused on its own stays so when the whole goes on, with its own parts', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(part());
    book.start(part({ sessionId: id('part of part'), parentId: id('part') }));
    book.pause(id('s1'));
    book.pause(id('part'));
    book.resume(id('s1'));
    expect(['s1', 'part', 'part of part'].map((one) => book.get(id(one))?.state)).toEqual([
      'ACTIVE',
      'PAUSED',
      'PAUSED',
    ]);
    expect(book.resume(id('part'))).toBe(true);
    expect(book.isLive(id('part of part'))).toBe(true);
  });

  test('on hold with the whole is not idle either', async () => {
    const { clock, book, ended } = openBook({ idleSeconds: 600 });
    book.start(stay({ seconds: 3600 }));
    book.start(part({ seconds: 3600 }));
    book.pause(id('s1'));
    await clock.advance(30 * minute);
    expect(ended).toEqual([]);
    book.resume(id('s1'));
    await clock.advance(10 * minute);
    expect(ended).toHaveLength(2);
  });

  test('in use keeps the whole from being idle', async () => {
    const { clock, book } = openBook({ idleSeconds: 600 });
    book.start(stay({ seconds: 3600 }));
    book.start(part({ seconds: 3600 }));
    await clock.advance(8 * minute);
    book.used(id('part'), 'open_file');
    await clock.advance(8 * minute);
    expect(book.isLive(id('s1'))).toBe(true);
    expect(book.isLive(id('part'))).toBe(true);
    expect(book.get(id('s1'))?.calls).toBe(0);
  });

  test('is not counted among the sessions that people said yes to', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(part());
    expect(book.countLive()).toBe(1);
    expect(book.countPartsOf(agent.clientId)).toBe(1);
    expect(book.countPartsOf(agentCalled('other').clientId)).toBe(0);
  });
});

describe('narrowing', () => {
  const wide = (own: Partial<NewSession> = {}): NewSession =>
    stay({
      scopes: ['read:files', 'write:files', 'git:status'],
      roots: [rootAt('/w/app'), rootAt('/w/lib')],
      ...own,
    });

  const heldBy = (book: SessionBook, name: string) => {
    const session = book.get(id(name));
    return [session?.scopes, session?.roots.map((root) => root.path)];
  };

  test('takes scopes and folders away, and gives none', () => {
    const { book } = openBook();
    book.start(wide());
    const to = { scopes: ['read:files', 'delete:files'], roots: ['/w/lib', '/etc'] } as const;
    expect(book.narrow(id('s1'), to)).toBe(true);
    expect(heldBy(book, 's1')).toEqual([['read:files'], ['/w/lib']]);
  });

  test('what is not named stays', () => {
    const { book } = openBook();
    book.start(wide());
    book.narrow(id('s1'), { scopes: ['read:files'] });
    expect(heldBy(book, 's1')).toEqual([['read:files'], ['/w/app', '/w/lib']]);
  });

  test('takes from the parts too', () => {
    const { book } = openBook();
    book.start(wide());
    const scopes = ['read:files', 'write:files'] as const;
    book.start(wide({ sessionId: id('part'), parentId: id('s1'), scopes }));
    book.narrow(id('s1'), { scopes: ['read:files', 'git:status'], roots: ['/w/app'] });
    expect(heldBy(book, 'part')).toEqual([['read:files'], ['/w/app']]);
  });

  test('a part that holds a folder inside one that stays keeps it', () => {
    const { book } = openBook();
    book.start(wide());
    const roots = [rootAt('/w/app/src'), rootAt('/w/lib/src')];
    book.start(wide({ sessionId: id('part'), parentId: id('s1'), roots }));
    book.narrow(id('s1'), { roots: ['/w/app'] });
    expect(heldBy(book, 'part')[1]).toEqual(['/w/app/src']);
  });

  test('without a folder what needs none stays', () => {
    const { book } = openBook();
    book.start(wide({ scopes: ['read:files', 'browser:tools'] }));
    book.narrow(id('s1'), { scopes: ['browser:tools'], roots: [] });
    expect(heldBy(book, 's1')).toEqual([['browser:tools'], []]);
  });

  test('what holds nothing any more ends, the part alone or the whole with its parts', () => {
    const { book, ended } = openBook();
    book.start(wide());
    book.start(wide({ sessionId: id('part'), parentId: id('s1'), scopes: ['git:status'] }));
    book.narrow(id('s1'), { scopes: ['read:files'] });
    expect(ended).toMatchObject([{ sessionId: 'part', ended: { by: 'person' } }]);
    book.narrow(id('s1'), { roots: [] });
    expect(ended).toMatchObject([{}, { sessionId: 's1', state: 'REVOKED' }]);
    expect(book.narrow(id('s1'), {})).toBe(false);
  });
});
