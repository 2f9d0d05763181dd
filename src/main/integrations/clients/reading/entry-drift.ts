/** Compares an entry that Gatehouse wrote with the file: unchanged, changed by another program, or removed. */
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

/** `others`: all changes of ours for that client; one may have changed the same file later. */
export async function driftOf(
  record: ChangeRecord,
  others: readonly ChangeRecord[],
  notes: ReadingNotes,
): Promise<EntryDrift> {
  const format = formatFor(catalogue[record.client], record.purpose, record.file);
  const { current, value } = await readConfig(format, record.file, notes);
  const as = (drift: WrittenChange['drift']): EntryDrift => ({ drift, difference: null });
  if ('why' in current) return as('unreadable');
  if (current.bytes && digestOf(current.bytes) === record.after) return as('as-written');
  if (current.bytes && value === undefined) return as('unreadable');
  const configEdits = record.fulfilled.map(({ edit }) => edit);
  const now = value ?? {};
  const seen = current.bytes && digestOf(current.bytes);
  if (!current.bytes)
    return { drift: 'gone', difference: { diff: entryDiff(now, configEdits), seen } };
  if (configEdits.every((edit) => stands(now, edit)))
    return as(others.some(({ after }) => after === seen) ? 'as-written' : 'elsewhere');
  const drift = configEdits.every((edit) => isGone(now, edit)) ? 'gone' : 'changed';
  return { drift, difference: { diff: entryDiff(now, configEdits), seen } };
}

/** Compares our entries with their current values. The rest of the file is not compared. */
function entryDiff(now: Json, configEdits: readonly ConfigEdit[]) {
  const changed = configEdits.filter((edit) => !stands(now, edit));
  const ours = changed.map((edit) => shownEntry(edit, writtenBy(edit)));
  const theirs = changed.map((edit) => shownEntry(edit, standingAt(now, edit)));
  const patch = structuredPatch('', '', ours.join(''), theirs.join(''), '', '', { context: 3 });
  return diffOfPatch(patch);
}

const writtenBy = (edit: ConfigEdit): Json | undefined => {
  if (edit.kind === 'remove') return undefined;
  return edit.kind === 'set' ? edit.value : edit.item;
};

/** The current value in place of our entry; undefined if there is none. */
export function standingAt(now: Json, edit: ConfigEdit): Json | undefined {
  const there = valueAt(now, edit.path);
  // Another program's entry; its content is not shown, because it may contain secrets.
  if (edit.kind === 'remove') return stands(now, edit) ? undefined : 'it is there again';
  if (edit.kind === 'set') return there;
  return isList(there) ? there.find((item) => isSameItem(item, edit)) : undefined;
}

function shownEntry({ path }: ConfigEdit, value: Json | undefined): string {
  if (value === undefined) return '';
  // A file that belongs to us completely is shown unchanged.
  if (path.length === 0) return typeof value === 'string' ? value.slice(0, maxValueLength) : '';
  const text = JSON.stringify(value, hideKeys, 2);
  const whole = text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
  return `${path.join('.')}: ${whole}\n`;
}

/** The window does not show keys that are in the client's file. */
const hideKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(
        /^Bearer (?!\{)(.*)$/s,
        (_all, key: string) => `Bearer (key ${digestOf(Buffer.from(key)).slice(0, 6)})`,
      )
    : value;
