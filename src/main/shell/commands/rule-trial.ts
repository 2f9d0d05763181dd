/**
 * A rule held against the calls of the last 30 days. The index looks in its own thread and hands
 * over a page at a time. Only the newest are checked, up to a limit, and the result says how many.
 */
import { setTimeout } from 'node:timers/promises';
import { actionInfo, isAction } from '../../../shared/actions/actions.ts';
import type { AuditPage, AuditQuery, IndexedEntry } from '../../../shared/ledger/query.ts';
import { isAnswer } from '../../../shared/asks/no-answer.ts';
import type { Rule, RuleTrial } from '../../../shared/rules/rules.ts';
import { tryRule, type PastCall } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';

const days = 30;
const pageSize = 500;
const maxChecked = 25_000;
const maxExamples = 5;
const maxTries = 20;
const betweenTriesMs = 100;
/** Of a filter of the index. */
const maxNames = 32;

/** Null where the index gave no answer. */
export async function tryOnPast(
  rule: Rule,
  index: EntryIndex,
  most = maxChecked,
): Promise<RuleTrial | null> {
  const asked = queryFor(rule);
  const sum = { all: 0, looked: 0, matched: 0, carriedOut: 0, unclear: 0, complete: true };
  const examples: IndexedEntry[] = [];
  let before: number | null = null;
  do {
    const page: AuditPage | null = await (before === null
      ? firstPage(index, asked)
      : pageOf(index, { ...asked, before }));
    if (!page) return null;
    const calls = page.entries.filter(isCall).map(asPastCall);
    const { matched, unclear } = tryRule(rule, calls, rule.createdAt);
    sum.all = page.total ?? sum.all;
    sum.complete &&= page.complete;
    sum.looked += page.entries.length;
    sum.matched += matched.length;
    sum.carriedOut += matched.filter(({ entry }) => entry.outcome === 'done').length;
    sum.unclear += unclear;
    examples.push(...matched.slice(0, maxExamples - examples.length).map(({ entry }) => entry));
    before = page.next;
  } while (before !== null && sum.looked < most);
  return { days, ...sum, all: Math.max(sum.all, sum.looked), examples: examples.map(shown) };
}

type EntryIndex = Pick<AuditReader, 'query'>;

/** The index may have been asleep; while it reads up it is given a moment. */
async function firstPage(index: EntryIndex, asked: AuditQuery): Promise<AuditPage | null> {
  for (let tries = 0; ; tries += 1) {
    const page = await pageOf(index, asked);
    if (!page || page.complete || tries >= maxTries) return page;
    await setTimeout(betweenTriesMs);
  }
}

async function pageOf(index: EntryIndex, asked: AuditQuery): Promise<AuditPage | null> {
  const page = await index.query(asked);
  return isAnswer(page) ? page : null;
}

/** As much as the index can tell apart by itself. */
function queryFor({ client, actions, createdAt }: Rule): AuditQuery {
  return {
    since: new Date(createdAt - days * 24 * 3600 * 1000).toISOString(),
    outcome: ['open', 'done', 'refused', 'failed', 'unknown'],
    limit: pageSize,
    ...(client === null ? {} : { actor: client }),
    ...(actions.length > 0 && actions.length <= maxNames ? { action: actions } : {}),
  };
}

/** Rules apply to calls only; the user decides every access request. */
const isCall = ({ action }: IndexedEntry): boolean => action !== 'request_access';

interface CallOfEntry extends PastCall {
  readonly entry: IndexedEntry;
}

/** The index keeps one argument of each call; a second path, or those of a command, it does not. */
function asPastCall(entry: IndexedEntry): CallOfEntry {
  const { actor: client, action, subject } = entry;
  const info = isAction(action) ? actionInfo(action) : null;
  const fields = info?.paths.map(({ field }) => field) ?? [];
  const paths = fields.includes('path') ? [subject] : [];
  return {
    ...{ entry, client, action, paths, digest: null },
    trees: info?.kind === 'destroy' ? paths : [],
    whole: info !== null && info.kind !== 'run' && fields.every((field) => field === 'path'),
  };
}

const shown = ({ entry, ts, actor, action, subject, outcome }: IndexedEntry) => ({
  ...{ entry, ts, actor, action, subject, outcome },
});
