/**
 * Everything that reads a client's config file, and so parses what another program or a repository
 * wrote. Runs in the thread of config-worker.ts only; main sends tasks and gets small facts back.
 */
import type {
  ClientFile,
  ClientPurpose,
  Exposure,
  KnownClient,
  WrittenChange,
} from '../../../../shared/integrations/clients.ts';
import type { Surroundings } from '../../../../shared/app/data-dir.ts';
import type { ContentDiff } from '../../../../shared/files/file-history.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { readExposure } from '../catalogue/exposures.ts';
import type { JsonObject } from '../edit/json-value.ts';
import { asStanding, isGone, type ConfigEdit } from '../edit/config-edits.ts';
import { entryEdit } from '../entry-edit.ts';
import {
  planRemoval,
  planUndo,
  planEdits,
  type Planned,
  type PlannedBytes,
} from '../files/change-plan.ts';
import type { ChangeRecord } from '../files/change-record.ts';
import {
  digestOf,
  readConfigFile,
  type ConfigFileState,
  type NotTouched,
} from '../files/config-snapshot.ts';
import { shownDiff } from '../shown-diff.ts';
import { whyStillOpen } from '../open-tools.ts';
import { driftOf, type EntryDrift } from './entry-drift.ts';
import { formatFor, readConfig, valueOf, type ReadingNotes } from './read-config.ts';
import { filesOf } from './client-files.ts';

export interface ReadClient {
  readonly client: KnownClient;
  readonly at: Surroundings;
  readonly project: string | null;
  readonly records: readonly ChangeRecord[];
}

/** What a card needs to know of its client's files. */
export interface ClientReading {
  readonly files: readonly ClientFile[];
  readonly exposure: Exposure;
  /** There is a setting in its file that denies its own tools. */
  readonly canDeny: boolean;
  readonly changes: readonly WrittenChange[];
}

export async function readClient(
  { client, at, project, records }: ReadClient,
  notes: ReadingNotes,
): Promise<ClientReading> {
  const spec = catalogue[client];
  const files = await filesOf(spec, at, project, notes);
  const settings = [];
  for (const file of spec.native.files(at)) {
    const { value } = await readConfig(spec.native.format, file, notes);
    if (value !== undefined) settings.push(value);
  }
  const changes: WrittenChange[] = [];
  for (const record of records) {
    const { changeId, purpose, file, at: writtenAt } = record;
    const drift: EntryDrift = await driftOf(record, notes);
    changes.push({ changeId, purpose, file, at: writtenAt, ...drift });
  }
  return {
    files,
    exposure: readExposure(spec, settings),
    canDeny: (spec.native.deny?.(settings.at(-1) ?? {}) ?? []).length > 0,
    changes,
  };
}

export interface PlanChange {
  readonly client: KnownClient;
  readonly purpose: ClientPurpose;
  readonly file: string;
  readonly at: Surroundings;
  /** Our entry; null where the client's own tools are denied instead. */
  readonly entry: JsonObject | null;
  /** An older change of ours that this one takes the place of. */
  readonly replaces: PlannedBytes | null;
}

export interface ConfigFileChange {
  readonly current: ConfigFileState;
  readonly after: Buffer | null;
  readonly diff: ContentDiff;
  /** The digest of what was looked at; null where there is no file. */
  readonly seen: string | null;
}

export interface PlannedConfigChange extends ConfigFileChange, Planned {
  readonly after: Buffer;
  /** What an undo goes back to. */
  readonly base: Buffer | null;
}

export async function planChange(task: PlanChange): Promise<PlannedConfigChange | NotTouched> {
  const { client, purpose, file, at, entry, replaces } = task;
  const spec = catalogue[client];
  const format = formatFor(spec, purpose);
  const current = await readConfigFile(file);
  if ('why' in current) return current;
  const without = replaces && planRemoval(format, current, replaces);
  if (without && 'why' in without) return without;
  const base = without ? without.after : current.bytes;
  const needs = base === null ? Object.entries(spec.newFileNeeds ?? {}) : [];
  const configEdits: readonly ConfigEdit[] =
    entry === null
      ? (spec.native.deny?.(valueOf(spec.native.format, base) ?? {}) ?? [])
      : [
          ...needs.map(([word, value]) => ({ kind: 'set', path: [word], value }) as const),
          entryEdit(spec, entry),
        ];
  if (configEdits.length === 0)
    return { why: `${spec.name} has no setting for that in a file.`, hint: spec.native.note };
  const planned = planEdits(format, file, base, configEdits);
  if ('why' in planned) return planned;
  const open = entry === null && (await whyStillOpen(spec, at, { file, after: planned.after }));
  if (open) return open;
  // Byte for byte what we wrote before: then an undo goes back to the very bytes from before that.
  const isSame = replaces?.after && Buffer.compare(planned.after, replaces.after) === 0;
  return { ...planned, base: isSame ? replaces.before : base, ...changeOf(current, planned.after) };
}

export interface PlanUndo {
  readonly client: KnownClient;
  readonly purpose: ClientPurpose;
  readonly file: string;
  readonly written: PlannedBytes;
}

/** Null as content: the file was made for it and goes again. */
export async function planUndoing(task: PlanUndo): Promise<ConfigFileChange | NotTouched> {
  const current = await readConfigFile(task.file);
  if ('why' in current) return current;
  const format = formatFor(catalogue[task.client], task.purpose);
  const planned = planUndo(format, current, task.written);
  return 'why' in planned ? planned : changeOf(current, planned.after);
}

export type ReadTheirs = Omit<PlanUndo, 'written'> & Pick<PlannedBytes, 'fulfilled'>;

export interface Theirs {
  readonly seen: string | null;
  readonly isGone: boolean;
  /** Our changes as they would read had we written what stands there now. */
  readonly fulfilled: PlannedBytes['fulfilled'];
}

export async function readTheirs(task: ReadTheirs): Promise<Theirs | NotTouched> {
  const { file, fulfilled } = task;
  const current = await readConfigFile(file);
  if ('why' in current) return current;
  const value = valueOf(formatFor(catalogue[task.client], task.purpose), current.bytes);
  if (value === undefined) return { why: `${file} cannot be read.`, hint: 'Nothing was changed.' };
  const all = fulfilled.every(({ wish }) => isGone(value, wish));
  return { seen: seenOf(current), isGone: all, fulfilled: asStanding(value, fulfilled) };
}

const seenOf = ({ bytes }: ConfigFileState): string | null => bytes && digestOf(bytes);

function changeOf<T extends Buffer | null>(current: ConfigFileState, after: T) {
  return { current, after, seen: seenOf(current), diff: shownDiff(current.bytes, after) };
}

export const configTasks = { readClient, planChange, planUndoing, readTheirs };
export type ConfigTasks = typeof configTasks;
