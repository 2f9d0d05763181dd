import { largestPage, type AuditPage, type IndexedEntry } from '../../shared/audit-query.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { expectNone, textOption, type Answer, type Asked, type Command } from '../command.ts';
import { House } from '../house-client.ts';
import { Problem } from '../problem.ts';
import type { Paint } from '../terminal/paint.ts';
import { localTime, momentOf } from '../terminal/words.ts';

const everyMs = 500;
/** Filters that are passed on as they are, by the name of their option. */
const passedOn: Readonly<Record<string, string>> = {
  actor: 'actor',
  action: 'action',
  outcome: 'outcome',
  code: 'code',
  session: 'session_id',
  search: 'q',
};

export const log: Command = {
  summary: 'what was done, asked and refused',
  help: `  gatehouse log [-f] [filters]

  -f, --follow       go on as it happens, until Ctrl-C; with --json one line each
  -n, --limit N      the newest N entries (20)
  --actor NAME       only of this client
  --action NAME      only this action, such as open_file
  --outcome WORD     done, refused, failed, open or note
  --code CODE        only refused with this code
  --session ID       only of this session
  --since, --until   a moment (2026-11-16T09:00) or how long ago (90s, 15m, 2h, 7d)
  -q, --search TEXT  entries with these words`,
  options: {
    follow: { type: 'boolean', short: 'f' },
    limit: { type: 'string', short: 'n' },
    since: { type: 'string' },
    until: { type: 'string' },
    search: { type: 'string', short: 'q' },
    ...Object.fromEntries(
      ['actor', 'action', 'outcome', 'code', 'session'].map((name) => [name, { type: 'string' }]),
    ),
  },
  async run(asked) {
    expectNone(asked.words);
    const filter = filterOf(asked.values);
    const house = await House.find();
    try {
      const page = await read(house, filter, { limit: limitOf(asked.values) });
      const entries = page.entries.toReversed();
      if (!asked.values['follow']) return listed(entries, asked);
      for (const entry of entries) asked.emit(one(entry, asked.paint));
      await follow(house, filter, lastOf(entries), asked);
      return null;
    } finally {
      house.close();
    }
  },
};

function listed(entries: readonly IndexedEntry[], { paint }: Asked): Answer {
  const text = entries.map((entry) => inWords(entry, paint)).join('\n');
  return { data: entries, text: text || 'Nothing of that kind is on record.' };
}

/** Ends only by a signal, or when the app has gone. */
async function follow(
  house: House,
  filter: URLSearchParams,
  from: number,
  asked: Asked,
): Promise<void> {
  let seen = from;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const entries = await touchedAfter(seen, house, filter);
    for (const entry of entries) asked.emit(one(entry, asked.paint));
    seen = Math.max(seen, lastOf(entries));
  }
}

/** All of them: an entry of long ago that has just ended must not hide those of the next page. */
async function touchedAfter(
  seen: number,
  house: House,
  filter: URLSearchParams,
): Promise<readonly IndexedEntry[]> {
  const wish = { touched_after: seen, order: 'oldest', limit: largestPage };
  const touched: IndexedEntry[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: AuditPage = await read(house, filter, { ...wish, after });
    touched.push(...page.entries);
    after = page.next;
  }
  return touched;
}

const one = (entry: IndexedEntry, paint: Paint): Answer => ({
  data: entry,
  text: inWords(entry, paint),
});

const lastOf = (entries: readonly IndexedEntry[]): number =>
  Math.max(0, ...entries.map((entry) => entry.lastSeq));

function read(
  house: House,
  filter: URLSearchParams,
  more: Readonly<Record<string, string | number>>,
): Promise<AuditPage> {
  const params = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(more)) params.set(name, String(value));
  return house.call<AuditPage>('GET', `/mcp/logs?${params}`);
}

function filterOf(values: Asked['values']): URLSearchParams {
  const filter = new URLSearchParams();
  for (const [option, name] of Object.entries(passedOn)) {
    const value = textOption(values[option]);
    if (value !== undefined) filter.set(name, value);
  }
  for (const option of ['since', 'until']) {
    const value = textOption(values[option]);
    if (value === undefined) continue;
    const moment = momentOf(value, Date.now());
    if (moment === null) throw new Problem('usage', `--${option} ${value} is no moment.`);
    filter.set(option, moment);
  }
  return filter;
}

function limitOf(values: Asked['values']): number {
  const limit = Number(textOption(values['limit']) ?? 20);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return limit;
  throw new Problem('usage', '--limit is a number from 1 to 500.');
}

function inWords(entry: IndexedEntry, paint: Paint): string {
  const { ts, actor, action, subject, outcome, code } = entry;
  const ending = code === null ? outcome : `${outcome} (${code})`;
  const colour = { done: paint.good, refused: paint.warn, failed: paint.bad }[outcome as 'done'];
  return [
    paint.dim(localTime(ts)),
    visibleText(actor).padEnd(16),
    visibleText(action).padEnd(18),
    (colour ?? paint.dim)(visibleText(ending)),
    visibleText(subject),
  ]
    .join('  ')
    .trimEnd();
}
