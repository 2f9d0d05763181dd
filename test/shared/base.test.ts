import { describe, expect, test } from 'vitest';
import { Disposables, toDisposable } from '../../src/shared/base/disposable.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';

describe('closing', () => {
  test('undoes in the reverse order of opening, once', async () => {
    const closed: string[] = [];
    const disposables = new Disposables();
    for (const name of ['first', 'second', 'third'])
      disposables.add(toDisposable(() => void closed.push(name)));
    await Promise.all([disposables.dispose(), disposables.dispose()]);
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  test('waits for one before it closes the next', async () => {
    const closed: string[] = [];
    const disposables = new Disposables();
    disposables.add(toDisposable(() => void closed.push('opened first')));
    disposables.add(
      toDisposable(async () => {
        await Promise.resolve();
        closed.push('opened last');
      }),
    );
    await disposables.dispose();
    expect(closed).toEqual(['opened last', 'opened first']);
  });

  test('one that fails does not keep the others open, and its error is reported', async () => {
    const closed: string[] = [];
    const disposables = new Disposables();
    disposables.add(toDisposable(() => void closed.push('the rest')));
    disposables.add(toDisposable(() => Promise.reject(new Error('stuck'))));
    await expect(disposables.dispose()).rejects.toThrow('some parts did not close');
    expect(closed).toEqual(['the rest']);
  });

  test('a connection after the end is closed immediately', async () => {
    const disposables = new Disposables();
    await disposables.dispose();
    let open = true;
    disposables.add(toDisposable(() => void (open = false)));
    expect(open).toBe(false);
    expect(disposables.closed).toBe(true);
  });
});

describe('broadcasting', () => {
  test('reaches everybody who listens, until they stop', () => {
    const received: string[] = [];
    const emitter = new Emitter<string>();
    const one = emitter.on((value) => void received.push(`one ${value}`));
    const two = emitter.on((value) => void received.push(`two ${value}`));
    emitter.emit('a');
    void one.dispose();
    emitter.emit('b');
    void two.dispose();
    emitter.emit('c');
    expect(received).toEqual(['one a', 'two a', 'two b']);
  });

  test('a listener may unsubscribe while it is called', () => {
    const receivedItems: string[] = [];
    const emitter = new Emitter<void>();
    const one = emitter.on(() => void one.dispose());
    const two = emitter.on(() => void receivedItems.push('two'));
    emitter.emit();
    expect(receivedItems).toEqual(['two']);
    void two.dispose();
  });
});
