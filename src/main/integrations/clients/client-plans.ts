/** Plans changes of clients' config files. It only reads; client-setup.ts writes. */
import fs from 'node:fs';
import path from 'node:path';
import type {
  ClientChange,
  ClientSetupRequest,
  ClientWay,
  FilePreview,
} from '../../../shared/integrations/clients.ts';
import type { SystemEnvironment } from '../../../shared/app/data-dir.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSpec, ClientProgram } from './catalogue/client-spec.ts';
import type { HookFacts } from './catalogue/hooks/hook-spec.ts';
import { hookFileAt } from './catalogue/hooks/hooks.ts';
import type { JsonObject } from './edit/json-value.ts';
import { entryValue, waysOf, whyReplaced } from './entry-value.ts';
import type { CodexTrust } from './hooks/codex-trust.ts';
import type { ChangeJournal } from './files/change-journal.ts';
import type { PlannedBytes } from './files/change-plan.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { isInRepository, type ConfigFileState, type NotTouched } from './files/config-snapshot.ts';
import type { StoredKeys } from './stored-keys.ts';
import type { ConfigReader } from './reading/config-reader.ts';
import type { PlannedUndo, PlannedWrite, SetupStep } from './reading/config-tasks.ts';

export interface WritePlan extends PlannedWrite {
  readonly change: ClientChange;
  readonly mode: number;
  readonly scope: 'user' | 'project';
  readonly replaces: ChangeRecord | null;
  /** The name of the key, if the change contains one. */
  readonly name: ClientId | null;
}

export interface UndoPlan extends PlannedUndo {
  readonly record: ChangeRecord;
  /** Nothing else of ours uses its key. */
  readonly dropsKey: boolean;
}

export interface SetupPlan {
  readonly steps: readonly (WritePlan | UndoPlan)[];
  readonly files: readonly FilePreview[];
}

/** A change that is to be written, before its file was read. */
interface RequestedWrite extends Pick<WritePlan, 'change' | 'scope' | 'replaces' | 'name'> {
  readonly entry: JsonObject | null;
}

export const noLonger: NotTouched = {
  why: 'That change is no longer active.',
  hint: 'Look at the page again.',
};

interface Deps {
  readonly at: SystemEnvironment;
  readonly journal: ChangeJournal;
  readonly keys: StoredKeys;
  readonly reader: ConfigReader;
  readonly command: ClientProgram;
  readonly mcpUrl: string;
  readonly codexTrust: Pick<CodexTrust, 'hashes'>;
  /** The folder that the user selected, if any. */
  readonly project: () => string | null;
}

/** Placeholder in a preview for a key that does not exist yet. */
const keyToCome = 'a-new-key-that-is-made-when-you-click';

export class ClientPlans {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `key`: the key to write; absent in a preview. */
  async setup(
    { client, undo, write }: ClientSetupRequest,
    key: string = keyToCome,
  ): Promise<SetupPlan | NotTouched> {
    const spec = catalogue[client];
    const records = this.#records(client, undo);
    if (!records) return noLonger;
    const writes: RequestedWrite[] = [];
    for (const change of write) {
      const requested = await this.#requested(spec, { ...change, client }, key);
      if (isNotTouched(requested)) return requested;
      writes.push(requested);
    }
    const hookFacts = await this.#hookFacts(spec, writes);
    if ('why' in hookFacts) return hookFacts;
    const at = { ...this.#deps.at, env: { ...this.#deps.at.env } };
    const steps: SetupStep[] = [];
    for (const record of records) steps.push(await this.#undoStep(record));
    for (const requested of writes) steps.push(await this.#writeStep(requested, hookFacts));
    const planned = await this.#deps.reader.planSetup({ client, at, steps });
    if ('why' in planned) return planned;
    const plans: (WritePlan | UndoPlan)[] = [];
    for (const [index, step] of planned.steps.entries()) {
      const [record, requested] = [records[index], writes[index - records.length]];
      if (step.kind === 'undo' && record) {
        const dropsKey = this.#dropsKey(record, records, writes);
        plans.push({ ...step, record, dropsKey });
      }
      if (step.kind === 'write' && requested) {
        const { change, scope, replaces, name } = requested;
        const unfit = await whyNoKey(spec, change, scope, step.current);
        if (unfit) return unfit;
        const mode = change.way === 'key' ? step.current.mode & 0o700 : step.current.mode;
        plans.push({ ...step, change, scope, replaces, name, mode });
      }
    }
    return { steps: plans, files: planned.files };
  }

  #dropsKey(
    { key }: ChangeRecord,
    undone: readonly ChangeRecord[],
    writes: readonly RequestedWrite[],
  ): boolean {
    const left = this.#deps.journal.list().filter((item) => !undone.includes(item));
    return (
      key !== null &&
      ![...left.map((item) => item.key), ...writes.map(({ name }) => name)].includes(key)
    );
  }

  /**
   * Newest first, so that each undo finds the file as it left it. Undefined: one of them no longer
   * exists.
   */
  #records(client: string, changeIds: readonly string[]): readonly ChangeRecord[] | undefined {
    const records = changeIds.flatMap((changeId) => this.#deps.journal.get(changeId) ?? []);
    if (records.length < changeIds.length || records.some((record) => record.client !== client))
      return undefined;
    const order = this.#deps.journal.list();
    return records.toSorted((a, b) => b.at - a.at || order.indexOf(b) - order.indexOf(a));
  }

  async #requested(
    spec: ClientSpec,
    change: ClientChange,
    key: string,
  ): Promise<RequestedWrite | NotTouched> {
    const scope = this.#scopeOf(spec, change);
    if (!scope) return { why: 'That is not a file of this client.', hint: 'Nothing was changed.' };
    // Each move is undone separately.
    const replaces = change.purpose === 'servers' ? null : this.standing(change);
    const entry = await this.#entry(spec, change, replaces, key);
    if (isNotTouched(entry)) return entry;
    return { change, scope, replaces, name: entry.name, entry: entry.value };
  }

  /** Asks Codex for the hashes of its hooks; other clients need nothing. */
  async #hookFacts(
    spec: ClientSpec,
    writes: readonly RequestedWrite[],
  ): Promise<HookFacts | NotTouched> {
    const { command, codexTrust } = this.#deps;
    const hasHooks = writes.some(({ change }) => change.purpose === 'hooks');
    const unfit = hasHooks ? whyReplaced(spec, command) : null;
    if (unfit) return unfit;
    const trustHashes = hasHooks && spec.id === 'codex' ? await codexTrust.hashes() : {};
    return isNotTouched(trustHashes) ? trustHashes : { command, trustHashes };
  }

  async #writeStep(
    { change, entry, replaces }: RequestedWrite,
    hookFacts: HookFacts,
  ): Promise<SetupStep> {
    const { purpose, file } = change;
    const written = replaces && (await this.#written(replaces));
    const entries = change.entries ?? [];
    return { kind: 'write', purpose, file, entry, entries, hookFacts, replaces: written };
  }

  async #undoStep(record: ChangeRecord): Promise<SetupStep> {
    const { purpose, file } = record;
    return { kind: 'undo', purpose, file, written: await this.#written(record) };
  }

  /** The active change of that kind in that file. */
  standing({ client, purpose, file }: Omit<ClientChange, 'way'>): ChangeRecord | null {
    const isIt = (item: ChangeRecord): boolean =>
      item.client === client && item.purpose === purpose && item.file === file;
    return this.#deps.journal.list().find(isIt) ?? null;
  }

  /** The entry that an active change would write now. */
  entryNow(record: ChangeRecord): ReturnType<typeof entryValue> | null {
    const { way, key } = record;
    // A key in the file cannot be compared, because we do not store it.
    if (way === null || way === 'key' || key === null) return null;
    return entryValue(catalogue[record.client], this.#facts(way, key, keyToCome));
  }

  /** Our entry and the name of its key; neither for a change of the client's own settings. */
  async #entry(
    spec: ClientSpec,
    { purpose, way }: ClientChange,
    replaces: ChangeRecord | null,
    key: string,
  ): Promise<{ readonly value: JsonObject | null; readonly name: ClientId | null } | NotTouched> {
    if (purpose === 'hooks') {
      const own = await this.#deps.keys.ownName(spec.id);
      return own === null ? otherKey(spec.id) : { value: null, name: own };
    }
    if (purpose !== 'connect') return { value: null, name: null };
    const name = replaces?.key ?? (await this.#deps.keys.nameFor(spec.id));
    const value = entryValue(spec, this.#facts(way ?? waysOf(spec)[0] ?? 'command', name, key));
    return isNotTouched(value) ? value : { value, name };
  }

  #facts(way: ClientWay, name: ClientId, key: string) {
    const { mcpUrl, command, keys } = this.#deps;
    return { way, name, key, mcpUrl, command, keyFile: keys.fileOf(name) };
  }

  /** The existing file with the highest precedence, or the one that the client would create. */
  nativeFile(spec: ClientSpec): string | null {
    const { at } = this.#deps;
    const files = spec.native.files(at);
    const there = files.findLast((file) => fs.existsSync(file));
    return there ?? files.find((file) => file === spec.newFile(at)) ?? files.at(-1) ?? null;
  }

  /** Where the client's own tools are denied. */
  denyFile(spec: ClientSpec): string | null {
    return spec.native.denyFile?.(this.#deps.at) ?? this.nativeFile(spec);
  }

  /** Null for a file that was not offered. */
  #scopeOf(spec: ClientSpec, { purpose, file }: ClientChange): 'user' | 'project' | null {
    const { at, project } = this.#deps;
    if (purpose === 'allow') return file === this.nativeFile(spec) ? 'user' : null;
    if (purpose === 'deny') return file === this.denyFile(spec) ? 'user' : null;
    if (purpose === 'hooks' || purpose === 'prompts')
      return hookFileAt(spec.id, at, purpose, file) ? 'user' : null;
    if (spec.userFiles(at).includes(file)) return 'user';
    const folder = project();
    const inProject =
      folder === null ? [] : spec.projectFiles.map((name) => path.join(folder, name));
    return inProject.includes(file) ? 'project' : null;
  }

  async #written(record: ChangeRecord): Promise<PlannedBytes> {
    const { journal } = this.#deps;
    const before = await journal.content(record, 'before');
    const after = await journal.content(record, 'after');
    return { before, after, fulfilled: record.fulfilled };
  }
}

const otherKey = (name: string): NotTouched => ({
  why: `There is a key named ${name} that Gatehouse gave to somebody else.`,
  hint: `Revoke it (gatehouse keys revoke ${name}), then try again. Nothing was changed.`,
});

export const isNotTouched = (value: object): value is NotTouched =>
  'why' in value && 'hint' in value;

async function whyNoKey(
  spec: ClientSpec,
  { way }: ClientChange,
  scope: 'user' | 'project',
  current: ConfigFileState,
): Promise<NotTouched | null> {
  if (way !== null && !waysOf(spec).includes(way))
    return { why: `${spec.name} cannot be connected in that way.`, hint: 'Choose another one.' };
  if (way !== 'key' || (scope === 'user' && !(await isInRepository(current.target)))) return null;
  return {
    why: 'A key must not be written into a repository, where others can read it.',
    hint: 'Choose the way that starts the gatehouse command: it needs no key in the file.',
  };
}
