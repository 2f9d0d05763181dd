/** Derives from a client's settings what it may do without Gatehouse. */
import {
  isMoreOpen,
  type AbilityExposure,
  type Exposure,
  type ToolStatus,
} from '../../../../shared/integrations/clients.ts';
import type { ClientSpec } from './client-spec.ts';
import { isList, isJsonObject, valueAt, type Json, type KeyPath } from '../edit/json-value.ts';

const say =
  (standing: ToolStatus) =>
  (why: string): AbilityExposure => ({ standing, why });

export const free = say('free');
export const asks = say('asks');
export const denied = say('denied');
export const unknown = say('unknown');

/** If two tools can do the same, the more permissive one counts. */
export const moreOpen = (candidate: AbilityExposure, other: AbilityExposure): AbilityExposure =>
  isMoreOpen(other.standing, candidate.standing) ? other : candidate;

/** A shell that needs no approval can also run git and use the network. */
export function withShell(
  parts: Pick<Exposure, 'read' | 'edit' | 'shell' | 'network' | 'mcp'>,
): Exposure {
  const bySh = (what: string): AbilityExposure => ({
    ...parts.shell,
    why: `${what} its shell: ${parts.shell.why}`,
  });
  return {
    ...parts,
    network: moreOpen(parts.network, bySh('also through')),
    git: bySh('through'),
  };
}

/** The effective value: that of the last file that has one. */
export function lastAt(settings: readonly Json[], path: KeyPath): Json | undefined {
  return settings.map((value) => valueAt(value, path)).findLast((value) => value !== undefined);
}

/** Empty if there is no list. */
export function wordAt(settings: readonly Json[], path: KeyPath): string {
  const found = lastAt(settings, path);
  return typeof found === 'string' ? found : '';
}

/** All strings of the lists at this path, from every file. */
export const wordsAt = (settings: readonly Json[], path: KeyPath): readonly string[] =>
  settings.flatMap((value) => {
    const list = valueAt(value, path);
    return isList(list) ? list.filter((item) => typeof item === 'string') : [];
  });

export const isOn = (settings: readonly Json[], path: KeyPath): boolean =>
  lastAt(settings, path) === true;

export const objectAt = (settings: readonly Json[], path: KeyPath) => {
  const found = lastAt(settings, path);
  return isJsonObject(found) ? found : {};
};

/** `Bash` itself is in the list, not only a pattern for some commands. */
export const namesAll = (list: readonly string[], tool: string): boolean =>
  [tool, `${tool}(*)`, `${tool}(**)`, `${tool}(:*)`].some((form) => list.includes(form));

export const nobodyKnows = (why: string): Exposure => ({
  read: unknown(why),
  edit: unknown(why),
  shell: unknown(why),
  network: unknown(why),
  git: unknown(why),
  mcp: unknown(why),
});

const maxReasonLength = 300;

/** Reasons quote the files, so they are shortened. */
export function readExposure(
  { native }: Pick<ClientSpec, 'native'>,
  settings: readonly Json[],
  policies: readonly Json[],
): Exposure {
  const read = native.read(settings, policies);
  const short = ({ standing, why }: AbilityExposure): AbilityExposure => ({
    standing,
    why: why.length > maxReasonLength ? `${why.slice(0, maxReasonLength)}…` : why,
  });
  const { read: reading, edit, shell, network, git, mcp } = read;
  return {
    ...{ read: short(reading), edit: short(edit), shell: short(shell) },
    ...{ network: short(network), git: short(git), mcp: short(mcp) },
  };
}
