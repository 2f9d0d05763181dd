/** The tools of a core on fakes, and a call of one as a patient client makes it. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import { leastOn } from '../../src/main/transports/mcp/folders.ts';
import type { Exchange } from '../../src/main/transports/mcp/registry.ts';
import { McpTools } from '../../src/main/transports/mcp/tools.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import { agent, never } from '../core/core-fixture.ts';

interface TestApp {
  readonly core: Core;
  readonly clock: FakeClock;
  readonly home: string;
  readonly ownPaths: readonly string[];
}

/** On this machine the folder of a file is its project. */
export function toolsOf({ core, clock, home, ownPaths }: TestApp): McpTools {
  const projectFolderOf = async (file: string): Promise<string> => path.posix.dirname(file);
  const smallestAskFor = leastOn({ home, ownPaths, projectFolderOf });
  const tools = new McpTools({ core, clock, smallestAskFor, serverTokens: () => 5_000 });
  onTestFinished(() => tools.dispose());
  return tools;
}

export const patient: Exchange = {
  agent,
  claimedWorkspace: null,
  follows: null,
  signal: never,
  progressToken: undefined,
  notify: () => undefined,
  request: () => Promise.reject(new Error('nobody to ask')),
};
