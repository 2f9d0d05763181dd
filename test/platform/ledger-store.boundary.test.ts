/** What the core may expect of a place for its lines, from the real one and from the fake. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LedgerStore } from '../../src/main/core/dependencies.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import { scratch } from '../fakes/scratch.ts';

const stores: Readonly<Record<string, () => Promise<LedgerStore>>> = {
  'the file': async () => {
    const file = new AuditFile(scratch());
    onTestFinished(() => file.dispose());
    await file.start();
    return file;
  },
  'the fake': async () => new MemoryLedgerStore(),
};

describe.each(Object.entries(stores))('%s', (_name, open) => {
  test('is empty at first', async () => {
    expect(await (await open()).tail()).toEqual({ lines: [], tornBytes: 0 });
  });

  test('gives back what was appended, in order, line by line', async () => {
    const store = await open();
    await store.append('one\n');
    await store.append('two ü\nthree 🚀\n');
    expect(await store.tail()).toEqual({ lines: ['one', 'two ü', 'three 🚀'], tornBytes: 0 });
  });

  test('goes on after it was read', async () => {
    const store = await open();
    await store.append('one\n');
    await store.tail();
    await store.append('two\n');
    expect((await store.tail()).lines).toEqual(['one', 'two']);
  });
});
