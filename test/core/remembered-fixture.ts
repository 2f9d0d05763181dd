/** A core in which callers have keys and verified programs, so that what they are granted is remembered. */
import { onTestFinished } from 'vitest';
import type { AccessOutcome, Core } from '../../src/main/core/core.ts';
import type { AccessAsk, Agent, AllowAccess } from '../../src/shared/access/access.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import type { Scope } from '../../src/shared/access/scopes.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import {
  agentCalled,
  callerCalled,
  commandsWith,
  coreWith,
  never,
  nextAsk,
  pathsWith,
  recordingExecutor,
  rootAt,
  sha256,
  type FakeNeeds,
} from './core-fixture.ts';

export const day = 24 * 60 * 60_000;

/** What a test can change about the machine between two sessions. */
export interface Machine {
  key: string;
  /** What is in the program's file. */
  program: string;
  born: string;
  inode: string;
  isLocked: boolean;
}

export const claude: Agent = {
  ...agentCalled('claude-code'),
  verified: callerCalled('/usr/bin/claude'),
};

export interface Request {
  readonly scopes: readonly Scope[];
  readonly roots?: readonly string[];
  readonly seconds?: number;
  readonly who?: Agent;
}

export async function machineWith(own: Partial<FakeNeeds> = {}) {
  const machine: Machine = {
    ...{ key: 'key-1', program: 'v1', born: '1', inode: 'a', isLocked: false },
  };
  const clock = new FakeClock();
  const stateStore = new MemoryStateStore();
  let ids = 0;
  const pin = (path: string) => ({
    ...{ path, device: '1', inode: '1', size: '1', modified: '1', changed: '1' },
    sha256: machine.program,
  });
  const paths = pathsWith();
  const needs: Partial<FakeNeeds> = {
    ...{ clock, stateStore },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    mac: (text) => sha256(`install ${text}`),
    keyMarkOf: () => machine.key,
    isScreenLocked: async () => machine.isLocked,
    commands: commandsWith({ pinFile: async (path) => pin(path) }),
    paths: {
      ...paths,
      pin: async (folder) => ({ ...rootAt(folder), inode: machine.inode }),
      birthTimeOf: () => machine.born,
    },
    ...own,
  };
  const start = async () => {
    const opened = await coreWith({ ...needs, ledgerStore: new MemoryLedgerStore() });
    recordingExecutor(opened.core, { actions: ['open_file', 'create_file', 'delete_file'] });
    return opened;
  };
  const first = await start();
  /** The app quits, and runs again on the same data. */
  const restarted = async () => {
    await first.core.dispose();
    return start();
  };
  onTestFinished(() => first.core.dispose());
  return { ...first, clock, ledgerStore: first.ledgerStore, stateStore, machine, restarted };
}

const argsOf = ({ scopes, roots = ['/w/app'], seconds = 3600 }: Request) => ({
  ...{ scopes, roots, ttl_seconds: seconds },
  reason: 'to fix the tests',
});

/** Requests access and returns the ask; the outcome follows the answer. */
export async function asked(core: Core, clock: FakeClock, request: Request) {
  const { who = claude } = request;
  const { outcome } = core.requests.open(argsOf(request), who);
  const ask = await nextAsk(core, clock);
  return { ask, outcome };
}

export const yesTo = (ask: AccessAsk, give: Partial<AllowAccess> = {}): AllowAccess => ({
  ...{ kind: 'allow', scopes: ask.scopes, roots: ask.roots, seconds: 3600 },
  ...give,
});

/** Asks and says yes; returns the session. */
export async function grantedTo(
  core: Core,
  clock: FakeClock,
  request: Request,
  give: Partial<AllowAccess> = {},
): Promise<SessionId> {
  const { ask, outcome } = await asked(core, clock, request);
  const receipt = core.asks.answer(ask.askId, yesTo(ask, give));
  if (!receipt.accepted) throw new Error(receipt.why);
  return sessionOf(await outcome);
}

/** Requests access that nobody should be asked about. */
export async function silently(core: Core, clock: FakeClock, request: Request) {
  const { who = claude } = request;
  const { outcome } = core.requests.open(argsOf(request), who);
  await clock.advance(0);
  await clock.advance(0);
  if (core.asks.list().length > 0) throw new Error('somebody was asked');
  return outcome;
}

export function sessionOf(outcome: AccessOutcome): SessionId {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.data.session.sessionId;
}

export const reads = (core: Core, who: Agent = claude) =>
  core.gate.pass({ action: 'open_file', args: { path: '/w/app/a.ts' } }, who, never);

/** A first session, then a second one in which the user chose "start without asking". */
export async function standingFor(
  core: Core,
  clock: FakeClock,
  request: Request,
  days: number | null = 30,
): Promise<SessionId> {
  const first = await grantedTo(core, clock, request);
  core.sessions.end(first, 'agent');
  const second = await grantedTo(core, clock, request, { standing: { days } });
  core.sessions.end(second, 'agent');
  return second;
}
