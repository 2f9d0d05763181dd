import { describe, expect, test } from 'vitest';
import { AuditCounts, AuditHistogram, AuditPage } from '../../src/shared/ledger/query.ts';
import { scratch } from '../fakes/scratch.ts';
import { firstMoment, FixtureLedger, readyIndex, answerOf } from './audit-index-fixture.ts';

const at = (seq: number): string => new Date(firstMoment + seq * 1_000).toISOString();

async function indexOver(write: (ledger: FixtureLedger) => void) {
  const ledger = new FixtureLedger(scratch());
  write(ledger);
  return { ledger, index: await readyIndex(ledger.dataDir) };
}

describe('an entry in the index', () => {
  test('is put together from its lines', async () => {
    const entry = '5d7b4c1e-0000-4000-8000-000000000001';
    const { index } = await indexOver((ledger) => {
      const facts = { entry, actor: 'cursor', action: 'edit_buffer', request_id: 'r-1' };
      ledger.write({ phase: 'intent', ...facts, args: { path: '/w/a.ts', content: 'x' } });
      ledger.write({
        phase: 'note',
        entry: 'n',
        actor: 'gatehouse',
        action: 'noted',
        detail: 'hm',
      });
      const decision = { decided_by: 'person', rule: 'ask-write', session_id: 's-1' };
      ledger.write({ phase: 'decision', ...facts, result: 'allow', ...decision });
      const end = { result: 'failed', code: 'action-failed', detail: 'No room.', duration_ms: 12 };
      ledger.write({ phase: 'outcome', ...facts, ...end });
    });
    const { entries, ...page } = AuditPage.parse(await answerOf(index.query({})));
    expect(page).toEqual({ next: null, total: 2, totalExact: true, complete: true });
    expect(entries).toEqual([
      expect.objectContaining({ entry: 'n', outcome: 'note', subject: 'hm', detail: 'hm' }),
      {
        entry,
        seq: 1,
        lastSeq: 4,
        ts: at(1),
        actor: 'cursor',
        user: 'ada',
        action: 'edit_buffer',
        subject: '/w/a.ts',
        outcome: 'failed',
        code: 'action-failed',
        detail: 'No room.',
        decidedBy: 'person',
        rule: 'ask-write',
        sessionId: 's-1',
        requestId: 'r-1',
        durationMs: 12,
      },
    ]);
  });

  test('gives all its lines exactly as the ledger has them', async () => {
    const { index, ledger } = await indexOver((handler) => {
      handler.call({ args: { path: '/w/ü-Straße/東京.ts' } });
      handler.rotate();
      handler.call({}, { result: 'refused', code: 'too-fast' });
    });
    const { entries } = await answerOf(index.query({ order: 'oldest' }));
    const ids = entries.map(({ entry }) => entry);
    const first = await answerOf(index.entry(ids[0] ?? ''));
    expect(first.lines).toEqual(ledger.lines.slice(0, 3));
    expect(first.entry).toMatchObject({ entry: ids[0], outcome: 'done' });
    const second = await answerOf(index.entry(ids[1] ?? ''));
    expect(second).toMatchObject({ lines: ledger.lines.slice(3), complete: true });
    expect(await answerOf(index.entry('nobody'))).toEqual({
      entry: null,
      lines: [],
      complete: true,
    });
  });

  test('is found by number, even where someone meddled with the lines', async () => {
    const { index } = await indexOver((ledger) => {
      ledger.call();
      ledger.write({ seq: 2, phase: 'note', entry: 'again', actor: 'a', action: 'b' });
      ledger.write({ seq: -5, phase: 'note', entry: 'below', actor: 'a', action: 'b' });
      ledger.write({ seq: 2 ** 60, phase: 'note', entry: 'beyond', actor: 'a', action: 'b' });
      ledger.write({ phase: 'note', entry: 'after', actor: 'a', action: 'b', ts: 'never' });
      ledger.write({ seq: 'x', phase: 'note', entry: 'none' });
      ledger.write({ seq: null });
    });
    const { entries } = await answerOf(index.query({ order: 'oldest' }));
    expect(entries.map(({ entry }) => entry).slice(1)).toEqual([
      'again',
      'below',
      'beyond',
      'after',
    ]);
    const numbers = entries.map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((item, other) => item - other));
    expect(index.state).toMatchObject({ spoiledLines: 2 });
  });
});

describe('a page', () => {
  test('leads to the next, newest first and oldest first, each entry once', async () => {
    const { index } = await indexOver((ledger) => {
      for (let count = 0; count < 50; count += 1) ledger.call();
    });
    for (const order of ['newest', 'oldest'] as const) {
      const seen: number[] = [];
      let cursor: { before?: number; after?: number } = {};
      for (let pages = 0; pages < 8; pages += 1) {
        const page = await answerOf(index.query({ order, limit: 7, ...cursor }));
        expect(page.total).toBe(pages === 0 ? 50 : null);
        seen.push(...page.entries.map(({ seq }) => seq));
        if (page.next === null) break;
        cursor = order === 'newest' ? { before: page.next } : { after: page.next };
      }
      const all = Array.from({ length: 50 }, (_, place) => place * 3 + 1);
      expect(seen).toEqual(order === 'oldest' ? all : all.toReversed());
    }
  });

  test('holds what fits every filter, and any of several values', async () => {
    const { index } = await indexOver((ledger) => {
      ledger.call({ actor: 'cursor', action: 'open_file', session_id: 's-1' });
      ledger.call({ actor: 'codex', action: 'open_file', session_id: 's-2' });
      const refused = { result: 'refused', code: 'too-fast' };
      ledger.call({ actor: 'codex', action: 'git_status', session_id: 's-2' }, refused);
      ledger.write({ phase: 'intent', entry: 'open', actor: 'gemini', action: 'git_status' });
    });
    const numbers = async (query: Parameters<typeof index.query>[0]): Promise<number[]> =>
      (await answerOf(index.query({ order: 'oldest', ...query }))).entries.map(({ seq }) => seq);
    expect(await numbers({ actor: 'codex' })).toEqual([4, 7]);
    expect(await numbers({ actor: 'codex', action: 'git_status' })).toEqual([7]);
    expect(await numbers({ actor: 'cursor', action: 'git_status' })).toEqual([]);
    expect(await numbers({ actor: ['cursor', 'gemini', 'nobody'] })).toEqual([1, 10]);
    expect(await numbers({ outcome: 'open' })).toEqual([10]);
    expect(await numbers({ outcome: ['done', 'refused'] })).toEqual([1, 4, 7]);
    expect(await numbers({ code: 'too-fast' })).toEqual([7]);
    expect(await numbers({ session_id: 's-2' })).toEqual([4, 7]);
    expect(await numbers({ since: at(4) })).toEqual([4, 7, 10]);
    expect(await numbers({ until: at(4) })).toEqual([1]);
    expect(await numbers({ since: at(2), until: at(8), actor: 'codex' })).toEqual([4, 7]);
    expect(await numbers({ touched_after: 6 })).toEqual([7, 10]);
    expect(await numbers({ after: 4, before: 10 })).toEqual([7]);
  });

  test('orders by number when the clock was set back (K11)', async () => {
    const { index } = await indexOver((ledger) => {
      ledger.call();
      ledger.skewMs = -3_600_000;
      ledger.call();
    });
    const { entries } = await answerOf(index.query({}));
    expect(entries.map(({ seq }) => seq)).toEqual([4, 1]);
    const old = await answerOf(index.query({ until: at(0) }));
    expect(old.entries.map(({ seq }) => seq)).toEqual([4]);
  });
});

const hostile = [
  '"',
  '""',
  '"""',
  '*',
  'a*b*',
  'AND',
  'OR OR',
  'NOT gateway',
  'NEAR(gateway, 2)',
  'text:gateway',
  '{text} : gateway',
  '^gateway',
  '-gateway',
  'gateway)',
  '(((',
  'ga\u0000teway',
  '\ud800',
  '👩‍👩‍👧 gateway',
  "'; DROP TABLE entries; --",
  '\\',
  '%_',
  '"'.repeat(500),
  'x '.repeat(250),
];

describe('full text', () => {
  const subjects = {
    gateway: { path: '/w/src/main/matrix-gateway.ts' },
    diacritics: { path: '/w/Straße/Müller.md' },
    command: { argv: ['npm', 'run', 'build', '--', '--mode=fast'], cwd: '/w' },
    nested: { edits: [{ old_text: 'const walletBridge = 1', new_text: 'let x' }] },
    tokyo: { path: '/w/東京都/地図.txt' },
  };

  async function texts() {
    const names = Object.keys(subjects) as (keyof typeof subjects)[];
    const { index } = await indexOver((ledger) => {
      for (const name of names) ledger.call({ args: subjects[name] });
      ledger.call({ actor: 'claude' }, { result: 'failed', code: 'no-room', detail: 'Disk full' });
    });
    return async (q: string): Promise<string[]> => {
      const { entries } = await answerOf(index.query({ q, order: 'oldest' }));
      return entries.map(({ seq }) => names[(seq - 1) / 3] ?? 'failure');
    };
  }

  test('finds words of the path, the arguments, the agent, the code and the detail', async () => {
    const found = await texts();
    expect(await found('gateway')).toEqual(['gateway']);
    expect(await found('GATEWAY matrix')).toEqual(['gateway']);
    expect(await found('src/main')).toEqual(['gateway']);
    expect(await found('main/src')).toEqual([]);
    expect(await found('"npm run"')).toEqual(['command']);
    expect(await found('"run npm"')).toEqual([]);
    expect(await found('--mode=fast')).toEqual(['command']);
    expect(await found('walletbridge')).toEqual(['nested']);
    expect(await found('claude')).toEqual(['failure']);
    expect(await found('no-room full')).toEqual(['failure']);
    expect(await found('muller')).toEqual(['diacritics']);
    expect(await found('Mu\u0308ller')).toEqual(['diacritics']);
    expect(await found('東京都')).toEqual(['tokyo']);
  });

  test('treats the last word as a prefix if the word does not exist or ends with a star', async () => {
    const found = await texts();
    expect(await found('gatew')).toEqual(['gateway']);
    expect(await found('gatew matrix')).toEqual([]);
    expect(await found('gatew* matrix')).toEqual(['gateway']);
    expect(await found('"gatew"')).toEqual([]);
    expect(await found('src/mai')).toEqual(['gateway']);
  });

  test('cannot be brought to fail by anything that is typed', async () => {
    const { index } = await indexOver((ledger) => void ledger.call({ args: subjects.gateway }));
    for (const q of hostile) {
      expect(await answerOf(index.query({ q }))).toMatchObject({ complete: true });
      expect(await answerOf(index.histogram({ q }, 5))).toMatchObject({ complete: true });
    }
    expect(index.state).toMatchObject({ phase: 'ready', rebuilds: 1 });
  });

  test('of nothing but signs finds nothing; of nothing at all, everything', async () => {
    const found = await texts();
    expect(await found('!!! --')).toEqual([]);
    expect(await found('   ')).toHaveLength(6);
  });
});

describe('what is counted', () => {
  test('falls into bars of time, by outcome', async () => {
    const { index } = await indexOver((ledger) => {
      for (let count = 0; count < 10; count += 1) ledger.call();
      ledger.call({}, { result: 'refused', code: 'too-fast' });
    });
    const all = AuditHistogram.parse(await answerOf(index.histogram({}, 4)));
    expect(all.counts).toHaveLength(4);
    expect(all.counts.reduce((sum, item) => sum + item)).toBe(11);
    expect(all.byOutcome.refused).toEqual([0, 0, 0, 1]);
    expect(all.from).toBe(at(1));
    const some = await answerOf(
      index.histogram({ since: at(0), until: at(12), outcome: 'done' }, 2),
    );
    expect(some).toMatchObject({ from: at(0), to: at(12), barMs: 6_000, counts: [2, 2] });
    const none = await answerOf(index.histogram({ actor: 'nobody' }, 10));
    expect(none.counts).toEqual([]);
  });

  test('is tallied by agent, action, outcome, code and session', async () => {
    const { index } = await indexOver((ledger) => {
      ledger.call({ actor: 'codex', session_id: 's-1' });
      ledger.call({ actor: 'codex' }, { result: 'refused', code: 'too-fast' });
      ledger.call({ actor: 'cursor', action: 'git_status' });
    });
    expect(AuditCounts.parse(await answerOf(index.counts({})))).toEqual({
      total: 3,
      actors: [
        { value: 'codex', count: 2 },
        { value: 'cursor', count: 1 },
      ],
      actions: [
        { value: 'open_file', count: 2 },
        { value: 'git_status', count: 1 },
      ],
      outcomes: [
        { value: 'done', count: 2 },
        { value: 'refused', count: 1 },
      ],
      codes: [{ value: 'too-fast', count: 1 }],
      sessions: [{ value: 's-1', count: 1 }],
      complete: true,
    });
    const { total, actors } = await answerOf(index.counts({ q: 'too-fast' }));
    expect({ total, actors }).toEqual({ total: 1, actors: [{ value: 'codex', count: 1 }] });
  });
});
