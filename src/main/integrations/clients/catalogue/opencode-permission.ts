/**
 * What OpenCode makes of its `permission`, seen with the real one: files are merged, keys keep the
 * place they had first, and the last key that fits the tool wins; `*` after `bash` undoes it. The
 * older `tools` count as if they stood before.
 */
import type { Exposed } from '../../../../shared/integrations/clients.ts';
import { isJsonObject, valueAt, type Json, type JsonObject } from '../edit/json-value.ts';
import type { ConfigEdit } from '../edit/config-edits.ts';
import { asks, denied, free, moreOpen } from './exposures.ts';

const words: Readonly<Record<string, (why: string) => Exposed>> = {
  allow: free,
  ask: asks,
  deny: denied,
};
const usual = free('what OpenCode does when nothing is set');

/** How far its tool goes. Where rules go by pattern the boldest is told: what some calls may do, the agent can do. */
export function standingOf(settings: readonly Json[], tool: string): Exposed {
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

/** In the order in which they are tried. */
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

/** One word is for everything. */
function permissionIn(value: Json): JsonObject {
  const found = valueAt(value, ['permission']);
  return typeof found === 'string' ? { '*': found } : objectIn(value, 'permission');
}

/** `*` and `?` as OpenCode reads them, without a pattern: a key of many stars would take for ever. */
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
 * Each key where it is, or at the end; all anew where a key behind it would undo it. Then the older
 * `tools` of that name go too: they would keep its place.
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
  const anew = { ...rest, edit: 'deny', bash: 'deny' };
  return [
    ...(kept.length === tools.length ? [] : [setTo('tools', Object.fromEntries(kept))]),
    setTo('permission', anew),
  ];
}

const setTo = (key: string, value: Json): ConfigEdit => ({ kind: 'set', path: [key], value });
