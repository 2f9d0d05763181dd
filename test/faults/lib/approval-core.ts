/** A core on real files whose ledger tells when a decision is written; a yes is given to each question. */
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { openCore, type Core } from '../../../src/main/core/core.ts';
import { realCommands } from '../../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../../src/main/platform/paths/real-paths.ts';
import type { Agent } from '../../../src/shared/access/access.ts';
import type { Ask } from '../../../src/shared/asks/asks.ts';
import type { ClientId } from '../../../src/shared/base/ids.ts';
import { defaultSettings } from '../../../src/shared/app/settings.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { MemoryStateStore } from '../../fakes/memory-state-store.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const agent: Agent = {
  clientId: 'approvals' as ClientId,
  claimedName: 'approvals',
  claimedVersion: '1',
  door: 'mcp',
  verified: null,
};

const plenty = 1_000_000_000;

export interface ApprovalApp {
  readonly core: Core;
  /** Called once, while the next decision is being made durable. */
  atDecision(run: () => void): void;
  nextAsk(): Promise<Ask>;
}

export async function approvalApp(root: string): Promise<ApprovalApp> {
  let atDecision: (() => void) | null = null;
  const core = await openCore({
    clock: new FakeClock(),
    ledgerStore: {
      async append(text) {
        if (!text.includes('"phase":"decision"')) return;
        atDecision?.();
        atDecision = null;
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
    user: 'approvals',
    home: '/nowhere',
    ownPaths: [],
    newId: randomUUID,
    newSessionToken: randomUUID,
    sha256,
    sameDigest: (one, other) => one === other,
    redact: (text) => text,
  });
  const app: ApprovalApp = {
    core,
    atDecision: (run) => {
      atDecision = run;
    },
    nextAsk: () => firstAsk(core),
  };
  await access(app, root);
  return app;
}

async function firstAsk(core: Core): Promise<Ask> {
  for (let turns = 0; turns < 100_000; turns += 1) {
    const ask = core.asks.list().find(({ waiting }) => waiting > 0);
    if (ask) return ask;
    await turn();
  }
  throw new Error('nobody asks anything');
}

async function access({ core, nextAsk }: ApprovalApp, root: string): Promise<void> {
  const scopes = ['delete:files', 'create:files', 'write:files', 'run:commands', 'editor:theme'];
  const request = core.requests.open({ scopes, roots: [root], reason: 'to try' }, agent);
  const ask = await nextAsk();
  if (ask.kind !== 'access') throw new Error('access was asked for');
  core.asks.answer(ask.askId, {
    kind: 'allow',
    scopes: ask.scopes,
    roots: ask.roots,
    seconds: 28_800,
  });
  const outcome = await request.outcome;
  if (outcome.kind !== 'done') throw new Error(outcome.message);
}
