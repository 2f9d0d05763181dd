/** All text of the Activity page. */
import { z } from 'zod';
import type { FeedState } from './entry-feed.ts';
import type { AuditLine, AuditPhase, EntryView } from '../../shared/ledger/entry.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';
import { errors } from '../../shared/errors/errors.ts';
import { pastTime, tookWords } from '../text/times.ts';

export const activityText = {
  // activity-failure.tsx
  searchFailed:
    'The ledger could not be searched right now. Nothing is lost; every entry is still recorded.',
  tryAgain: 'Try again',

  // activity-page.tsx
  activity: 'Activity',

  // empty-activity.tsx
  searchingTheLedger: 'Searching the ledger…',
  nothingYet: 'No activity yet',
  nothingYetHint:
    'Everything agents ask for and do is recorded here, including what was refused. Connect a client to see its first entry.',
  connectAClient: 'Connect a client',
  noEntriesMatch: 'No entries match.',
  clearFilters: 'Clear filters',

  // entry-details.tsx
  time: 'Time',
  agent: 'Agent',
  onlyThisAgent: 'Only this agent',
  remoteAddress: 'Remote address',
  subject: 'Subject',
  outcome: 'Outcome',
  carriedOutBy: 'Carried out by',
  sandbox: 'Sandbox',
  sandboxed: 'Sandboxed',
  notSandboxed: (why: string) => `Not sandboxed. ${why}`,
  inWords: 'In words',
  session: 'Session',
  onlyThisSession: 'Only this session',
  entry: 'Entry',
  createRule: 'Create rule…',
  detailsNotLoaded: 'Could not load the details.',

  // entry-row.tsx
  details: (time: string) => `${time}, details`,

  // run-row.tsx
  reads: (entries: number) => `${entries} reads`,
  runDetails: (time: string, entries: number) => `${time}, show ${entries} reads`,
  inFolder: 'in',

  // entry-steps.tsx
  stepsOfThisEntry: 'Steps of this entry',
  recordedArguments: 'Recorded arguments',

  // entry-table.tsx
  entriesLabel: 'Ledger entries, newest first',

  // facet-chip.tsx
  loading: 'Loading…',
  noValues: 'No values.',
  any: 'Any',

  // filter-bar.tsx
  clear: 'Clear',
  changesAndRefusals: 'Changes and refusals',
  search: 'Search',
  searchPlaceholder: 'Words or “a phrase”',

  // histogram.tsx
  histogramLabel:
    'Entries over time. Arrow keys move; hold Shift to select a range; Enter filters by it.',

  // index-status.tsx
  readingTheLedger: 'Reading the ledger',

  // ledger-acts.tsx
  verifying: 'Verifying…',
  deletedFiles: 'Deleted files…',
  verify: 'Verify',
  exportHint: 'Exports the entries that match the filters.',

  // outcome-mark.tsx
  checkTheFile: 'check the file',

  // replay-button.tsx
  replayThisSession: 'Replay this session',

  // shown-prompt.tsx
  description: 'Description',
  wasAsked: 'You were asked about this, with the exact arguments below.',
  wasNotAsked: 'You were not asked. The rules decided.',

  // time-chip.tsx
  dragHint: 'Or drag across the chart below.',

  // Messages
  decidedBy: 'Decided by',
  indexRebuilding:
    'The search index is being rebuilt. Until it is ready, only the newest entries are found.',
  indexUnavailable: 'The search index is unavailable. Only the newest entries are found.',
  loadingOlderEntries: 'Loading older entries.',
  jsonLines: 'JSON lines',
  tableCsv: 'Table (CSV)',
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  anyTime: 'Any time',
} as const;

type Amount = Pick<FeedState, 'total' | 'totalExact' | 'entries' | 'status'>;

/** How many entries there are. */
export function amountWords(
  { total, totalExact, entries, status }: Amount,
  isFiltered: boolean,
): string {
  const amount = total ?? entries.length;
  const words = `${totalExact ? '' : 'more than '}${amount.toLocaleString()}`;
  if (amount === 0 && status !== 'shown') return '';
  if (amount === 0) return isFiltered ? 'No entries match.' : 'No entries yet.';
  if (!isFiltered) return amount === 1 ? 'One entry' : `${words} entries`;
  return amount === 1 ? 'One entry matches' : `${words} entries match`;
}

export const outcomeWord: Readonly<Record<EntryOutcome, string>> = {
  open: 'In progress',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  note: 'Note',
  unknown: 'Unknown',
};

/** For an unknown outcome the text says what to do: the call may have run, fully or in part. */
export const outcomeSentence = ({ outcome }: Pick<EntryView, 'outcome'>): string =>
  outcome === 'unknown' ? 'Outcome unknown. Check the file.' : outcomeWord[outcome];

/** Our own sentence for a code, when the catalogue has one. */
export function codeSentence(code: string): string | null {
  const known: Readonly<Record<string, { readonly sentence: string }>> = errors;
  return Object.hasOwn(known, code) ? (known[code]?.sentence ?? null) : null;
}

const deciders: Readonly<Record<string, string>> = {
  person: 'you',
  policy: 'Gatehouse',
  nobody: 'nobody',
  'management-api': 'HTTP API',
};

/** Who said yes or no. */
export function deciderWord({ decidedBy }: Pick<EntryView, 'decidedBy'>): string {
  if (decidedBy === null) return '–';
  return Object.hasOwn(deciders, decidedBy) ? (deciders[decidedBy] ?? decidedBy) : decidedBy;
}

const names: Readonly<Record<AuditPhase, string>> = {
  intent: 'Requested',
  decision: 'Decided',
  outcome: 'Ended',
  note: 'Note',
};

const results: Readonly<Record<string, string>> = {
  allow: 'Allowed',
  deny: 'Denied',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Outcome unknown',
};

export function stepName({ phase, result }: AuditLine): string {
  const known = result !== undefined && Object.hasOwn(results, result) ? results[result] : null;
  return known ?? names[phase];
}

/** On the clock that cannot be set, where both lines have it. */
export function stepTime(line: AuditLine, first: AuditLine): string {
  const at = Date.parse(line.ts);
  if (line === first) return pastTime(at, at);
  const isSameBoot = line.boot !== undefined && line.boot === first.boot;
  const after =
    isSameBoot && line.mono_ms !== undefined && first.mono_ms !== undefined
      ? line.mono_ms - first.mono_ms
      : at - Date.parse(first.ts);
  return `after ${tookWords(Math.max(0, after))}`;
}

type Fact = readonly [name: string, value: string];

export function stepFacts(line: AuditLine): readonly Fact[] {
  const facts: readonly (readonly [string, unknown])[] = [
    ['from', line.remote],
    ['by', line.decided_by],
    ['carried out by', line.carried_out_by],
    ['rule', ruleIn(line)],
    ['because', line['explain'] ?? explainIn(line.args)],
    ['sandbox', sandboxOf(line.args)],
    ['code', line.code],
    ['detail', line.detail],
    ['time to decide', tookOf(line.ms_to_decide)],
    ['took', tookOf(line.duration_ms)],
    ['payload', line.payload_sha256],
    ['before', line.before_sha256],
    ['after', line.after_sha256],
  ];
  return facts.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : plainOf(value);
    return text === null ? [] : [[name, text] as const];
  });
}

const RecordedExplanation = z.object({ explain: z.string() });

/** Why a call was not asked about, as the decision records it. */
function explainIn(args: unknown): string | undefined {
  const recorded = RecordedExplanation.safeParse(args);
  return recorded.success ? recorded.data.explain : undefined;
}

const RecordedReasons = z.object({ because: z.array(z.string()).min(1) });
const ruleId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The user's rule in words, with its id; other rules are named by a word of our own. */
function ruleIn({ rule, args }: AuditLine): string | undefined {
  if (rule === undefined || !ruleId.test(rule)) return rule;
  const recorded = RecordedReasons.safeParse(args);
  return recorded.success ? `${recorded.data.because.join(' ')} (${rule})` : rule;
}

const RecordedCommand = z.object({
  command: z.object({
    sandbox: z.object({ profileSha256: z.string() }).nullable(),
    whyNotSandboxed: z.string().optional(),
  }),
});

/** Whether the command of an entry ran in a sandbox; undefined where nothing is said about it. */
export function sandboxIn(lines: readonly { readonly args?: unknown }[]): string | undefined {
  for (const { args } of lines) {
    const recorded = RecordedCommand.safeParse(args);
    if (!recorded.success) continue;
    const { sandbox, whyNotSandboxed = '' } = recorded.data.command;
    return sandbox ? activityText.sandboxed : activityText.notSandboxed(whyNotSandboxed);
  }
  return undefined;
}

/** Undefined where the line says nothing about it. */
function sandboxOf(args: unknown): string | undefined {
  const recorded = RecordedCommand.safeParse(args);
  if (!recorded.success) return undefined;
  const { sandbox, whyNotSandboxed = '' } = recorded.data.command;
  return sandbox
    ? `sandboxed, profile ${sandbox.profileSha256}`
    : `not sandboxed. ${whyNotSandboxed}`;
}

const plainOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

const tookOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : tookWords(ms);
