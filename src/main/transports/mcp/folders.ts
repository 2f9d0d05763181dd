/** Finds the folders that an access request for given calls should name. */
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { smallestAsk, type SmallestAsk, type PlannedCall } from '../../core/core.ts';
import type { Exchange } from './registry.ts';

type ExchangeCaller = Pick<Exchange, 'agent' | 'claimedWorkspace'>;

/** Null when there is nothing sensible to ask for. */
export interface SmallestAskFor {
  (calls: readonly PlannedCall[], exchange: ExchangeCaller): Promise<SmallestAsk | null>;
  /** Uses only the names, so that the answer reveals nothing about the disk. */
  byName(calls: readonly PlannedCall[], exchange: ExchangeCaller): SmallestAsk | null;
}

interface Machine {
  readonly home: string;
  readonly ownPaths: readonly string[];
  readonly projectFolderOf: (path: string, home: string) => Promise<string | null>;
}

export function leastOn({ home, ownPaths, projectFolderOf }: Machine): SmallestAskFor {
  const places = { home, ownPaths };
  const byFiles = async (
    calls: readonly PlannedCall[],
    { agent, claimedWorkspace }: ExchangeCaller,
  ): Promise<SmallestAsk | null> => {
    const around = new Map<string, string | null>();
    for (const item of calls.flatMap(({ paths }) => paths)) {
      if (!around.has(item)) around.set(item, await projectFolderOf(item, home));
    }
    // For calls without a path: the claimed workspace, or else the actual working directory.
    const place = claimedWorkspace ?? agent.verified?.cwd ?? null;
    const workplace = place && (await projectFolderOf(place, home));
    return smallestAsk(calls, {
      around: (item) => around.get(item) ?? null,
      otherwise: workplace ? [workplace] : [],
      places,
    });
  };
  const byName: SmallestAskFor['byName'] = (calls, caller) => leastByName(calls, caller, places);
  return Object.assign(byFiles, { byName });
}

function leastByName(
  calls: readonly PlannedCall[],
  { agent, claimedWorkspace }: ExchangeCaller,
  places: Pick<Machine, 'home' | 'ownPaths'>,
): SmallestAsk | null {
  const workplace = claimedWorkspace ?? agent.verified?.cwd ?? null;
  const folders = new Map(
    calls.flatMap(({ paths, folders: named = paths }) =>
      paths.map((item, at) => [item, folderNamed(named[at] ?? item, workplace)] as const),
    ),
  );
  return smallestAsk(calls, {
    around: (item) => folders.get(item) ?? null,
    otherwise: workplace ? [workplace] : [],
    places,
  });
}

/** The client's working directory, if it is inside that folder. */
function folderNamed(folder: string, workplace: string | null): string | null {
  if (!path.isAbsolute(folder) || folder.includes('\0')) return null;
  const plain = path.resolve(folder);
  return workplace !== null && isInside(plain, workplace) ? workplace : plain;
}
