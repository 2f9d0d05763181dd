/** A core on fakes: time, disk and paths are in the test's hands, and so is the person. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { onTestFinished } from 'vitest';
import { openCore, type Core, type Executor, type ResolvedCall } from '../../src/main/core/core.ts';
import type { Commands, Needs, Paths } from '../../src/main/core/dependencies.ts';
import type {
  AccessAsk,
  Agent,
  AllowAccess,
  Root,
  VerifiedCaller,
} from '../../src/shared/access/access.ts';
import { parseCommandLine } from '../../src/main/platform/shell-parser/shell-parser.ts';
import type { ActionName } from '../../src/shared/actions/actions.ts';
import type { Ask, AskAnswer, ConfirmAsk } from '../../src/shared/asks/asks.ts';
import type { ClientId, SessionId } from '../../src/shared/base/ids.ts';
import { sameDigest } from '../../src/main/platform/keys/tokens.ts';
import { isInside } from '../../src/shared/files/inside.ts';
import { done, refused, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { defaultSettings, type Settings } from '../../src/shared/app/settings.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const never = new AbortController().signal;

export const agentCalled = (clientId: string): Agent => ({
  clientId: clientId as ClientId,
  claimedName: 'Claude',
  claimedVersion: '1',
  door: 'mcp',
  verified: null,
});
export const agent = agentCalled('cursor');

export const callerCalled = (executable: string, sameAsBefore = true): VerifiedCaller => ({
  pid: 42,
  executable,
  cwd: '/w/app',
  parents: [{ pid: 41, executable: '/usr/bin/bash', cwd: '/home/ada' }],
  startedAt: 0,
  sameAsBefore,
});

export const rootAt = (path: string): Root => ({ path, device: '1', inode: sha256(path) });

interface FakeDisk {
  /** What stands in a file; a test that changes it changes the fingerprint. */
  readonly contents?: ReadonlyMap<string, string>;
  /** Paths of files that have a second name elsewhere. */
  readonly hardLinks?: readonly string[];
}

/** Names and the real folders behind them; a name that is not listed is real itself. */
export function pathsWith(
  links: Readonly<Record<string, string>> = {},
  { contents = new Map(), hardLinks = [] }: FakeDisk = {},
): Paths {
  const realOf = (name: string): string => links[name] ?? name;
  return {
    pin: async (folder) =>
      folder.startsWith('/') ? rootAt(realOf(folder)) : refused('root-not-found'),
    resolve: (wanted, roots) => {
      const path = realOf(wanted);
      const root = roots.find((one) => isInside(path, one.path));
      if (!root) return refused('outside-roots');
      const names = hardLinks.includes(path) ? 2 : 1;
      return { path, root, exists: true, links: names, kind: 'file' };
    },
    fingerprint: async (paths) => JSON.stringify(paths.map((path) => [path, contents.get(path)])),
  };
}

/** Every program is there, and the shell parser is the real one. */
export const commandsWith = (own: Partial<Commands> = {}): Commands => ({
  prepare: () => undefined,
  parseLine: parseCommandLine,
  findProgram: async (name, { cwd, roots }) => {
    const path = name.includes('/') ? posix.resolve(cwd, name) : `/usr/bin/${name}`;
    const insideRoot = roots.some((root) => isInside(path, root));
    return { kind: 'found', path, real: path, insideRoot };
  },
  environment: { PATH: '/usr/bin:.', HOME: '/home/ada', SHELL: '/bin/bash', LD_PRELOAD: './x.so' },
  ...own,
});

export interface FakeNeeds extends Needs {
  readonly clock: FakeClock;
  readonly ledgerStore: MemoryLedgerStore;
  readonly stateStore: MemoryStateStore;
}

/** The defaults but for these limits. */
export const settingsWith = (limits: Partial<Settings['limits']>): Settings => ({
  ...defaultSettings,
  limits: { ...defaultSettings.limits, ...limits },
});

export function needsWith(own: Partial<FakeNeeds> = {}): FakeNeeds {
  let ids = 0;
  return {
    clock: new FakeClock(),
    ledgerStore: new MemoryLedgerStore(),
    paths: pathsWith(),
    commands: commandsWith(),
    settings: defaultSettings,
    user: 'ada',
    home: '/home/ada',
    ownPaths: ['/home/ada/.config/gatehouse'],
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    newSessionToken: () => `token-${(ids += 1)}`,
    stateStore: new MemoryStateStore(),
    sha256,
    sameDigest,
    redact: (text) => text.replaceAll('s3cret', '⟨secret⟩'),
    ...own,
  };
}

export async function coreWith(own: Partial<FakeNeeds> = {}) {
  const needs = needsWith(own);
  const core = await openCore(needs);
  onTestFinished(() => core.dispose());
  return { core, ...needs };
}

export const readAccess = {
  scopes: ['read:files'],
  roots: ['/w/app'],
  reason: 'to read the code',
} as const;

interface Asked {
  readonly who?: Agent;
  readonly args?: unknown;
  readonly give?: Partial<Omit<AllowAccess, 'kind'>>;
}

/** Asks, waits for the question and answers it with yes to all, or to what is given here. */
export async function granted(
  core: Core,
  clock: FakeClock,
  { who = agent, args = readAccess, give = {} }: Asked = {},
): Promise<SessionId> {
  const request = core.requests.open(args, who);
  const ask = await nextAsk(core, clock);
  const { scopes, roots } = ask;
  const yes = { kind: 'allow', scopes, roots, seconds: 900 } as const;
  const receipt = core.asks.answer(ask.askId, { ...yes, ...give });
  if (!receipt.accepted) throw new Error(receipt.why);
  const outcome = await request.outcome;
  if (outcome.kind !== 'done') throw new Error(outcome.message);
  return outcome.data.session.sessionId;
}

/** The newest question. Real paths take a while to be looked at, so this waits in real time. */
export async function nextAsk(core: Core, clock: FakeClock): Promise<AccessAsk> {
  const ask = await nextQuestion(core, clock);
  if (ask.kind !== 'access') throw new Error(`this is a ${ask.kind} ask`);
  return ask;
}

export async function nextQuestion(core: Core, clock: FakeClock): Promise<Ask> {
  const timeout = performance.now() + 5_000;
  while (performance.now() < timeout) {
    await clock.advance(0);
    const ask = core.asks.list().at(-1);
    if (ask) return ask;
  }
  throw new Error('nobody asks anything');
}

interface FakeEditor {
  readonly actions?: readonly ActionName[];
  readonly answer?: Outcome;
  readonly builtIn?: boolean;
}

/** Carries actions out by writing down that it was told to. */
export function recordingExecutor(
  core: Core,
  {
    actions = ['open_file'],
    answer = done({ content: 'hello' }),
    builtIn = false,
  }: FakeEditor = {},
) {
  const ran: ResolvedCall[] = [];
  const executor: Executor = {
    name: builtIn ? 'fake workbench' : 'fake editor',
    builtIn,
    actions: new Set<string>(actions),
    run: async (call) => {
      ran.push(call);
      return answer;
    },
  };
  const registered = core.executors.register(executor);
  onTestFinished(() => registered.dispose());
  return ran;
}

/** What may be dangerous: scopes to change, run and destroy in /w/app. */
export const boldAccess = {
  scopes: [
    ...['read:files', 'create:files', 'write:files', 'rename:files', 'delete:files'],
    ...['edit:buffers', 'run:commands'],
  ],
  roots: ['/w/app'],
  reason: 'to clean up',
} as const;

const boldActions: readonly ActionName[] = [
  ...(['open_file', 'create_file', 'delete_file', 'rename_file', 'edit_buffer'] as const),
  'exec_command',
];

/** A core with a session that may do much, and an editor that notes what it is told to do. */
export async function boldApp(own: Partial<FakeNeeds> = {}) {
  const app = await coreWith(own);
  const { core, clock } = app;
  const ran = recordingExecutor(core, { actions: boldActions, answer: done({}) });
  const sessionId = await granted(core, clock, { args: boldAccess });
  app.ledgerStore.writes.length = 0;
  const call = (action: string, args: unknown, signal: AbortSignal = never): Promise<Outcome> =>
    core.gate.pass({ action, args }, agent, signal);
  return { ...app, ran, sessionId, call };
}

export async function nextConfirm(core: Core, clock: FakeClock): Promise<ConfirmAsk> {
  const ask = await nextQuestion(core, clock);
  if (ask.kind !== 'confirm') throw new Error(`this is an ${ask.kind} ask`);
  return ask;
}

/** Answers the newest question; what is not taken is a mistake of the test. */
export async function answerNext(core: Core, clock: FakeClock, answer: AskAnswer): Promise<Ask> {
  const ask = await nextQuestion(core, clock);
  const receipt = core.asks.answer(ask.askId, answer);
  if (!receipt.accepted) throw new Error(receipt.why);
  return ask;
}

/** What happened, shortly: "phase action result code". */
export const ledgerLines = (store: MemoryLedgerStore): readonly string[] =>
  store.records.map((record) =>
    ['phase', 'action', 'result', 'code']
      .map((key) => record[key])
      .filter((value) => typeof value === 'string')
      .join(' '),
  );
