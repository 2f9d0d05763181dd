/** Which folders to ask for on behalf of calls, as they lie on this machine. */
import { smallestAsk, type SmallestAsk, type WishedCall } from '../../core/offers.ts';
import type { Exchange } from './registry.ts';

/** Null when there is nothing sensible to ask for. */
export type LeastFor = (
  calls: readonly WishedCall[],
  exchange: Pick<Exchange, 'agent' | 'claimedWorkspace'>,
) => Promise<SmallestAsk | null>;

interface Machine {
  readonly home: string;
  readonly ownPlaces: readonly string[];
  readonly projectFolderOf: (path: string, home: string) => Promise<string | null>;
}

export const leastOn =
  ({ home, ownPlaces, projectFolderOf }: Machine): LeastFor =>
  async (calls, { agent, claimedWorkspace }) => {
    const around = new Map<string, string | null>();
    for (const path of calls.flatMap(({ paths }) => paths)) {
      if (!around.has(path)) around.set(path, await projectFolderOf(path, home));
    }
    // For what names no path: where the client says it works, else where it really does.
    const place = claimedWorkspace ?? agent.verified?.cwd ?? null;
    const workplace = place && (await projectFolderOf(place, home));
    return smallestAsk(calls, {
      around: (path) => around.get(path) ?? null,
      otherwise: workplace ? [workplace] : [],
      places: { home, ownPlaces },
    });
  };
