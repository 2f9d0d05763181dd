/** What became of an entry that we wrote: still there, changed by someone else, or gone. */
import { structuredPatch } from 'diff';
import type { WrittenChange } from '../../../../shared/integrations/clients.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { isList, valueAt, type Json } from '../edit/json-value.ts';
import { isGone, isSameItem, stands, type ConfigEdit } from '../edit/config-edits.ts';
import type { ChangeRecord } from '../files/change-record.ts';
import { digestOf } from '../files/config-snapshot.ts';
import { diffOfPatch } from '../shown-diff.ts';
import { formatFor, readConfig, type ReadingNotes } from './read-config.ts';

export type EntryDrift = Pick<WrittenChange, 'drift' | 'difference'>;

const maxValueLength = 100_000;

export async function driftOf(record: ChangeRecord, notes: ReadingNotes): Promise<EntryDrift> {
  const format = formatFor(catalogue[record.client], record.purpose);
  const { current, value } = await readConfig(format, record.file, notes);
  const as = (drift: WrittenChange['drift']): EntryDrift => ({ drift, difference: null });
  if ('why' in current) return as('unreadable');
  if (current.bytes && digestOf(current.bytes) === record.after) return as('as-written');
  if (current.bytes && value === undefined) return as('unreadable');
  const configEdits = record.fulfilled.map(({ wish }) => wish);
  const now = value ?? {};
  if (configEdits.every((wish) => stands(now, wish))) return as('elsewhere');
  const seen = current.bytes && digestOf(current.bytes);
  const drift = configEdits.every((wish) => isGone(now, wish)) ? 'gone' : 'changed';
  return { drift, difference: { diff: entryDiff(now, configEdits), seen } };
}

/** What we wrote against what stands there now, entry by entry; the rest of the file is not our business. */
function entryDiff(now: Json, configEdits: readonly ConfigEdit[]) {
  const changed = configEdits.filter((wish) => !stands(now, wish));
  const ours = changed.map((wish) =>
    shownEntry(wish, wish.kind === 'set' ? wish.value : wish.item),
  );
  const theirs = changed.map((wish) => shownEntry(wish, standingAt(now, wish)));
  const patch = structuredPatch('', '', ours.join(''), theirs.join(''), '', '', { context: 3 });
  return diffOfPatch(patch);
}

/** Whatever stands in the place of our entry; undefined where nothing does. */
export function standingAt(now: Json, wish: ConfigEdit): Json | undefined {
  const there = valueAt(now, wish.path);
  if (wish.kind === 'set') return there;
  return isList(there) ? there.find((item) => isSameItem(item, wish)) : undefined;
}

function shownEntry({ path }: ConfigEdit, value: Json | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value, hideKeys, 2);
  const whole = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return `${path.join('.')}: ${whole}\n`;
}

/** A key that stands in the client's file is not shown in the window. */
const hideKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(
        /^Bearer (?!\{)(.*)$/s,
        (_all, key: string) => `Bearer (key ${digestOf(Buffer.from(key)).slice(0, 6)})`,
      )
    : value;
