import { describe, expect, test } from 'vitest';
import { DocumentLocks } from '../../extensions/vscode/src/basics/user-edits.ts';

function holdsAt() {
  const clock = { now: 1_000_000 };
  const locks = new DocumentLocks({ now: () => clock.now, typingMs: () => 3_000 });
  return { clock, locks };
}

describe('who may change a document', () => {
  test('the person first: refused to agents, with the time to wait', async () => {
    const { clock, locks } = holdsAt();
    locks.changed('/w/a.ts');
    clock.now += 1_200;
    await expect(locks.alone(['/w/b.ts', '/w/a.ts'], async () => 1)).rejects.toMatchObject({
      error: { code: 'held-by-human', message: expect.stringContaining('in 2 seconds') },
    });
    clock.now += 1_800;
    expect(await locks.alone(['/w/a.ts'], async () => 'done')).toBe('done');
  });

  test('what a call changes is not taken for the person', async () => {
    const { locks } = holdsAt();
    await locks.alone(['/w/a.ts'], async () => locks.changed('/w/a.ts'));
    expect(await locks.alone(['/w/a.ts'], async () => 2)).toBe(2);
  });

  test('calls one after the other, and no two wait for each other', async () => {
    const { locks } = holdsAt();
    const told: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      told.push(`${name} ends`);
    };
    await Promise.all([
      locks.alone(['/w/a', '/w/b'], work('one')),
      locks.alone(['/w/b', '/w/a'], work('two')),
      locks.alone(['/w/c'], work('three')),
    ]);
    expect(told.indexOf('two begins')).toBeGreaterThan(told.indexOf('one ends'));
    expect(told.indexOf('three begins')).toBeLessThan(told.indexOf('one ends'));
  });

  test('a call that fails lets go, and one refused because of typing leaves others’ holds alone', async () => {
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
