/** The clients as the page shows them. */
import { isDeepStrictEqual } from 'node:util';
import {
  clientIds,
  type ClientCard,
  type ClientState,
  type KnownClient,
  type WrittenChange,
} from '../../../shared/clients.ts';
import type { Surroundings } from '../../../shared/data-dir.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import type { Json } from './edit/json-value.ts';
import { isGone, stands } from './edit/wishes.ts';
import { waysOf } from './entry-value.ts';
import { filesOf, fileToWrite, readConfig } from './client-files.ts';
import { formatFor, isNotTouched, type ClientPlans } from './client-plans.ts';
import type { ChangeBook } from './files/change-book.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { digestOf } from './files/config-look.ts';
import type { HeldKeys } from './held-keys.ts';
import { findInstalled } from './installed.ts';
import type { Sightings } from './sightings.ts';

interface Deps {
  readonly at: Surroundings;
  readonly book: ChangeBook;
  readonly keys: HeldKeys;
  readonly plans: ClientPlans;
  readonly sightings: Sightings;
}

export const clientCards = (deps: Deps, project: string | null): Promise<readonly ClientCard[]> =>
  Promise.all(clientIds.map((id) => cardOf(id, deps, project)));

async function cardOf(id: KnownClient, deps: Deps, project: string | null): Promise<ClientCard> {
  const spec = catalogue[id];
  const found = await findInstalled(spec, deps.at);
  const files = await filesOf(spec, deps.at, project);
  const records = deps.book.list().filter(({ client }) => client === id);
  const changes = await Promise.all(records.map(changeOf));
  const settings = await settingsOf(spec, deps.at);
  const native = deps.plans.nativeFile(spec);
  return {
    id,
    name: spec.name,
    found,
    state: stateOf(spec, { records, changes, found, deps }),
    files,
    file: fileToWrite(spec, deps.at, files),
    precedence: spec.precedence,
    ways: waysOf(spec),
    after: spec.after,
    ifSilent: spec.ifSilent,
    changes,
    exposure: spec.native.read(settings),
    denyFile:
      native !== null && (spec.native.deny?.(settings.at(-1) ?? {}) ?? []).length > 0
        ? native
        : null,
    nativeNote: spec.native.note,
    isUntried: spec.isUntried === true,
  };
}

async function settingsOf(spec: ClientSpec, at: Surroundings): Promise<readonly Json[]> {
  const files = await Promise.all(
    spec.native.files(at).map((file) => readConfig(spec.native.format, file)),
  );
  return files.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

async function changeOf(record: ChangeRecord): Promise<WrittenChange> {
  const { changeId, purpose, file, at } = record;
  return { changeId, purpose, file, at, drift: await driftOf(record) };
}

async function driftOf(record: ChangeRecord): Promise<WrittenChange['drift']> {
  const spec = catalogue[record.client];
  const { look, value } = await readConfig(formatFor(spec, record.purpose), record.file);
  if ('why' in look) return 'unreadable';
  if (look.bytes && digestOf(look.bytes) === record.after) return 'as-written';
  if (!look.bytes) return 'gone';
  if (value === undefined) return 'unreadable';
  const wishes = record.fulfilled.map(({ wish }) => wish);
  if (wishes.every((wish) => stands(value, wish))) return 'elsewhere';
  return wishes.every((wish) => isGone(value, wish)) ? 'gone' : 'changed';
}

const driftWords = {
  gone: 'The entry was removed by somebody else.',
  changed: 'The entry was changed by somebody else.',
  unreadable: 'The file can no longer be read.',
} as const;

interface StateFacts {
  readonly records: readonly ChangeRecord[];
  readonly changes: readonly WrittenChange[];
  readonly found: string | null;
  readonly deps: Deps;
}

function stateOf(spec: ClientSpec, { records, changes, found, deps }: StateFacts): ClientState {
  const record = records.findLast(({ purpose }) => purpose === 'connect');
  if (!record) return { kind: found === null ? 'not-installed' : 'can-connect' };
  const drift = changes.find(({ changeId }) => changeId === record.changeId)?.drift ?? 'as-written';
  if (drift !== 'as-written' && drift !== 'elsewhere')
    return { kind: 'changed', words: driftWords[drift] };
  if (record.key !== null && !deps.keys.isLive(record.key))
    return {
      kind: 'changed',
      words: `The key of ${spec.name} was taken back, so it cannot come in.`,
    };
  const now = deps.plans.entryNow(record);
  const isMoved =
    now !== null &&
    !isNotTouched(now) &&
    !record.fulfilled.some(({ wish }) =>
      isDeepStrictEqual(wish.kind === 'set' ? wish.value : wish.item, now),
    );
  if (isMoved)
    return {
      kind: 'changed',
      words: 'Gatehouse is reached in another way than when this was written.',
    };
  const seen = record.key === null ? null : deps.sightings.last(record.key);
  if (seen) return { kind: 'connected', last: seen };
  if (record.seen) return { kind: 'connected', last: { at: record.seen.at, verified: null } };
  return { kind: 'waiting', since: record.at };
}
