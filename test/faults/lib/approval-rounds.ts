/** Goal 13: yes after yes, with a mutator between each and what runs. */
import type { Executor, ResolvedCall } from '../../../src/main/core/core.ts';
import { realPaths } from '../../../src/main/platform/paths/real-paths.ts';
import { done } from '../../../src/shared/actions/outcomes.ts';
import { agent, approvalApp, type ApprovalApp } from './approval-core.ts';
import {
  toolName,
  toolOf,
  randomCall,
  type Mutation,
  type CallSpec,
} from './approval-mutations.ts';
import { chanceOf, type Chance } from './chance.ts';

export interface ApprovalsSeen {
  approvals: number;
  mutated: number;
  executed: number;
  voided: number;
  /** Executions of other bytes, files or definitions than were approved. */
  differing: number;
  readonly problems: string[];
}

const moments = ['before the answer', 'right after it', 'while it is written down'] as const;

const never = new AbortController().signal;

interface Run {
  readonly digest: string;
  readonly definition: string | undefined;
  readonly print: string;
}

/** Whoever would carry it out: it notes what it was given, and the files as they are then. */
class ActionHandler {
  readonly ran: Run[] = [];
  files: readonly string[] = [];
  version = 0;
  readonly #app: ApprovalApp;
  #registered: { dispose(): unknown } | null = null;

  constructor(app: ApprovalApp) {
    this.#app = app;
    this.register();
  }

  register(): void {
    void this.#registered?.dispose();
    const executor: Executor = {
      name: 'hand',
      actions: new Set(['delete_file', 'create_file', 'exec_command']),
      tools: [toolOf(this.version)],
      run: (call) => this.#run(call),
    };
    this.#registered = this.#app.core.executors.register(executor);
  }

  dispose(): void {
    void this.#registered?.dispose();
  }

  redefine(): void {
    this.version += 1;
    this.register();
  }

  async #run({ digest, tool }: ResolvedCall) {
    const print = await realPaths.fingerprint(this.files);
    this.ran.push({ digest, definition: tool?.definitionHash, print });
    return done({});
  }
}

export async function approvalRounds(
  count: number,
  seed: number,
  root: string,
): Promise<ApprovalsSeen> {
  const app = await approvalApp(root);
  const handler = new ActionHandler(app);
  const chance = chanceOf(seed);
  const seen: ApprovalsSeen = {
    ...{ approvals: 0, mutated: 0, executed: 0, voided: 0, differing: 0 },
    problems: [],
  };
  for (let round = 0; round < count; round += 1) {
    const stage = { root, round, chance, redefine: () => handler.redefine() };
    await oneRound(randomCall(stage), { app, handler, chance, seen });
  }
  handler.dispose();
  await app.core.dispose();
  return seen;
}

interface Round {
  readonly app: ApprovalApp;
  readonly handler: ActionHandler;
  readonly chance: Chance;
  readonly seen: ApprovalsSeen;
}

async function oneRound(spec: CallSpec, { app, handler, chance, seen }: Round): Promise<void> {
  const mutation = chance.often(0.7) ? chance.pick(spec.mutations) : null;
  const moment = chance.pick(moments);
  handler.ran.length = 0;
  handler.files = spec.files;
  const approved = {
    definition: spec.action === toolName ? toolOf(handler.version).definitionHash : undefined,
    print: await realPaths.fingerprint(spec.files),
  };
  const passing = app.core.gate.pass({ action: spec.action, args: spec.args }, agent, never);
  const ask = await app.nextAsk();
  if (ask.kind !== 'confirm') throw new Error('a confirmation was due');
  if (moment === 'before the answer') mutation?.run();
  if (moment === 'while it is written down' && mutation) app.atDecision(mutation.run);
  app.core.asks.answer(ask.askId, { kind: 'once' });
  if (moment === 'right after it') mutation?.run();
  const outcome = await passing;
  const how = `${spec.action}, ${mutation?.name ?? 'nothing'} ${moment}: ${outcome.kind}`;
  note({ ...approved, digest: ask.callDigest }, handler.ran, { seen, mutation, how });
}

interface Noting {
  readonly seen: ApprovalsSeen;
  readonly mutation: Mutation | null;
  readonly how: string;
}

function note(approved: Run, ran: readonly Run[], { seen, mutation, how }: Noting): void {
  seen.approvals += 1;
  if (mutation) seen.mutated += 1;
  const [run] = ran;
  if (run === undefined) seen.voided += 1;
  else seen.executed += 1;
  if (run && !isSame(run, approved)) {
    seen.differing += 1;
    seen.problems.push(`something else ran: ${how}`);
  }
  const shouldRun = !mutation?.voids;
  if (shouldRun !== (ran.length === 1)) seen.problems.push(`ran ${ran.length} times: ${how}`);
}

const isSame = (one: Run, other: Run): boolean =>
  one.digest === other.digest && one.definition === other.definition && one.print === other.print;
