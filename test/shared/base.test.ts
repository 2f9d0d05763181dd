import { describe, expect, test } from 'vitest';
import { Disposables, toDisposable } from '../../src/shared/base/disposable.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';

describe('closing', () => {
  test('undoes in the reverse order of opening, once', async () => {
    const closed: string[] = [];
    const held = new Disposables();
    for (const name of ['first', 'second', 'third'])
      held.add(toDisposable(() => void closed.push(name)));
    await Promise.all([held.dispose(), held.dispose()]);
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  test('waits for one before it closes the next', async () => {
    const closed: string[] = [];
    const held = new Disposables();
    held.add(toDisposable(() => void closed.push('opened first')));
    held.add(
      toDisposable(async () => {
        await Promise.resolve();
        closed.push('opened last');
      }),
    );
    await held.dispose();
    expect(closed).toEqual(['opened last', 'opened first']);
  });

  test('one that fails does not keep the rest open, and is told', async () => {
    const closed: string[] = [];
    const held = new Disposables();
    held.add(toDisposable(() => void closed.push('the rest')));
    held.add(toDisposable(() => Promise.reject(new Error('stuck'))));
    await expect(held.dispose()).rejects.toThrow('some parts did not close');
    expect(closed).toEqual(['the rest']);
  });

  test('what comes after the end is closed at once', async () => {
    const held = new Disposables();
    await held.dispose();
    let open = true;
    held.add(toDisposable(() => void (open = false)));
    expect(open).toBe(false);
    expect(held.closed).toBe(true);
  });
});

describe('broadcasting', () => {
  test('reaches everybody who listens, until they stop', () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const one = emitter.on((value) => void heard.push(`one ${value}`));
    const two = emitter.on((value) => void heard.push(`two ${value}`));
    emitter.emit('a');
    void one.dispose();
    emitter.emit('b');
    void two.dispose();
    emitter.emit('c');
    expect(heard).toEqual(['one a', 'two a', 'two b']);
  });

  test('a listener may leave while it is being told', () => {
    const heard: string[] = [];
    const emitter = new Emitter<void>();
    const one = emitter.on(() => void one.dispose());
    const two = emitter.on(() => void heard.push('two'));
    emitter.emit();
    expect(heard).toEqual(['two']);
    void two.dispose();
  });
});
