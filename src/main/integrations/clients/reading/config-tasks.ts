/**
 * Everything that parses a client's config file, which other programs or a repository may have
 * written. Runs only in the thread of config-worker.ts; main sends tasks and receives small facts.
 */
import type {
  AllowSetting,
  ClientFile,
  ClientPurpose,
  Exposure,
  FilePreview,
  KnownClient,
  SwitchedOff,
  WrittenChange,
} from '../../../../shared/integrations/clients.ts';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import { readExposure } from '../catalogue/exposures.ts';
import type { HookFacts } from '../catalogue/hooks/hook-spec.ts';
import { hookFileAt } from '../catalogue/hooks/hooks.ts';
import type { ConfigFormat } from '../edit/format.ts';
import type { Json, JsonObject } from '../edit/json-value.ts';
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
import { maskedDiff } from '../servers/masked-diff.ts';
import { entryRemoval, readServers } from '../servers/server-entries.ts';
import { whyStillOpen } from '../open-tools.ts';
import { driftOf, type EntryDrift } from './entry-drift.ts';
import { switchedOff } from './hook-switches.ts';
import { readNativeSettings } from './native-settings.ts';
import { formatFor, valueOf, type ReadingNotes } from './read-config.ts';
import { filesOf } from './client-files.ts';

export interface ReadClient {
  readonly client: KnownClient;
  readonly at: SystemEnvironment;
  readonly project: string | null;
  readonly records: readonly ChangeRecord[];
  /** Folders that agents work in, which are searched for settings that disable our hooks. */
  readonly folders: readonly string[];
}

/** What a card needs to know about its client's files. */
export interface ClientReading {
  readonly files: readonly ClientFile[];
  readonly exposure: Exposure;
  /** There is a setting in its file that denies its own tools. */
  readonly canDeny: boolean;
  readonly allow: AllowSetting;
  readonly changes: readonly WrittenChange[];
  /** Empty while no hooks are installed. */
  readonly switchedOff: readonly SwitchedOff[];
}

export async function readClient(
  { client, at, project, records, folders }: ReadClient,
  notes: ReadingNotes,
): Promise<ClientReading> {
  const spec = catalogue[client];
  const files = await filesOf(spec, at, project, notes);
  const { settings, policies } = await readNativeSettings(spec, at, notes);
  const changes: WrittenChange[] = [];
  for (const record of records) {
    const { changeId, purpose, way, file, at: writtenAt } = record;
    const drift: EntryDrift = await driftOf(record, records, notes);
    changes.push({ changeId, purpose, way, file, at: writtenAt, ...drift });
  }
  const exposure = readExposure(
    spec,
    settings.map(({ value }) => value),
    policies.map(({ value }) => value),
  );
  const hasHooks = records.some(({ purpose }) => purpose === 'hooks');
  return {
    files,
    exposure,
    canDeny: (spec.native.deny?.(settings.at(-1)?.value ?? {}) ?? []).length > 0,
    allow: allowSetting(spec, exposure),
    changes,
    switchedOff: hasHooks ? await switchedOff(client, at, folders, notes) : [],
  };
}

function allowSetting({ native }: ClientSpec, { mcp }: Exposure): AllowSetting {
  if (native.isAllowedInEntry) return 'in-entry';
  if (native.allow === undefined) return 'none';
  return mcp.standing === 'free' ? 'set' : 'offered';
}

export interface WriteStep {
  readonly kind: 'write';
  readonly purpose: ClientPurpose;
  readonly file: string;
  /** Our entry; null if a setting of the client is changed instead. */
  readonly entry: JsonObject | null;
  /** The names of entries to remove. */
  readonly entries: readonly string[];
  readonly hookFacts: HookFacts;
  /** An older change of ours that this one replaces. */
  readonly replaces: PlannedBytes | null;
}

export interface UndoStep {
  readonly kind: 'undo';
  readonly purpose: ClientPurpose;
  readonly file: string;
  readonly written: PlannedBytes;
}

export type SetupStep = WriteStep | UndoStep;

export interface PlanSetup {
  readonly client: KnownClient;
  readonly at: SystemEnvironment;
  readonly steps: readonly SetupStep[];
}

export interface PlannedWrite extends Planned {
  readonly kind: 'write';
  readonly current: ConfigFileState;
  /** The content that an undo restores. */
  readonly base: Buffer | null;
}

/** Null as content: the file was created for this and will be deleted. */
export interface PlannedUndo {
  readonly kind: 'undo';
  readonly current: ConfigFileState;
  readonly after: Buffer | null;
}

export interface PlannedSetup {
  /** One per step, in order. Each step sees the file as the previous step leaves it. */
  readonly steps: readonly (PlannedWrite | PlannedUndo)[];
  readonly files: readonly FilePreview[];
}

export async function planSetup({
  client,
  at,
  steps,
}: PlanSetup): Promise<PlannedSetup | NotTouched> {
  const spec = catalogue[client];
  const planned: (PlannedWrite | PlannedUndo)[] = [];
  const changes = new Map<string, ChangedConfigFile>();
  for (const step of steps) {
    const onDisk = await readConfigFile(step.file);
    if ('why' in onDisk) return onDisk;
    const earlier = changes.get(onDisk.target);
    const current = earlier ? { ...onDisk, bytes: earlier.after } : onDisk;
    const plan =
      step.kind === 'write'
        ? await planWrite(spec, at, step, current)
        : planUndoing(spec, step, current);
    if ('why' in plan) return plan;
    planned.push(plan);
    const format = formatFor(spec, step.purpose, step.file);
    const isMasked = earlier?.isMasked === true || step.purpose === 'servers';
    changes.set(onDisk.target, { onDisk, after: plan.after, format, isMasked });
  }
  return { steps: planned, files: [...changes.values()].map((file) => previewOf(spec, file)) };
}

interface ChangedConfigFile {
  readonly onDisk: ConfigFileState;
  readonly after: Buffer | null;
  readonly format: ConfigFormat;
  /** Values of other servers' variables and headers are not shown. */
  readonly isMasked: boolean;
}

function previewOf(
  spec: ClientSpec,
  { onDisk, after, format, isMasked }: ChangedConfigFile,
): FilePreview {
  const { file, target, bytes } = onDisk;
  const diff = isMasked ? maskedDiff(spec, format, bytes, after) : shownDiff(format, bytes, after);
  return {
    ...{ file, target: file === target ? null : target, seen: seenOf(onDisk) },
    ...diff,
  };
}

async function planWrite(
  spec: ClientSpec,
  at: SystemEnvironment,
  step: WriteStep,
  current: ConfigFileState,
): Promise<PlannedWrite | NotTouched> {
  const { purpose, file, replaces } = step;
  const format = formatFor(spec, purpose, file);
  const without = replaces && planRemoval(format, current, replaces);
  if (without && 'why' in without) return without;
  const base = without ? without.after : current.bytes;
  const configEdits = editsFor(spec, at, step, valueOf(format, base) ?? {}, base === null);
  if (configEdits.length === 0)
    return { why: `${spec.name} has no setting for that in a file.`, hint: spec.native.note };
  const planned = planEdits(format, file, base, configEdits);
  if ('why' in planned) return planned;
  const { after } = planned;
  const open = purpose === 'deny' && (await whyStillOpen(spec, at, { file, after }));
  if (open) return open;
  // Identical to what we wrote before: then an undo restores exactly the bytes from before that.
  const isSame = replaces?.after && Buffer.compare(after, replaces.after) === 0;
  return { kind: 'write', ...planned, current, base: isSame ? replaces.before : base };
}

/** `settings`: the current file without our part. */
function editsFor(
  spec: ClientSpec,
  at: SystemEnvironment,
  { purpose, file, entry, entries, hookFacts }: WriteStep,
  settings: Json,
  isNew: boolean,
): readonly ConfigEdit[] {
  const { native } = spec;
  switch (purpose) {
    case 'allow':
      return native.allow?.(settings) ?? [];
    case 'deny':
      return native.deny?.(settings) ?? [];
    case 'hooks':
    case 'prompts':
      return hookFileAt(spec.id, at, purpose, file)?.edits(settings, hookFacts) ?? [];
    case 'servers':
      return entries.map((name) => entryRemoval(spec, name));
    case 'connect': {
      const needs = isNew ? Object.entries(spec.newFileNeeds ?? {}) : [];
      return [
        ...needs.map(([word, value]) => ({ kind: 'set', path: [word], value }) as const),
        ...(entry === null ? [] : [entryEdit(spec, entry)]),
      ];
    }
  }
}

function planUndoing(
  spec: ClientSpec,
  { purpose, file, written }: UndoStep,
  current: ConfigFileState,
): PlannedUndo | NotTouched {
  const planned = planUndo(formatFor(spec, purpose, file), current, written);
  return 'why' in planned ? planned : { kind: 'undo', current, after: planned.after };
}

export interface ReadExternalEdit extends Pick<PlannedBytes, 'fulfilled'> {
  readonly client: KnownClient;
  readonly purpose: ClientPurpose;
  readonly file: string;
}

export interface ExternalEdit {
  readonly seen: string | null;
  readonly isGone: boolean;
  /** The record of our changes, as if Gatehouse had written the values that are in the file now. */
  readonly fulfilled: PlannedBytes['fulfilled'];
}

export async function readExternalEdit(task: ReadExternalEdit): Promise<ExternalEdit | NotTouched> {
  const { file, fulfilled } = task;
  const current = await readConfigFile(file);
  if ('why' in current) return current;
  const value = valueOf(formatFor(catalogue[task.client], task.purpose, file), current.bytes);
  if (value === undefined) return { why: `${file} cannot be read.`, hint: 'Nothing was changed.' };
  const all = fulfilled.every(({ edit }) => isGone(value, edit));
  return { seen: seenOf(current), isGone: all, fulfilled: asStanding(value, fulfilled) };
}

const seenOf = ({ bytes }: ConfigFileState): string | null => bytes && digestOf(bytes);

export const configTasks = { readClient, planSetup, readExternalEdit, readServers };
export type ConfigTasks = typeof configTasks;
