/** All text of the Activity page. */
import { z } from 'zod';
import type { FeedState } from './entry-feed.ts';
import type { AuditLine, AuditPhase, EntryView } from '../../shared/ledger/entry.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';
import { errors } from '../../shared/errors/errors.ts';
import { pastTime, tookWords } from '../text/times.ts';

export const activityText = {
  // activity-failure.tsx
  theLedgerCouldNotBe:
    'The ledger could not be searched right now. Nothing is lost; every entry is still recorded.',
  tryAgain: 'Try again',

  // activity-page.tsx
  activity: 'Activity',

  // empty-activity.tsx
  searchingTheLedger: 'Searching the ledger…',
  everythingAgentsAskForAnd:
    'Everything agents ask for and do is recorded here, including what was refused. Connect a client from the Inbox to see its first entry.',
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
  inWords: 'In words',
  session: 'Session',
  onlyThisSession: 'Only this session',
  entry: 'Entry',
  createRule: 'Create rule…',
  couldNotLoadTheDetails: 'Could not load the details.',

  // entry-row.tsx
  details: (value: string | number) => `${value}, details`,

  // entry-steps.tsx
  stepsOfThisEntry: 'Steps of this entry',
  recordedArguments: 'Recorded arguments',

  // entry-table.tsx
  ledgerEntriesNewestFirst: 'Ledger entries, newest first',

  // facet-chip.tsx
  loading: 'Loading…',
  noValues: 'No values.',
  any: 'Any',

  // filter-bar.tsx
  clear: 'Clear',
  search: 'Search',
  wordsOrExactPhrase: 'Words or “exact phrase”',

  // histogram.tsx
  entriesOverTimeArrowKeys:
    'Entries over time. Arrow keys move; hold Shift to select a range; Enter filters by it.',

  // index-status.tsx
  readingTheLedger: 'Reading the ledger',

  // ledger-acts.tsx
  verifying: 'Verifying…',
  deletedFiles: 'Deleted files…',
  verify: 'Verify',
  exportsTheEntriesThatMatch: 'Exports the entries that match the filters.',

  // outcome-mark.tsx
  checkTheFile: 'check the file',

  // replay-button.tsx
  replayThisSession: 'Replay this session',

  // shown-prompt.tsx
  description: 'Description',
  youWereAskedAboutThis: 'You were asked about this, with the exact arguments below.',
  youWereNotAskedThe: 'You were not asked. The rules decided.',

  // time-chip.tsx
  orDragAcrossTheChart: 'Or drag across the chart below.',

  // Messages
  decidedBy: 'Decided by',
  theSearchIndexIsBeingRebuilt:
    'The search index is being rebuilt. Until it is ready, only the newest entries are found.',
  theSearchIndexIsUnavailableOnly:
    'The search index is unavailable. Only the newest entries are found.',
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
    ['rule', line.rule],
    ['because', line['explain']],
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

const RecordedCommand = z.object({
  command: z.object({
    sandbox: z.object({ profileSha256: z.string() }).nullable(),
    whyNotSandboxed: z.string().optional(),
  }),
});

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
