/** What a click would do to a client's file. Reads, and writes nothing. */
import fs from 'node:fs';
import path from 'node:path';
import type { ClientChange, ClientPurpose, ClientWay } from '../../../shared/clients.ts';
import type { Surroundings } from '../../../shared/data-dir.ts';
import type { ClientId } from '../../../shared/ids.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSpec, OwnCommand } from './catalogue/client-spec.ts';
import type { ConfigFormat } from './edit/format.ts';
import type { Wish } from './edit/wishes.ts';
import { entryValue, waysOf } from './entry-value.ts';
import { entryWish } from './entry-wish.ts';
import type { ChangeBook } from './files/change-book.ts';
import { planUndo, planWishes, type Planned } from './files/change-plan.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { isInRepository, lookAt, type Look, type NotTouched } from './files/config-look.ts';
import type { HeldKeys } from './held-keys.ts';
import { valueOf, whyStillOpen } from './still-open.ts';

export interface Plan extends Planned {
  readonly look: Look;
  readonly base: Buffer | null;
  readonly mode: number;
  readonly scope: 'user' | 'project';
  readonly replaces: ChangeRecord | null;
  /** The key's name, where the change brings one along. */
  readonly name: ClientId | null;
}

interface Deps {
  readonly at: Surroundings;
  readonly book: ChangeBook;
  readonly keys: HeldKeys;
  readonly command: OwnCommand;
  readonly mcpUrl: string;
  /** The folder the person chose, if any. */
  readonly project: () => string | null;
}

/** Stands in a preview for the key that is not made yet. */
const keyToCome = 'a-new-key-that-is-made-when-you-click';

export class ClientPlans {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `key`: the one to write down; none while it is only looked at. */
  async change(wish: ClientChange, key: string = keyToCome): Promise<Plan | NotTouched> {
    const spec = catalogue[wish.client];
    const scope = this.#scopeOf(spec, wish);
    if (!scope) return { why: 'That is no file of this client.', hint: 'Nothing was changed.' };
    const look = await lookAt(wish.file);
    if ('why' in look) return look;
    const unfit = await whyNoKey(spec, wish, scope, look);
    if (unfit) return unfit;
    const replaces = this.standing(wish);
    const base = replaces ? await this.#without(replaces, look) : look.bytes;
    if (base !== null && 'why' in base) return base;
    const format = formatFor(spec, wish.purpose);
    const wished = await this.#wishes(spec, wish, { base, replaces, key });
    if ('why' in wished) return wished;
    const planned = planWishes(format, wish.file, base, wished.wishes);
    if ('why' in planned) return planned;
    const open =
      wish.purpose === 'deny' &&
      (await whyStillOpen(spec, this.#deps.at, { file: wish.file, after: planned.after }));
    if (open) return open;
    const mode = wish.way === 'key' ? look.mode & 0o700 : look.mode;
    return { ...planned, look, base, mode, scope, replaces, name: wished.name };
  }

  /** What the file is to be without that change. */
  async undo(
    record: ChangeRecord,
  ): Promise<{ readonly look: Look; readonly after: Buffer | null } | NotTouched> {
    const look = await lookAt(record.file);
    if ('why' in look) return look;
    const after = await this.#without(record, look);
    return after !== null && 'why' in after ? after : { look, after };
  }

  /** The change of that kind that stands in that file. */
  standing({ client, purpose, file }: Omit<ClientChange, 'way'>): ChangeRecord | null {
    const isIt = (one: ChangeRecord): boolean =>
      one.client === client && one.purpose === purpose && one.file === file;
    return this.#deps.book.list().find(isIt) ?? null;
  }

  /** What the entry of a standing change would say if it were written now. */
  entryNow(record: ChangeRecord): ReturnType<typeof entryValue> | null {
    const { way, key } = record;
    // A key that stands in the file cannot be compared; we do not keep it for that.
    if (way === null || way === 'key' || key === null) return null;
    return entryValue(catalogue[record.client], this.#facts(way, key, keyToCome));
  }

  async #wishes(
    spec: ClientSpec,
    { purpose, way }: ClientChange,
    {
      base,
      replaces,
      key,
    }: {
      readonly base: Buffer | null;
      readonly replaces: ChangeRecord | null;
      readonly key: string;
    },
  ): Promise<{ readonly wishes: readonly Wish[]; readonly name: ClientId | null } | NotTouched> {
    if (purpose === 'deny') return denialsIn(spec, base);
    const chosen = way ?? waysOf(spec)[0] ?? 'command';
    const name = replaces?.key ?? (await this.#deps.keys.nameFor(spec.id));
    const entry = entryValue(spec, this.#facts(chosen, name, key));
    if (isNotTouched(entry)) return entry;
    const needs = base === null ? Object.entries(spec.newFileNeeds ?? {}) : [];
    const around = needs.map(([word, value]) => ({ kind: 'set', path: [word], value }) as const);
    return { wishes: [...around, entryWish(spec, entry)], name };
  }

  #facts(way: ClientWay, name: ClientId, key: string) {
    const { mcpUrl, command, keys } = this.#deps;
    return { way, name, key, mcpUrl, command, keyFile: keys.fileOf(name) };
  }

  /** The one that wins of those that are there; else the one that the client would make. */
  nativeFile(spec: ClientSpec): string | null {
    const { at } = this.#deps;
    const files = spec.native.files(at);
    const there = files.findLast((file) => fs.existsSync(file));
    return there ?? files.find((file) => file === spec.newFile(at)) ?? files.at(-1) ?? null;
  }

  /** Only files that we offered; null for any other. */
  #scopeOf(spec: ClientSpec, { purpose, file }: ClientChange): 'user' | 'project' | null {
    const { at, project } = this.#deps;
    if (purpose === 'deny') return file === this.nativeFile(spec) ? 'user' : null;
    if (spec.userFiles(at).includes(file)) return 'user';
    const folder = project();
    const inProject =
      folder === null ? [] : spec.projectFiles.map((name) => path.join(folder, name));
    return inProject.includes(file) ? 'project' : null;
  }

  async #without(record: ChangeRecord, look: Look): Promise<Buffer | null | NotTouched> {
    const { book } = this.#deps;
    const before = await book.content(record, 'before');
    const after = await book.content(record, 'after');
    const format = formatFor(catalogue[record.client], record.purpose);
    const planned = planUndo(format, look, { before, after, fulfilled: record.fulfilled });
    return 'why' in planned ? planned : planned.after;
  }
}

export const isNotTouched = (value: object): value is NotTouched =>
  'why' in value && 'hint' in value;

export const formatFor = (spec: ClientSpec, purpose: ClientPurpose): ConfigFormat =>
  purpose === 'connect' ? spec.format : spec.native.format;

function denialsIn(spec: ClientSpec, base: Buffer | null) {
  const wishes = spec.native.deny?.(valueOf(spec, base) ?? {}) ?? [];
  if (wishes.length > 0) return { wishes, name: null };
  return { why: `${spec.name} has no setting for that in a file.`, hint: spec.native.note };
}

async function whyNoKey(
  spec: ClientSpec,
  { way }: ClientChange,
  scope: 'user' | 'project',
  look: Look,
): Promise<NotTouched | null> {
  if (way !== null && !waysOf(spec).includes(way))
    return { why: `${spec.name} cannot be connected in that way.`, hint: 'Choose another one.' };
  if (way !== 'key' || (scope === 'user' && !(await isInRepository(look.target)))) return null;
  return {
    why: 'A key must not stand in a file of a repository, where others can read it.',
    hint: 'Choose the way that starts the gatehouse command: it needs no key in the file.',
  };
}
