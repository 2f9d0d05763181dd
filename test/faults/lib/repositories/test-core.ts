/** The core with the real workbench, one session in one folder, and a ledger store that counts entries. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import path from 'node:path';
import {
  openCore,
  type Core,
  type Executor,
  type ResolvedCall,
} from '../../../../src/main/core/core.ts';
import { BlobStore } from '../../../../src/main/platform/files/blob-store.ts';
import { realCommands } from '../../../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../../../src/main/platform/paths/real-paths.ts';
import { allScopes } from '../../../../src/shared/access/scopes.ts';
import { defaultSettings } from '../../../../src/shared/app/settings.ts';
import { confinedFiles } from '../../../../src/workbench/confined/files.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { openAllHandlers } from '../../../../src/workbench/handlers.ts';
import { ruleWith } from '../../../core/rule-fixture.ts';
import { FakeClock } from '../../../fakes/fake-clock.ts';
import { MemoryStateStore } from '../../../fakes/memory-state-store.ts';
import { agent, sha256 } from '../approval-core.ts';
import type { World } from './world.ts';

const plenty = 1_000_000_000;
const places = ['.', 'main', 'tree', 'inner'];

export interface RepositoryTestCore {
  readonly core: Core;
  readonly clock: FakeClock;
  /** The events that the workbench sent to sessions since the last call, as text. */
  takeEvents(): string;
  /** Entries that were opened and that were closed. */
  recorded(): { readonly opened: number; readonly closed: number };
  close(): Promise<void>;
}

export async function openRepositoryTestCore(
  world: World,
  base: string,
): Promise<RepositoryTestCore> {
  const clock = new FakeClock();
  const seen = { intent: new Set<string>(), outcome: new Set<string>() };
  const core = await openCore({
    clock,
    ledgerStore: {
      async append(text) {
        for (const line of text.split('\n')) note(line, seen);
      },
      tail: async () => ({ lines: [], tornBytes: 0 }),
    },
    paths: realPaths,
    commands: realCommands({ PATH: '/usr/bin:/bin', HOME: '/nowhere' }),
    stateStore: new MemoryStateStore(),
    settings: {
      ...defaultSettings,
      limits: {
        ...defaultSettings.limits,
        ...{ callsPerSecond: plenty, burst: plenty, sameCallPerMinute: plenty },
        ...{ editBytesPerDay: plenty, editBytesPerFile: plenty },
      },
    },
    ...{ user: 'repositories', home: '/nowhere' },
    ownPaths: places.map((name) => path.join(world.folder, name, 'own')),
    newId: randomUUID,
    newSessionToken: randomUUID,
    sha256,
    sameDigest: (one, other) => one === other,
    redact: (text) => text,
  });
  const events: string[] = [];
  const workbench = workbenchIn(base, events);
  const registered = core.executors.register(workbench.executor);
  await access(core, world.grant);
  for (const name of places) {
    const within = path.join(world.folder, name, 'closed');
    await core.rules.add(ruleWith({ effect: 'deny', within }));
  }
  return {
    ...{ core, clock },
    takeEvents: () => events.splice(0).join('\n'),
    recorded: () => ({ opened: seen.intent.size, closed: seen.outcome.size }),
    async close() {
      await registered.dispose();
      await workbench.dispose();
      await core.dispose();
    },
  };
}

function note(line: string, seen: Readonly<Record<'intent' | 'outcome', Set<string>>>): void {
  if (line === '') return;
  const { entry, phase } = JSON.parse(line) as { entry?: string; phase?: string };
  if (entry !== undefined && (phase === 'intent' || phase === 'outcome')) seen[phase].add(entry);
}

function workbenchIn(base: string, events: string[]) {
  const blobs = new BlobStore(base);
  const opened = openAllHandlers({
    version: '0',
    files: confinedFiles,
    stateFolder: path.join(base, 'workbench'),
    emit: (name, about) => void events.push(JSON.stringify([name, about])),
    keep: (content) => blobs.put(content),
  });
  const handlers = opened.handlers as Readonly<Record<string, AnyHandler>>;
  const planners = opened.planners as Readonly<Record<string, AnyPlanner>>;
  const executor: Executor = {
    name: 'Workbench',
    builtIn: true,
    actions: new Set(Object.keys(handlers)),
    previews: new Set(Object.keys(planners)),
    run: (call, entryId, signal) =>
      handlers[call.action]?.(call.args, taskOf(call, entryId, signal)) ?? none,
    preview: (call, entryId, signal) =>
      planners[call.action]?.(call.args, taskOf(call, entryId, signal)) ?? none,
  };
  return { executor, dispose: () => opened.dispose() };
}

type AnyHandler = (args: unknown, task: Task) => ReturnType<Executor['run']>;
type AnyPlanner = (args: unknown, task: Task) => ReturnType<NonNullable<Executor['preview']>>;
const none = Promise.reject(new Error('no handler for that action'));
none.catch(() => undefined);

/** As the plugin protocol hands it on. */
const taskOf = (call: ResolvedCall, entryId: string, signal: AbortSignal): Task => ({
  sessionId: call.session.sessionId,
  agentId: call.agent.clientId,
  entryId,
  roots: call.session.roots,
  skip: call.skip,
  start: undefined,
  planned: typeof call.plan === 'object' ? call.plan?.digest : undefined,
  resultBytes: 1_048_576,
  signal,
});

async function access(core: Core, root: string): Promise<void> {
  const requested = { scopes: [...allScopes], roots: [root], reason: 'to try' };
  const request = core.requests.open(requested, agent);
  for (let turns = 0; turns < 100_000; turns += 1) {
    const ask = core.asks.list().find(({ waiting }) => waiting > 0);
    if (ask?.kind === 'access') {
      const { askId, scopes, roots } = ask;
      core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds: 28_800 });
      break;
    }
    await turn();
  }
  const outcome = await request.outcome;
  if (outcome.kind !== 'done') throw new Error(outcome.message);
}
