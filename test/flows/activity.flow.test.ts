/** What happens at the gate is found in the index a moment later, whatever happens to the index. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { indexFile, answerOf, when, whenPhase } from '../platform/audit-index-fixture.ts';
import { callTool, projectWith } from './tool-call.ts';

/** A house in which an agent may read one file. */
async function appWithReader(dataDir?: string) {
  const app = await TestApp.open(dataDir);
  const { root, file } = projectWith('notes.txt', 'hello');
  const client = await app.connect('cursor');
  const asked = callTool(client, 'request_access', {
    scopes: ['read:files'],
    roots: [root],
    reason: 'to look around',
    ttl_seconds: 600,
  });
  await app.answerNext(allowAll);
  await asked;
  await eventually(() => app.app.core.executors.canDo('open_file'));
  /** Reads are made durable a few milliseconds later, and the index follows what is durable. */
  const read = async (): Promise<void> => {
    const before = reads(app);
    await callTool(client, 'open_file', { path: file });
    await vi.waitFor(async () => {
      await app.clock.advance(10);
      expect(reads(app)).toBe(before + 1);
    });
  };
  return { app, read, file };
}

const reads = ({ app }: TestApp): number =>
  app.core.state
    .snapshot()
    .entries.filter(({ action, outcome }) => action === 'open_file' && outcome === 'done').length;

describe('the index of a running app', () => {
  test('costs no thread until somebody looks', async () => {
    const app = await TestApp.open();
    const shown = () => app.app.core.state.snapshot().index.phase;
    expect([app.app.index.state.phase, shown()]).toEqual(['asleep', 'asleep']);
    await answerOf(app.app.index.query({}));
    await whenPhase(app.app.index, 'ready');
    expect(shown()).toBe('ready');
  });

  test('finds what went through the gate a moment ago', async () => {
    const { app, read, file } = await appWithReader();
    const { index } = app.app;
    index.start();
    await whenPhase(index, 'ready');
    for (let times = 1; times <= 3; times += 1) {
      await read();
      const { entries, complete } = await answerOf(index.query({ action: 'open_file' }));
      expect(complete).toBe(true);
      expect(entries).toHaveLength(times);
      expect(entries[0]).toMatchObject({ actor: 'cursor', subject: file, decidedBy: 'policy' });
    }
    expect((await answerOf(index.query({ q: 'notes' }))).total).toBe(3);
    expect((await answerOf(index.query({ outcome: 'open' }))).total).toBe(0);
  });

  test.each([
    ['deleted', (file: string) => fs.rmSync(path.dirname(file), { recursive: true })],
    ['spoiled', (file: string) => fs.writeFileSync(file, randomBytes(65_536))],
    ['of a newer version', makeNewer],
  ])(
    'K9 an index found %s when it is next needed is made again, and all is found',
    async (...given) => {
      const [, harm] = given;
      const { app, read } = await appWithReader();
      const { index } = app.app;
      index.start();
      await whenPhase(index, 'ready');
      await app.clock.advance(300_000);
      await whenPhase(index, 'asleep');
      harm(indexFile(app.dataDir));
      await read();
      const meanwhile = await answerOf(index.query({ action: 'open_file' }));
      expect(meanwhile.entries).toHaveLength(1);
      await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
      expect(await answerOf(index.query({ q: 'notes' }))).toMatchObject({
        total: 1,
        complete: true,
      });
    },
  );

  test('K9 an index spoiled under a running app never hides an entry, and is made again', async () => {
    const { app, read } = await appWithReader();
    const { index } = app.app;
    index.start();
    await whenPhase(index, 'ready');
    const file = indexFile(app.dataDir);
    fs.writeFileSync(file, randomBytes(fs.statSync(file).size));
    await read();
    // What SQLite still holds in memory may well do; then nobody notices before the next start.
    expect((await answerOf(index.query({ action: 'open_file' }))).entries).toHaveLength(1);
    await app.clock.advance(300_000);
    await whenPhase(index, 'asleep');
    await read();
    expect((await answerOf(index.query({ action: 'open_file' }))).entries).toHaveLength(2);
    await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
    expect(await answerOf(index.query({ q: 'notes' }))).toMatchObject({ total: 2, complete: true });
  });

  test('that cannot be made is said until it can, and answers meanwhile', async () => {
    const app = await TestApp.open();
    const inTheWay = path.join(app.dataDir, 'index');
    fs.writeFileSync(inTheWay, 'a file where the folder should be');
    const { index, core } = app.app;
    expect((await answerOf(index.query({}))).entries.length).toBeGreaterThan(0);
    await whenPhase(index, 'troubled');
    const notice = () => core.state.snapshot().notices.find(({ id }) => id === 'index-trouble');
    expect(notice()).toMatchObject({ tone: 'warning' });
    expect((await answerOf(index.query({ q: 'started' }))).entries).toHaveLength(1);
    core.state.showIndex({ phase: 'rebuilding', reason: null, rebuilt: 0.5 });
    expect(notice()).toBeUndefined();
  });
});

function makeNewer(file: string): void {
  const db = new DatabaseSync(file);
  db.prepare("UPDATE meta SET value = '999' WHERE name = 'schema'").run();
  db.close();
}
