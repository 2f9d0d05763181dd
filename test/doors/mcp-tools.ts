/** The tools of a core on fakes, and a call of one as a patient client makes it. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Core } from '../../src/main/core/offers.ts';
import { leastOn } from '../../src/main/doors/mcp/folders.ts';
import type { Exchange } from '../../src/main/doors/mcp/registry.ts';
import { Tools } from '../../src/main/doors/mcp/tools.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import { agent, never } from '../core/core-fixture.ts';

interface House {
  readonly core: Core;
  readonly clock: FakeClock;
  readonly home: string;
  readonly ownPlaces: readonly string[];
}

/** On this machine the folder of a file is its project. */
export function toolsOf({ core, clock, home, ownPlaces }: House): Tools {
  const projectFolderOf = async (file: string): Promise<string> => path.posix.dirname(file);
  const leastFor = leastOn({ home, ownPlaces, projectFolderOf });
  const tools = new Tools({ core, clock, leastFor });
  onTestFinished(() => tools.dispose());
  return tools;
}

export const patient: Exchange = {
  agent,
  claimedWorkspace: null,
  signal: never,
  progressToken: undefined,
  notify: () => undefined,
  request: () => Promise.reject(new Error('nobody to ask')),
};
