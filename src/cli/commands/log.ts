import { largestPage } from '../../shared/ledger/query.ts';
import type { LogEntry, LogPage } from '../../shared/protocols/log-views.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import {
  expectNone,
  textOption,
  type CommandOutput,
  type CommandInput,
  type CommandDefinition,
} from '../command.ts';
import { AppClient } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import type { Paint } from '../terminal/paint.ts';
import { localTime, nowOf } from '../terminal/text.ts';

const everyMs = 500;
/** Options that are passed on unchanged as query parameters. */
const passedOn: Readonly<Record<string, string>> = {
  actor: 'actor',
  action: 'action',
  outcome: 'outcome',
  code: 'code',
  session: 'session_id',
  search: 'q',
};

export const log: CommandDefinition = {
  summary: 'show what agents asked for, did and were refused',
  help: `  gatehouse log [-f] [filters]

  -f, --follow       keep printing new entries until Ctrl-C; with --json, one line each
  -n, --limit N      the newest N entries (20)
  --actor NAME       only this client
  --action NAME      only this action, such as open_file
  --outcome WORD     done, refused, failed, open or note
  --code CODE        only entries refused with this code
  --session ID       only this session
  --since, --until   a time (2026-11-16T09:00) or an age (90s, 15m, 2h, 7d)
  -q, --search TEXT  entries that contain this text`,
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
  async run(input) {
    expectNone(input.args);
    const filter = filterOf(input.values);
    const app = await AppClient.find();
    try {
      const page = await read(app, filter, { limit: limitOf(input.values) });
      const entries = page.entries.toReversed();
      if (!input.values['follow']) return listed(entries, input);
      for (const entry of entries) input.emit(entryOutput(entry, input.paint));
      await follow(app, filter, lastOf(entries), input);
      return null;
    } finally {
      app.close();
    }
  },
};

function listed(entries: readonly LogEntry[], { paint }: CommandInput): CommandOutput {
  const text = entries.map((entry) => toText(entry, paint)).join('\n');
  return { data: entries, text: text || 'No matching entries.' };
}

/** Runs until a signal arrives or the app exits. */
async function follow(
  app: AppClient,
  filter: URLSearchParams,
  from: number,
  input: CommandInput,
): Promise<void> {
  let seen = from;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    const entries = await touchedAfter(seen, app, filter);
    for (const entry of entries) input.emit(entryOutput(entry, input.paint));
    seen = Math.max(seen, lastOf(entries));
  }
}

/** Reads all pages: an old entry that has just ended must not hide entries on the next page. */
async function touchedAfter(
  seen: number,
  app: AppClient,
  filter: URLSearchParams,
): Promise<readonly LogEntry[]> {
  const query = { touched_after: seen, order: 'oldest', limit: largestPage };
  const touched: LogEntry[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: LogPage = await read(app, filter, { ...query, after });
    touched.push(...page.entries);
    after = page.next;
  }
  return touched;
}

const entryOutput = (entry: LogEntry, paint: Paint): CommandOutput => ({
  data: entry,
  text: toText(entry, paint),
});

const lastOf = (entries: readonly LogEntry[]): number =>
  Math.max(0, ...entries.map((entry) => entry.last_seq));

function read(
  app: AppClient,
  filter: URLSearchParams,
  more: Readonly<Record<string, string | number>>,
): Promise<LogPage> {
  const params = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(more)) params.set(name, String(value));
  return app.call<LogPage>('GET', `/mcp/logs?${params}`);
}

function filterOf(values: CommandInput['values']): URLSearchParams {
  const filter = new URLSearchParams();
  for (const [option, name] of Object.entries(passedOn)) {
    const value = textOption(values[option]);
    if (value !== undefined) filter.set(name, value);
  }
  for (const option of ['since', 'until']) {
    const value = textOption(values[option]);
    if (value === undefined) continue;
    const moment = nowOf(value, Date.now());
    if (moment === null) throw new CliError('usage', `--${option} ${value} is not a valid time.`);
    filter.set(option, moment);
  }
  return filter;
}

function limitOf(values: CommandInput['values']): number {
  const limit = Number(textOption(values['limit']) ?? 20);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 500) return limit;
  throw new CliError('usage', '--limit must be a number from 1 to 500.');
}

function toText(entry: LogEntry, paint: Paint): string {
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
