/**
 * Evaluates OpenCode's `permission` settings as the real program was observed to: files are merged,
 * a key keeps its first position, and the last key that matches the tool wins, so `*` after `bash`
 * overrides it. The older `tools` settings count as if they came first.
 */
import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { isJsonObject, valueAt, type Json, type JsonObject } from '../edit/json-value.ts';
import type { ConfigEdit } from '../edit/config-edits.ts';
import { asks, denied, free, moreOpen } from './exposures.ts';

const words: Readonly<Record<string, (why: string) => AbilityExposure>> = {
  allow: free,
  ask: asks,
  deny: denied,
};
const usual = free('what OpenCode does when nothing is set');

/**
 * What the tool may do. If it depends on patterns, the most permissive one counts, because the
 * agent can choose such a call.
 */
export function standingOf(settings: readonly Json[], tool: string): AbilityExposure {
  let standing = usual;
  for (const [key, rule] of rulesOf(settings)) {
    if (!fits(key, tool)) continue;
    for (const [pattern, word] of isJsonObject(rule)
      ? Object.entries(rule)
      : [['*', rule] as const]) {
      const exposed =
        typeof word === 'string' && words[word]?.(`${nameOf(key, pattern)} is set to "${word}"`);
      if (exposed) standing = pattern === '*' ? exposed : moreOpen(standing, exposed);
    }
  }
  return standing;
}

const nameOf = (key: string, pattern: string): string =>
  pattern === '*' ? `"${key}"` : `"${key}" for "${pattern}"`;

/** In order of evaluation. */
function rulesOf(settings: readonly Json[]): readonly (readonly [string, Json])[] {
  const merged = new Map<string, Json>();
  const put = (key: string, rule: Json): void => {
    const before = merged.get(key);
    merged.set(key, isJsonObject(before) && isJsonObject(rule) ? { ...before, ...rule } : rule);
  };
  for (const value of settings)
    for (const [tool, isOn] of Object.entries(objectIn(value, 'tools')))
      put(asPermission(tool), isOn === false ? 'deny' : 'allow');
  for (const value of settings)
    for (const [key, rule] of Object.entries(permissionIn(value))) put(key, rule);
  return [...merged];
}

const asPermission = (tool: string): string =>
  ['write', 'patch', 'multiedit'].includes(tool) ? 'edit' : tool;

function objectIn(value: Json, key: string): JsonObject {
  const found = valueAt(value, [key]);
  return isJsonObject(found) ? found : {};
}

/** A single string applies to everything. */
function permissionIn(value: Json): JsonObject {
  const found = valueAt(value, ['permission']);
  return typeof found === 'string' ? { '*': found } : objectIn(value, 'permission');
}

/**
 * Matches `*` and `?` without a regular expression, which could take forever on a key with many
 * stars.
 */
function fits(key: string, tool: string): boolean {
  let [inKey, inTool] = [0, 0];
  let [star, resume] = [-1, 0];
  while (inTool < tool.length) {
    if (key[inKey] === '*') {
      [star, resume] = [inKey, inTool];
      inKey += 1;
    } else if (inKey < key.length && (key[inKey] === '?' || key[inKey] === tool[inTool])) {
      inKey += 1;
      inTool += 1;
    } else if (star >= 0) {
      resume += 1;
      [inKey, inTool] = [star + 1, resume];
    } else return false;
  }
  return /^\**$/.test(key.slice(inKey));
}

const own = ['edit', 'bash'] as const;

/**
 * Sets each key in place or at the end. If a later key would override it, all are written again;
 * the older `tools` settings of the same name are then removed, because they would keep its
 * position.
 */
export function denials(settings: Json): readonly ConfigEdit[] {
  const keys = rulesOf([settings]).map(([key]) => key);
  const undone: readonly string[] = own.filter(
    (tool) =>
      keys.includes(tool) && keys.slice(keys.indexOf(tool) + 1).some((key) => fits(key, tool)),
  );
  if (typeof valueAt(settings, ['permission']) !== 'string' && undone.length === 0)
    return own.map((tool) => ({ kind: 'set', path: ['permission', tool], value: 'deny' }));
  const { edit: _edit, bash: _bash, ...rest } = permissionIn(settings);
  const tools = Object.entries(objectIn(settings, 'tools'));
  const kept = tools.filter(([tool]) => !undone.includes(asPermission(tool)));
  const replacement = { ...rest, edit: 'deny', bash: 'deny' };
  return [
    ...(kept.length === tools.length ? [] : [setTo('tools', Object.fromEntries(kept))]),
    setTo('permission', replacement),
  ];
}

const setTo = (key: string, value: Json): ConfigEdit => ({ kind: 'set', path: [key], value });

/** Every tool of the server named gatehouse. */
const ourTools = 'gatehouse_*';

/** Set last, so that no broader key overrides it. OpenCode asks for nothing where nothing is set. */
export function allowances(settings: Json): readonly ConfigEdit[] {
  if (standingOf([settings], 'gatehouse_open_file').standing === 'free') return [];
  if (
    typeof valueAt(settings, ['permission']) !== 'string' &&
    !(ourTools in permissionIn(settings))
  )
    return [{ kind: 'set', path: ['permission', ourTools], value: 'allow' }];
  const { [ourTools]: _ours, ...rest } = permissionIn(settings);
  return [setTo('permission', { ...rest, [ourTools]: 'allow' })];
}
