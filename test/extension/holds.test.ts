import { describe, expect, test } from 'vitest';
import { DocumentLocks } from '../../extensions/vscode/src/basics/user-edits.ts';

function holdsAt() {
  const clock = { now: 1_000_000 };
  const locks = new DocumentLocks({ now: () => clock.now, typingMs: () => 3_000 });
  return { clock, locks };
}

describe('who may change a document', () => {
  test('the user has priority: agents are refused, with the time to wait', async () => {
    const { clock, locks } = holdsAt();
    locks.changed('/w/a.ts');
    clock.now += 1_200;
    await expect(locks.alone(['/w/b.ts', '/w/a.ts'], async () => 1)).rejects.toMatchObject({
      error: { code: 'held-by-human', message: expect.stringContaining('in 2 seconds') },
    });
    clock.now += 1_800;
    expect(await locks.alone(['/w/a.ts'], async () => 'done')).toBe('done');
  });

  test('an edit may be made while the user types elsewhere in the document, not in the same lines', async () => {
    const { clock, locks } = holdsAt();
    locks.changed('/w/a.ts');
    expect(await locks.inTurn(['/w/a.ts'], async () => 2)).toBe(2);
    expect(() => locks.checkSince('/w/a.ts', null)).not.toThrow();
    expect(() => locks.checkSince('/w/a.ts', clock.now - 1_000)).toThrow('typing');
  });

  test('calls for the same document run one after the other, without deadlocks', async () => {
    const { locks } = holdsAt();
    const events: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${name} ends`);
    };
    await Promise.all([
      locks.alone(['/w/a', '/w/b'], work('one')),
      locks.alone(['/w/b', '/w/a'], work('two')),
      locks.alone(['/w/c'], work('three')),
    ]);
    expect(events.indexOf('two begins')).toBeGreaterThan(events.indexOf('one ends'));
    expect(events.indexOf('three begins')).toBeLessThan(events.indexOf('one ends'));
  });

  test('a failed call releases the document, and a call refused because of typing leaves others’ locks alone', async () => {
    const { clock, locks } = holdsAt();
    await expect(
      locks.alone(['/w/a'], async () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    locks.changed('/w/a');
    await expect(locks.alone(['/w/a'], async () => 1)).rejects.toThrow('typing');
    clock.now += 5_000;
    expect(await locks.alone(['/w/a'], async () => 3)).toBe(3);
  });
});
