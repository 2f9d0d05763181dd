/**
 * Codex runs only hooks that it trusts, and says nothing about others. Trust depends on a hook's
 * content and on its position in the file. Our group comes first, so that nothing another program
 * adds or removes changes its position. The other groups move down by one, and their trust entries
 * move with them. That adds no trust: Codex compares the hash with the content.
 */
import type { SystemEnvironment } from '../../../../../shared/app/data-dir.ts';
import type { ConfigEdit } from '../../edit/config-edits.ts';
import { isJsonObject, valueAt, type Json, type JsonObject } from '../../edit/json-value.ts';
import type { ClientProgram } from '../client-spec.ts';
import { inMovable } from '../config-paths.ts';
import { afterLimit, daySeconds, markOf, shellForm } from './hook-command.ts';
import type { HookSpec } from './hook-spec.ts';

const client = 'codex';

export const codexHooksFile = (at: SystemEnvironment): string =>
  inMovable(at, 'CODEX_HOME', '.codex', 'hooks.json');

/** The events in Codex's two spellings. */
export const codexEvents = {
  PreToolUse: 'pre_tool_use',
  PermissionRequest: 'permission_request',
  PostToolUse: 'post_tool_use',
} as const;
export type CodexEvent = keyof typeof codexEvents;
export const codexEventNames = Object.keys(codexEvents) as readonly CodexEvent[];

/** Also written to an empty folder, in which Codex is asked for their hashes. */
export function codexGroups(command: ClientProgram): Readonly<Record<CodexEvent, JsonObject>> {
  const run = (isDecision: boolean): JsonObject => ({
    matcher: '.*',
    hooks: [
      {
        type: 'command',
        command: shellForm(command, { client, isDecision }),
        ...(isDecision ? { timeout: daySeconds } : {}),
      },
    ],
  });
  return { PreToolUse: run(true), PermissionRequest: run(true), PostToolUse: run(false) };
}

export const codexHooks: HookSpec = {
  client,
  files: (at) => [
    {
      path: codexHooksFile(at),
      edits: (_settings, { command }) =>
        Object.entries(codexGroups(command)).map(([event, item]) => ({
          ...({ kind: 'include', path: ['hooks', event], item } as const),
          ...{ mark: markOf(command, client), isFirst: true },
        })),
    },
    {
      path: inMovable(at, 'CODEX_HOME', '.codex', 'config.toml'),
      edits: (settings, { trustHashes }) => [
        { kind: 'set', path: ['features', 'unified_exec_tty'], value: false },
        ...codexEventNames.flatMap((event) => trustEdits(settings, at, event, trustHashes[event])),
      ],
    },
  ],
  switches: (at) => [
    { file: '/etc/codex/requirements.toml', off },
    { file: inMovable(at, 'CODEX_HOME', '.codex', 'config.toml'), off },
    { file: '.codex/config.toml', off },
  ],
  otherSwitches: `The flag -c features.hooks=false. ${afterLimit}`,
  managed: {
    file: '/etc/codex/requirements.toml',
    text: '[features]\nhooks = true\n',
    meaning: 'Keeps your hooks on whatever a project or a flag says.',
  },
  note: 'Interactive shells are turned off in Codex (unified_exec_tty): what is typed into one passes no hook.',
};

const statePath = ['hooks', 'state'];

/** Ours at the first position, and the others moved by one. */
function trustEdits(
  settings: Json,
  at: SystemEnvironment,
  event: CodexEvent,
  hash: string | undefined,
): readonly ConfigEdit[] {
  if (hash === undefined) return [];
  const prefix = `${codexHooksFile(at)}:${codexEvents[event]}:`;
  const state = valueAt(settings, statePath);
  const all = isJsonObject(state) ? state : {};
  const own = `${prefix}0:0`;
  // Our group exists already, so nothing moves.
  if (valueAt(all[own], ['trusted_hash']) === hash) return [];
  const moved = Object.entries(all).flatMap(([key, entry]) => {
    const [, group = '', hook = ''] =
      /^(\d{1,4}):(\d{1,4})$/.exec(key.startsWith(prefix) ? key.slice(prefix.length) : '') ?? [];
    if (group === '' || !isJsonObject(entry)) return [];
    return stateEdits(all, `${prefix}${Number(group) + 1}:${hook}`, entry);
  });
  return [...moved, ...stateEdits(all, own, { trusted_hash: hash })];
}

/** A hook that the user disabled stays disabled at its new position; ours is enabled. */
function stateEdits(all: JsonObject, key: string, entry: JsonObject): readonly ConfigEdit[] {
  const hash = entry['trusted_hash'];
  const enabled = entry['enabled'] ?? (valueAt(all[key], ['enabled']) === undefined ? null : true);
  const set = (name: string, value: Json): ConfigEdit => ({
    ...{ kind: 'set', path: [...statePath, key, name], value },
  });
  return [
    ...(typeof hash === 'string' ? [set('trusted_hash', hash)] : []),
    ...(enabled === null ? [] : [set('enabled', enabled)]),
  ];
}

function off(settings: Json): string | null {
  if (valueAt(settings, ['features', 'hooks']) === false) return '[features] hooks = false';
  return valueAt(settings, ['features', 'unified_exec_tty']) === true
    ? '[features] unified_exec_tty = true'
    : null;
}
