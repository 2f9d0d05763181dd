import { describe, expect, test } from 'vitest';
import { EntryFeed } from '../../src/renderer/activity/entry-feed.ts';
import type { EntryView } from '../../src/shared/ledger/entry.ts';
import type { AuditPage, AuditQuery } from '../../src/shared/ledger/query.ts';
import type { NoAnswer } from '../../src/shared/asks/no-answer.ts';
import { sampleEntry } from './samples.ts';

/** An index of one-line entries, asked as the real one is. */
class SmallIndex {
  readonly asked: AuditQuery[] = [];
  entries: EntryView[] = [];
  complete = true;
  silent = false;

  add(count: number, parts: Partial<EntryView> = {}): void {
    for (let times = 0; times < count; times += 1) {
      const seq = this.lastSeq + 1;
      this.entries.push(sampleEntry({ entry: `e${seq}`, seq, lastSeq: seq, ...parts }));
    }
  }

  grow(seq: number, parts: Partial<EntryView>): void {
    const lastSeq = this.lastSeq + 1;
    this.entries = this.entries.map((one) =>
      one.seq === seq ? { ...one, lastSeq, ...parts } : one,
    );
  }

  get lastSeq(): number {
    return this.entries.reduce((highest, { lastSeq }) => Math.max(highest, lastSeq), 0);
  }

  readonly ask = (query: AuditQuery): Promise<AuditPage | NoAnswer> => {
    this.asked.push(query);
    if (this.silent) return Promise.resolve({ kind: 'no-answer', why: 'deadline' });
    const { before = Infinity, touched_after: touched = -1, limit = 100, outcome } = query;
    const fitting = this.entries.filter(
      (one) => outcome === undefined || outcome.includes(one.outcome),
    );
    const found = fitting
      .filter(({ seq, lastSeq }) => seq < before && lastSeq > touched)
      .toReversed();
    const page = found.slice(0, limit).map((one) => ({ ...one, user: 'ada' }));
    return Promise.resolve({
      entries: page,
      next: found.length > limit ? (page.at(-1)?.seq ?? null) : null,
      total: fitting.length,
      totalExact: true,
      complete: this.complete,
    });
  };
}

async function openFeed(count: number) {
  const index = new SmallIndex();
  index.add(count);
  const feed = new EntryFeed(index);
  await feed.open({});
  const seqs = (): readonly number[] => feed.state().entries.map(({ seq }) => seq);
  return { index, feed, seqs };
}

describe('the entries that Activity shows', () => {
  test('are the newest at first, and older ones page by page, each once', async () => {
    const { feed, seqs } = await openFeed(450);
    expect([seqs()[0], seqs().length, feed.state().total]).toEqual([450, 200, 450]);
    await Promise.all([feed.older(), feed.older()]);
    expect(seqs().length).toBe(400);
    await feed.older();
    expect(seqs()).toEqual(Array.from({ length: 450 }, (_, at) => 450 - at));
    expect(feed.state().hasOlder).toBe(false);
  });

  test('grow at the top while the reader is there', async () => {
    const { index, feed, seqs } = await openFeed(3);
    index.add(2);
    await feed.update();
    expect(seqs()).toEqual([5, 4, 3, 2, 1]);
    expect(feed.state()).toMatchObject({ waiting: 0, total: 5 });
  });

  test('wait above while the reader is further down, and come when he is back', async () => {
    const { index, feed, seqs } = await openFeed(3);
    feed.setAtTop(false);
    index.add(2);
    await feed.update();
    index.add(1);
    await feed.update();
    expect(seqs()).toEqual([3, 2, 1]);
    expect(feed.state().waiting).toBe(3);
    feed.setAtTop(true);
    expect(seqs()).toEqual([6, 5, 4, 3, 2, 1]);
    expect(feed.state()).toMatchObject({ waiting: 0, total: 6 });
  });

  test('change where they stand when they go on', async () => {
    const { index, feed, seqs } = await openFeed(3);
    feed.setAtTop(false);
    index.grow(2, { outcome: 'failed' });
    await feed.update();
    expect(feed.state().entries[1]).toMatchObject({ seq: 2, outcome: 'failed' });
    expect(seqs()).toEqual([3, 2, 1]);
    expect(feed.state().waiting).toBe(0);
  });

  test('leave no hole: what goes on far below is not shown out of turn', async () => {
    const { index, feed, seqs } = await openFeed(450);
    index.grow(3, { outcome: 'failed' });
    await feed.update();
    expect(seqs().at(-1)).toBe(251);
    await feed.older();
    await feed.older();
    expect(feed.state().entries.at(-3)).toMatchObject({ seq: 3, outcome: 'failed' });
  });

  test('are reloaded after more events than can be fetched', async () => {
    const { index, feed, seqs } = await openFeed(10);
    index.add(2_000);
    await feed.update();
    expect([seqs()[0], seqs().length, feed.state().total]).toEqual([2_010, 200, 2_010]);
  });

  test('no longer show what has stopped being open', async () => {
    const { index, feed, seqs } = await openFeed(0);
    index.add(2, { outcome: 'open' });
    await feed.open({ outcome: ['open'] });
    expect(seqs()).toEqual([2, 1]);
    index.grow(2, { outcome: 'done' });
    await feed.update();
    expect(seqs()).toEqual([1]);
  });

  test('are those of the last question, however late an earlier answer comes', async () => {
    const index = new SmallIndex();
    index.add(3, { outcome: 'done' });
    index.add(1, { outcome: 'failed' });
    const slow = Promise.withResolvers<void>();
    const feed = new EntryFeed({
      ask: async (query) => {
        if (query.outcome === undefined) await slow.promise;
        return index.ask(query);
      },
    });
    const first = feed.open({});
    await feed.open({ outcome: ['failed'] });
    slow.resolve();
    await first;
    expect(feed.state().entries).toHaveLength(1);
  });

  test('leave no hole when the reader scrolls while another filter is asked for', async () => {
    const index = new SmallIndex();
    index.add(900, { outcome: 'done' });
    const slow = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const feed = new EntryFeed({
      ask: async (query) => {
        if (query.outcome && query.before === undefined) await slow.promise;
        if (query.outcome && query.before === 501) await late.promise;
        return index.ask(query);
      },
    });
    await feed.open({});
    await feed.older();
    const { answered } = feed.state();
    const opening = feed.open({ outcome: ['done'] });
    const scrolled = feed.older();
    slow.resolve();
    await opening;
    late.resolve();
    await scrolled;
    await feed.older();
    const shown = feed.state().entries.map(({ seq }) => seq);
    expect(shown).toEqual(Array.from({ length: 400 }, (_, at) => 900 - at));
    expect(feed.state().answered).not.toBe(answered);
  });

  test('go on below although an older page of the filter before never came', async () => {
    const index = new SmallIndex();
    index.add(450, { outcome: 'done' });
    const never = new Promise<AuditPage>(() => undefined);
    const feed = new EntryFeed({
      ask: (query) => (query.before && !query.outcome ? never : index.ask(query)),
    });
    await feed.open({});
    void feed.older();
    await feed.open({ outcome: ['done'] });
    await feed.older();
    expect(feed.state().entries).toHaveLength(400);
  });

  test('stay as they are when the same is asked again without an answer, and that is said', async () => {
    const index = new SmallIndex();
    index.add(3);
    const feed = new EntryFeed(index);
    const filter = {};
    await feed.open(filter);
    index.silent = true;
    await feed.open(filter);
    expect(feed.state()).toMatchObject({ status: 'failed', total: 3 });
    expect(feed.state().entries).toHaveLength(3);
  });

  test('do not stay under another filter that has no answer', async () => {
    const { index, feed, seqs } = await openFeed(450);
    index.silent = true;
    await feed.open({ q: 'x' });
    const none = { status: 'failed', entries: [], total: null, hasOlder: false };
    expect(feed.state()).toMatchObject(none);
    index.silent = false;
    await feed.open({});
    expect(feed.state().status).toBe('shown');
    expect(seqs()).toHaveLength(200);
  });

  test('of the snapshot do not stay under a filter either', async () => {
    const index = new SmallIndex();
    index.add(2);
    index.silent = true;
    const feed = new EntryFeed(index);
    feed.seed(index.entries);
    await feed.open({});
    expect(feed.state()).toMatchObject({ status: 'failed', entries: [{}, {}] });
    await feed.open({ q: 'x' });
    expect(feed.state()).toMatchObject({ status: 'failed', entries: [] });
  });

  test('are asked for again once the index knows all of them', async () => {
    const { index, feed } = await openFeed(3);
    const before = index.asked.length;
    feed.completed();
    expect(index.asked.length).toBe(before);
    index.complete = false;
    await feed.open({});
    index.complete = true;
    index.entries.unshift(sampleEntry({ entry: 'e0', seq: 0, lastSeq: 0 }));
    feed.completed();
    await Promise.resolve();
    await feed.update();
    expect(feed.state()).toMatchObject({ complete: true, total: 4 });
  });

  test('are what the snapshot had, until the index has answered', async () => {
    const index = new SmallIndex();
    index.add(5);
    const feed = new EntryFeed(index);
    feed.seed(index.entries.slice(3).toReversed());
    expect(feed.state()).toMatchObject({ status: 'loading', entries: [{ seq: 5 }, { seq: 4 }] });
    await feed.open({});
    expect(feed.state().entries).toHaveLength(5);
  });
});
