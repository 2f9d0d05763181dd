/** The index, however it came about, and the plain lines must all tell what a slow reader finds. */
import { describe, expect, test } from 'vitest';
import { pageOf, countsOf } from '../../src/main/platform/ledger-index/answers.ts';
import { wordRun } from '../../src/main/platform/ledger-index/full-text.ts';
import { histogramOf } from '../../src/main/platform/ledger-index/histogram.ts';
import { NewestLines } from '../../src/main/platform/ledger-index/newest-lines.ts';
import { Segments } from '../../src/main/platform/ledger-index/segments.ts';
import { AuditQuery, type AuditFilter } from '../../src/shared/ledger/query.ts';
import { scratch } from '../fakes/scratch.ts';
import {
  dice,
  firstMoment,
  FixtureLedger,
  openIndex,
  quick,
  readyIndex,
  answerOf,
  when,
  whenPhase,
} from './audit-index-fixture.ts';

const actors = ['cursor', 'codex', 'gemini', 'claude-code'];
const actions = ['open_file', 'edit_buffer', 'exec_command'];
const codes = ['too-fast', 'denied-by-person'];
const words = ['alpha', 'beta', 'gamma', 'delta', 'omega'];

type Roll = ReturnType<typeof dice>;
const oneOf = (values: readonly string[], roll: Roll): string => values[roll(values.length)] ?? '';

/** Many agents at once: lines of different entries stand between each other, some for very long. */
function interleavedLedger(seed: number, entries: number): FixtureLedger {
  const roll = dice(seed);
  const ledger = new FixtureLedger(scratch());
  const open: (() => void)[] = [];
  for (let begun = 0; begun < entries; begun += 1) {
    const facts = {
      entry: ledger.newEntry(),
      actor: oneOf(actors, roll),
      action: oneOf(actions, roll),
    };
    const args = { path: `/w/${oneOf(words, roll)}/${oneOf(words, roll)}.ts` };
    ledger.write({ phase: 'intent', ...facts, args });
    open.push(() => {
      const bad = { code: oneOf(codes, roll), detail: `because of ${oneOf(words, roll)}` };
      const result = oneOf(['done', 'refused', 'failed'], roll);
      const end = result === 'done' ? {} : bad;
      ledger.write({ phase: 'outcome', ...facts, result, session_id: `s-${roll(5)}`, ...end });
    });
    // The first few stay open until nearly everything else is over.
    while (open.length > 12) open.splice(5 + roll(open.length - 5), 1)[0]?.();
    if (roll(150) === 0) ledger.rotate();
    if (roll(200) === 0) ledger.skewMs -= roll(60_000);
  }
  for (const close of open.slice(2)) close();
  return ledger;
}

interface Line {
  readonly seq: number;
  readonly ts: string;
  readonly phase: string;
  readonly entry: string;
  readonly actor: string;
  readonly action: string;
  readonly args?: { readonly path: string };
  readonly result?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly session_id?: string;
}

interface IndexedEntry extends Line {
  readonly lastSeq: number;
  readonly outcome: string;
  readonly text: string;
}

/** Reads every line for every question. */
function slowly(lines: readonly string[]): readonly IndexedEntry[] {
  const byEntry = new Map<string, IndexedEntry>();
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    const { seq, ts, entry, code = '', detail = '', args } = line;
    const before = byEntry.get(entry);
    const text = [before?.text ?? `${line.actor} ${line.action}`, code, detail, args?.path];
    byEntry.set(entry, {
      ...before,
      ...line,
      seq: before?.seq ?? seq,
      ts: before?.ts ?? ts,
      lastSeq: seq,
      outcome: line.phase === 'outcome' ? (line.result ?? '') : (before?.outcome ?? 'open'),
      text: text.join(' '),
    });
  }
  return [...byEntry.values()];
}

function fits(entry: IndexedEntry, filter: AuditFilter): boolean {
  const among = (value: string | undefined, wanted: string | readonly string[] | undefined) =>
    wanted === undefined || [wanted].flat().includes(value ?? '');
  const run = wordRun(entry.text);
  return (
    among(entry.actor, filter.actor) &&
    among(entry.action, filter.action) &&
    among(entry.outcome, filter.outcome) &&
    among(entry.code, filter.code) &&
    among(entry.session_id, filter.session_id) &&
    (filter.since === undefined || entry.ts >= filter.since) &&
    (filter.until === undefined || entry.ts < filter.until) &&
    !(filter.hide === 'reads' && entry.action === 'open_file' && entry.outcome === 'done') &&
    (filter.touched_after === undefined || entry.lastSeq > filter.touched_after) &&
    (filter.q?.split(' ') ?? []).every((word) => run.includes(` ${word} `))
  );
}

function randomQuery(roll: Roll, lines: number): AuditQuery {
  const maybe = <T>(value: T): T | undefined => (roll(4) === 0 ? value : undefined);
  const moment = (): string => new Date(firstMoment + roll(lines) * 1_000).toISOString();
  const wanted = {
    actor: maybe(roll(2) ? oneOf(actors, roll) : [oneOf(actors, roll), oneOf(actors, roll)]),
    action: maybe(oneOf(actions, roll)),
    outcome: maybe(oneOf(['open', 'done', 'refused', 'failed'], roll)),
    code: maybe(oneOf(codes, roll)),
    session_id: maybe(`s-${roll(5)}`),
    since: maybe(moment()),
    until: maybe(moment()),
    q: maybe(roll(2) ? oneOf(words, roll) : `${oneOf(words, roll)} ${oneOf(words, roll)}`),
    hide: maybe('reads'),
    touched_after: maybe(roll(lines)),
    after: maybe(roll(lines)),
    before: maybe(roll(lines)),
    order: maybe(oneOf(['newest', 'oldest'], roll)),
    limit: 1 + roll(40),
  };
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return AuditQuery.parse(Object.fromEntries(given));
}

function expectedPage(lines: readonly string[], query: AuditQuery) {
  const { after = 0, before = Infinity, limit = 100 } = query;
  const selected = slowly(lines).filter((entry) => fits(entry, query));
  const within = selected.filter(({ seq }) => seq > after && seq < before);
  const ordered = query.order === 'oldest' ? within : within.toReversed();
  return {
    seqs: ordered.slice(0, limit).map(({ seq, lastSeq, outcome }) => [seq, lastSeq, outcome]),
    more: ordered.length > limit,
    total: query.after === undefined && query.before === undefined ? selected.length : null,
    all: selected.length,
  };
}

type Ask = (query: AuditQuery) => Promise<ReturnType<typeof expectedPage>>;

async function expectSameAnswers(ledger: FixtureLedger, ask: Ask, seed: number): Promise<void> {
  const roll = dice(seed);
  for (let round = 0; round < 60; round += 1) {
    const query = randomQuery(roll, ledger.seq);
    expect({ query, ...(await ask(query)) }).toEqual({
      query,
      ...expectedPage(ledger.lines, query),
    });
  }
}

function summary(page: Awaited<ReturnType<typeof pageOf>>, all: number) {
  const seqs = page.entries.map(({ seq, lastSeq, outcome }) => [seq, lastSeq, outcome]);
  return { seqs, more: page.next !== null, total: page.total, all };
}

function filterOf({ after: _a, before: _b, order: _o, limit: _l, ...filter }: AuditQuery) {
  return filter;
}

describe('any question', () => {
  const askIndex =
    (index: Awaited<ReturnType<typeof readyIndex>>): Ask =>
    async (query) => {
      const { counts } = await answerOf(index.histogram(filterOf(query), 7));
      const { total } = await answerOf(index.counts(filterOf(query)));
      const inBars = counts.reduce((sum, item) => sum + item, 0);
      expect(inBars).toBe(total);
      return summary(await answerOf(index.query(query)), total);
    };

  test('of an index made at once', async () => {
    const ledger = interleavedLedger(1, 900);
    const index = await readyIndex(ledger.dataDir);
    await expectSameAnswers(ledger, askIndex(index), 11);
  });

  test('of an index made by two threads', async () => {
    const ledger = interleavedLedger(5, 2_500);
    const { index } = openIndex(ledger.dataDir, { timing: { ...quick, oneThreadBytes: 0 } });
    await whenPhase(index, 'ready');
    await expectSameAnswers(ledger, askIndex(index), 15);
  });

  test('of an index that followed line by line', async () => {
    const ledger = interleavedLedger(2, 300);
    const empty = scratch();
    const index = await readyIndex(empty);
    const copy = new FixtureLedger(empty);
    for (const line of ledger.lines) {
      const { prev: _prev, hash: _hash, ...record } = JSON.parse(line) as Record<string, never>;
      index.follow([copy.write(record)]);
      // Asking makes it read what it was told of, so that entries come in pieces.
      if (copy.seq % 3 === 0) await answerOf(index.query({ limit: 1 }));
    }
    await when(index, ({ lastSeq }) => lastSeq === ledger.seq);
    expect(index.state).toMatchObject({ phase: 'ready', rebuilds: 1 });
    await expectSameAnswers(ledger, askIndex(index), 12);
  });

  test('of the newest lines alone', async () => {
    const ledger = interleavedLedger(3, 400);
    const segments = new Segments(`${ledger.dataDir}/audit`);
    const source = new NewestLines(segments, 100_000_000);
    expect(source.readOn()).toBe(true);
    segments.dispose();
    const ask: Ask = (query) => {
      const { total } = countsOf([source], filterOf(query));
      const { counts } = histogramOf([source], filterOf(query), 7);
      expect(counts.reduce((sum, item) => sum + item, 0)).toBe(total);
      return Promise.resolve(summary(pageOf([source], query), total));
    };
    await expectSameAnswers(ledger, ask, 13);
  });
});

describe('the newest lines', () => {
  test('begin where the memory for them ends, and behind what the index has', () => {
    const ledger = interleavedLedger(4, 400);
    const segments = new Segments(`${ledger.dataDir}/audit`);
    const source = new NewestLines(segments, 20_000);
    expect(source.readOn()).toBe(true);
    const { entries, next } = pageOf([source], { limit: 500 });
    const expected = expectedPage(ledger.lines, { limit: entries.length });
    expect(entries.length).toBeGreaterThan(20);
    expect(entries.map(({ seq }) => seq)).toEqual(expected.seqs.map(([seq]) => seq));
    expect(next).toBeNull();
    const [, , third] = entries;
    source.beginAfter(third?.seq ?? 0);
    expect(pageOf([source], {}).entries).toEqual(entries.slice(0, 2));
    expect(pageOf([source], { q: 'ts' }).entries).toEqual(entries.slice(0, 2));
    segments.dispose();
  });
});
