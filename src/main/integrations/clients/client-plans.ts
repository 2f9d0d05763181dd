/** Plans changes of clients' config files. It only reads; client-setup.ts writes. */
import fs from 'node:fs';
import path from 'node:path';
import type { ClientChange, ClientWay } from '../../../shared/integrations/clients.ts';
import type { Surroundings } from '../../../shared/app/data-dir.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSpec, ClientProgram } from './catalogue/client-spec.ts';
import type { JsonObject } from './edit/json-value.ts';
import { entryValue, waysOf } from './entry-value.ts';
import type { ChangeJournal } from './files/change-journal.ts';
import type { PlannedBytes } from './files/change-plan.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { isInRepository, type ConfigFileState, type NotTouched } from './files/config-snapshot.ts';
import type { StoredKeys } from './stored-keys.ts';
import type { ConfigReader } from './reading/config-reader.ts';
import type { ConfigFileChange, PlannedConfigChange } from './reading/config-tasks.ts';

export interface SetupPlan extends PlannedConfigChange {
  readonly mode: number;
  readonly scope: 'user' | 'project';
  readonly replaces: ChangeRecord | null;
  /** The name of the key, if the change contains one. */
  readonly name: ClientId | null;
}

interface Deps {
  readonly at: Surroundings;
  readonly journal: ChangeJournal;
  readonly keys: StoredKeys;
  readonly reader: ConfigReader;
  readonly command: ClientProgram;
  readonly mcpUrl: string;
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
  async change(
    requestedChange: ClientChange,
    key: string = keyToCome,
  ): Promise<SetupPlan | NotTouched> {
    const { client, purpose, file } = requestedChange;
    const spec = catalogue[client];
    const scope = this.#scopeOf(spec, requestedChange);
    if (!scope) return { why: 'That is not a file of this client.', hint: 'Nothing was changed.' };
    const replaces = this.standing(requestedChange);
    const entry = await this.#entry(spec, requestedChange, replaces, key);
    if (isNotTouched(entry)) return entry;
    const at = { ...this.#deps.at, env: { ...this.#deps.at.env } };
    const written = replaces && (await this.#written(replaces));
    const task = { client, purpose, file, at, entry: entry.value, replaces: written };
    const planned = await this.#deps.reader.planChange(task);
    if ('why' in planned) return planned;
    const { current } = planned;
    const unfit = await whyNoKey(spec, requestedChange, scope, current);
    if (unfit) return unfit;
    const mode = requestedChange.way === 'key' ? current.mode & 0o700 : current.mode;
    return { ...planned, mode, scope, replaces, name: entry.name };
  }

  /** The file without that change. */
  async undo(record: ChangeRecord): Promise<ConfigFileChange | NotTouched> {
    const { client, purpose, file } = record;
    const written = await this.#written(record);
    return this.#deps.reader.planUndo({ client, purpose, file, written });
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

  /** Our entry and the name of its key; neither for a change that denies the client's own tools. */
  async #entry(
    spec: ClientSpec,
    { purpose, way }: ClientChange,
    replaces: ChangeRecord | null,
    key: string,
  ): Promise<{ readonly value: JsonObject | null; readonly name: ClientId | null } | NotTouched> {
    if (purpose === 'deny') return { value: null, name: null };
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

  /** Null for a file that was not offered. */
  #scopeOf(spec: ClientSpec, { purpose, file }: ClientChange): 'user' | 'project' | null {
    const { at, project } = this.#deps;
    if (purpose === 'deny') return file === this.nativeFile(spec) ? 'user' : null;
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
