/** Whether a client's own tools are under the gate, and whether that works. */
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type {
  HooksCard,
  HooksState,
  HookTrust,
  WrittenChange,
} from '../../../../shared/integrations/clients.ts';
import type { NativeClient } from '../../../../shared/native/native-call.ts';
import { adapters } from '../../native/adapters/adapters.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import { hooksOf } from '../catalogue/hooks/hooks.ts';
import type { ChangeRecord } from '../files/change-record.ts';
import type { ClientReading } from '../reading/config-tasks.ts';
import type { CodexTrust } from './codex-trust.ts';
import { installedVersion, isNewer } from './installed-version.ts';
import type { StoredKeys } from '../stored-keys.ts';
import type { NativeSightings } from './native-sightings.ts';

interface CardFacts {
  readonly spec: ClientSpec;
  readonly at: SystemEnvironment;
  readonly found: string | null;
  readonly records: readonly ChangeRecord[];
  readonly reading: ClientReading;
  readonly nativeSightings: Pick<NativeSightings, 'lastAt'>;
  readonly codexTrust: Pick<CodexTrust, 'last'>;
  readonly keys: Pick<StoredKeys, 'isLive'>;
}

/** The npm packages that install the program. */
const packages: Readonly<Record<NativeClient, readonly string[]>> = {
  'claude-code': ['@anthropic-ai/claude-code'],
  codex: ['@openai/codex'],
  opencode: ['opencode-ai'],
  copilot: ['@github/copilot'],
  gemini: ['@google/gemini-cli'],
  cursor: [],
};

export async function hooksCard(facts: CardFacts): Promise<HooksCard | null> {
  const { spec, at, found, reading } = facts;
  const hooks = hooksOf(spec.id, at);
  if (!hooks) return null;
  const { client } = hooks;
  const { testedVersion } = adapters[client];
  const trust: HookTrust = client === 'codex' ? facts.codexTrust.last() : { kind: 'none' };
  const version = await installedVersion(found, packages[client]);
  return {
    client,
    state: stateOf(facts, client, trust),
    files: hooks.files(at).map(({ path }) => path),
    note: hooks.note,
    promptsFile: hooks.prompts?.(at).path ?? null,
    promptsNote: hooks.promptsNote ?? '',
    trust,
    testedVersion,
    installedVersion: version,
    isNewerThanTested:
      version !== null && testedVersion !== null && isNewer(version, testedVersion),
    switchedOff: reading.switchedOff,
    otherSwitches: hooks.otherSwitches,
    managed: hooks.managed ?? null,
  };
}

const driftWords: Readonly<Partial<Record<WrittenChange['drift'], string>>> = {
  gone: 'The hooks were removed outside Gatehouse.',
  changed: 'The hooks were changed outside Gatehouse.',
  unreadable: 'The file with the hooks can no longer be read.',
};

function stateOf(
  { at, records, reading, nativeSightings, spec, keys }: CardFacts,
  client: NativeClient,
  trust: HookTrust,
): HooksState {
  const own = records.filter(({ purpose }) => purpose === 'hooks');
  const [first] = own;
  if (!first) return { kind: 'off' };
  const drift = reading.changes
    .filter(({ purpose }) => purpose === 'hooks')
    .flatMap((change) => driftWords[change.drift] ?? []);
  if (drift[0] !== undefined) return { kind: 'broken', why: drift[0] };
  // One of several files is missing, after an incomplete undo.
  const files = hooksOf(spec.id, at)?.files(at) ?? [];
  if (files.some(({ path }) => !own.some(({ file }) => file === path)))
    return { kind: 'broken', why: 'A part of the hooks is missing.' };
  if (own.some(({ key }) => key !== null && !keys.isLive(key)))
    return { kind: 'broken', why: 'The key of the hooks was revoked.' };
  if (trust.kind === 'untrusted') return { kind: 'broken', why: trust.why };
  const since = Math.max(...own.map((record) => record.at));
  const seenAt = Math.max(
    nativeSightings.lastAt(client) ?? 0,
    ...own.map(({ seen }) => seen?.at ?? 0),
  );
  return seenAt >= since ? { kind: 'seen', at: seenAt } : { kind: 'waiting', since };
}
