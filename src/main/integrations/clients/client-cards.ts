/** The clients as the Clients page shows them. */
import { isDeepStrictEqual } from 'node:util';
import {
  clientIds,
  type ClientCard,
  type ClientState,
  type KnownClient,
  type WrittenChange,
} from '../../../shared/integrations/clients.ts';
import type { SystemEnvironment } from '../../../shared/app/data-dir.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';
import { waysOf } from './entry-value.ts';
import { isNotTouched, type ClientPlans } from './client-plans.ts';
import type { ChangeJournal } from './files/change-journal.ts';
import type { ChangeRecord } from './files/change-record.ts';
import type { StoredKeys } from './stored-keys.ts';
import { hooksCard } from './hooks/hooks-card.ts';
import type { NativeSightings } from './hooks/native-sightings.ts';
import type { CodexTrust } from './hooks/codex-trust.ts';
import { findInstalled } from './installed.ts';
import { fileToWrite, configPathsOf } from './reading/client-files.ts';
import type { ConfigReader } from './reading/config-reader.ts';
import type { ClientReading, ReadClient } from './reading/config-tasks.ts';
import type { Sightings } from './sightings.ts';

interface Deps {
  readonly at: SystemEnvironment;
  readonly journal: ChangeJournal;
  readonly keys: StoredKeys;
  readonly plans: ClientPlans;
  readonly reader: ConfigReader;
  readonly sightings: Sightings;
  readonly nativeSightings: NativeSightings;
  readonly codexTrust: Pick<CodexTrust, 'last'>;
  /** Folders that agents work in. */
  readonly folders: () => readonly string[];
}

export const clientCards = (deps: Deps, project: string | null): Promise<readonly ClientCard[]> =>
  Promise.all(clientIds.map((id) => cardOf(id, deps, project)));

async function cardOf(id: KnownClient, deps: Deps, project: string | null): Promise<ClientCard> {
  const spec = catalogue[id];
  const at = { ...deps.at, env: { ...deps.at.env } };
  const found = await findInstalled(spec, at);
  const records = deps.journal.list().filter(({ client }) => client === id);
  const folders = [...new Set([...deps.folders(), ...(project === null ? [] : [project])])];
  const task = { client: id, at, project, records, folders };
  const reading = (await deps.reader.readClient(task)) ?? unreadClient(spec, task);
  const { files, changes, exposure } = reading;
  return {
    id,
    name: spec.name,
    found,
    state: stateOf(spec, { records, changes, found, deps }),
    files,
    file: fileToWrite(spec, at, files),
    precedence: spec.precedence,
    ways: waysOf(spec),
    after: spec.after,
    ifSilent: spec.ifSilent,
    changes,
    exposure,
    denyFile: reading.canDeny ? deps.plans.denyFile(spec) : null,
    allow: reading.allow,
    allowFile: spec.native.allow ? deps.plans.nativeFile(spec) : null,
    nativeNote: spec.native.note,
    hooks: await hooksCard({ ...deps, spec, at, found, records, reading }),
    hazards: spec.native.hazards?.(at) ?? [],
    isUntried: spec.isUntried === true,
  };
}

/** The card stays in the list and says that the state is unknown. */
function unreadClient(spec: ClientSpec, { at, project, records }: ReadClient): ClientReading {
  const error = 'It could not be read.';
  const unread = { standing: 'unknown', why: 'its settings could not be read' } as const;
  return {
    files: configPathsOf(spec, at, project).map((place) => ({
      ...place,
      isThere: true,
      hasEntry: false,
      error,
    })),
    exposure: {
      ...{ read: unread, edit: unread, shell: unread },
      ...{ network: unread, git: unread, mcp: unread },
    },
    canDeny: false,
    allow: 'none',
    switchedOff: [],
    changes: records.map(({ changeId, purpose, way, file, at: writtenAt }) => ({
      ...{ changeId, purpose, way, file, at: writtenAt },
      ...{ drift: 'unreadable', difference: null },
    })),
  };
}

const driftWords = {
  gone: 'The entry was removed by someone else.',
  changed: 'The entry was changed by someone else.',
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
      words: `The key of ${spec.name} was revoked, so it cannot connect.`,
    };
  const now = record.accepted ? null : deps.plans.entryNow(record);
  const isMoved =
    now !== null &&
    !isNotTouched(now) &&
    !record.fulfilled.some(
      ({ edit }) =>
        edit.kind !== 'remove' &&
        isDeepStrictEqual(edit.kind === 'set' ? edit.value : edit.item, now),
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
