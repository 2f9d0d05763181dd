/** The public interface of core: other layers import core only from here. */
import {
  isRevocation,
  type Agent,
  type Session,
  type SessionEnd,
} from '../../shared/access/access.ts';
import type { AskId } from '../../shared/base/ids.ts';
import type { PickReceipt } from '../../shared/ipc/ask-window.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import type { Outcome } from '../../shared/actions/outcomes.ts';
import { AppState } from './app-state.ts';
import { AnswerHistory } from './asks/answer-history.ts';
import { AskQueue } from './asks/ask-queue.ts';
import { CallConfirmation } from './gate/call-confirmation.ts';
import { pickFolder } from './asks/pick-folder.ts';
import { ExternalPrompts } from './asks/external-prompts.ts';
import { Ledger } from './ledger/ledger.ts';
import { RefusalFold } from './ledger/refusal-fold.ts';
import type { Call } from './call/call.ts';
import { Evaluator } from './gate/evaluator.ts';
import { AgentRunFlow, type AgentRun } from './gate/agent-run-flow.ts';
import { Executors } from './gate/executors.ts';
import { Gate } from './gate/gate.ts';
import { preview, type Preview } from './gate/preview.ts';
import { HeldBackAsks } from './gate/held-back-asks.ts';
import { LateRuns } from './gate/late-runs.ts';
import { LeftBehind } from './gate/left-behind.ts';
import { UserAnswers } from './gate/user-answers.ts';
import { ConnectFlow } from './network/connect-flow.ts';
import type { ConnectRequest } from './network/connection.ts';
import { Mutes } from './limits/mutes.ts';
import type { Clock, Needs } from './dependencies.ts';
import { DomainEvents } from './domain-events.ts';
import {
  followAll,
  openAccess,
  openLimits,
  openRules,
  releaseAll,
  scopesSeen,
} from './open-parts.ts';
import { UserActions } from './user-actions.ts';
import { Grants } from './policy/grants.ts';
import type { StandingGrants } from './remembered/standing-grants.ts';
import type { SuggestedAccess } from './remembered/suggested-access.ts';
import type { RoleStore, RulesInForce } from './policy/role-store.ts';
import type { RuleStore } from './policy/rule-store.ts';
import { Sandboxes } from './sandbox/sandboxes.ts';
import { AccessRequests } from './sessions/access-requests.ts';
import { GoneRoots } from './sessions/gone-roots.ts';
import { narrowToRoles } from './sessions/role-limits.ts';
import { ServerInputAsks } from './servers/server-input-asks.ts';
import { ServerLists } from './servers/server-lists.ts';
import { SessionStore } from './sessions/session-store.ts';
import { SessionCommands } from './sessions/session-commands.ts';

export type {
  Call,
  CallProgress,
  CallReports,
  JudgedAs,
  NativeEnd,
  ResolvedCall,
  ServerLogLine,
} from './call/call.ts';
export {
  kindOfTool,
  usualServerPolicy,
  type ContributedTool,
  type OwnTool,
  type ServerMethod,
  type ServerTool,
  type ServerToolPolicy,
  type ToolAnnotations,
} from './call/contributed-tools.ts';
export * from './servers/servers.ts';
export type { Executor, StartCheck } from './call/executor.ts';
export type { Prompt } from './asks/external-prompts.ts';
export type { ConnectRequest } from './network/connection.ts';
export type { AccessOutcome } from './sessions/access-decisions.ts';
export type { AgentRun } from './gate/agent-run-flow.ts';
export type { AgentPlaces } from './sandbox/sandbox-profile.ts';
export type { AccessRequest } from './sessions/access-requests.ts';
export { classifyCommand } from './commands/classify.ts';
export { follow, firstHead, type ChainHead } from './ledger/chain.ts';
export { RecordLimit } from './limits/record-limit.ts';
export { TokenBucket } from './limits/token-bucket.ts';
export type { Preview } from './gate/preview.ts';
export { namedDeletes, stepsInstead } from './policy/covered.ts';
export { tryRule, type PastCall } from './policy/rules.ts';
export { isSameAsker } from './sessions/asking-process.ts';
export { notGrantable, rootWarning } from './roots/grantable.ts';
export { probeLaunch } from './sandbox/probe-launch.ts';
export { smallestAsk, type SmallestAsk, type PlannedCall } from './sessions/smallest-ask.ts';

export interface Core extends Disposable {
  readonly gate: Pick<Gate, 'pass' | 'passShown'>;
  /** Emitted after every call, for metrics only. */
  readonly onPassed: Emitter<Passed>['on'];
  /** Connections of sandboxed code. */
  readonly network: NetworkGate;
  /** Runs an agent inside the sandbox of its session; resolves when it has ended. */
  readonly runAgent: (run: AgentRun, signal: AbortSignal) => Promise<Outcome>;
  /** How an MCP server starts in a sandbox of its own. */
  readonly launchServer: Sandboxes['launchServer'];
  /** Reports whether a call would be allowed, without asking or doing anything. */
  readonly preview: (call: Call, agent: Agent, signal: AbortSignal) => Promise<Preview>;
  /** Runs a preview; recorded and limited like a call. */
  readonly passLook: Gate['passLook'];
  readonly requests: AccessRequests;
  readonly asks: Pick<AskQueue, 'withdraw' | 'park' | 'touch' | 'list'> &
    Pick<UserAnswers, 'answer' | 'deny' | 'withdrawAllOf'>;
  /** Selects a folder inside a requested one, to allow only that. */
  readonly pickFolder: (askId: AskId, asked: string, folder: string) => Promise<PickReceipt>;
  /** Permission prompts of programs that Gatehouse itself runs. */
  readonly prompts: Pick<ExternalPrompts, 'ask' | 'endRun'>;
  /** How often the user allowed and denied this agent before. */
  readonly historyOf: AnswerHistory['historyOf'];
  readonly sessions: SessionCommands &
    Pick<
      SessionStore,
      | 'liveOf'
      | 'byToken'
      | 'holderOf'
      | 'claimToken'
      | 'get'
      | 'list'
      | 'onChanged'
      | 'onStarted'
      | 'onStateChanged'
      | 'onTokenIssued'
      | 'onEnded'
    >;
  readonly rules: Pick<
    RuleStore,
    'list' | 'make' | 'generalise' | 'makeExact' | 'add' | 'remove' | 'restore'
  >;
  /** The user's rules and those of roles. */
  readonly rulesInForce: Pick<RulesInForce, 'list'>;
  readonly roles: Pick<
    RoleStore,
    'list' | 'of' | 'save' | 'import' | 'remove' | 'restore' | 'assign'
  >;
  readonly standing: Pick<
    StandingGrants,
    'views' | 'remove' | 'restore' | 'resume' | 'renewScopes' | 'onChanged'
  >;
  /** Access suggested to the user from an agent's own history, which the next ask offers. */
  readonly suggested: Pick<SuggestedAccess, 'has' | 'add' | 'remove'>;
  readonly mutes: Pick<Mutes, 'list' | 'lift'>;
  /** Files that sandboxed commands may not leave behind. */
  readonly heldBack: Pick<HeldBackAsks, 'carriedOutBy'>;
  /** Asks the user what an MCP server wants to know. */
  readonly serverInput: Pick<ServerInputAsks, 'ask' | 'opensWith'>;
  /** Resources and prompts of the MCP servers behind the gate. */
  readonly serverLists: ServerLists;
  /** What programs left behind that ended with their session. */
  readonly lateRuns: Pick<LateRuns, 'record'>;
  readonly userActions: Pick<UserActions, 'perform'>;
  readonly executors: Pick<
    Executors,
    | 'register'
    | 'canDo'
    | 'contributed'
    | 'contributedTools'
    | 'editors'
    | 'choices'
    | 'choose'
    | 'onChanged'
    | 'onRan'
  >;
  readonly state: AppState;
  readonly events: Pick<DomainEvents, 'since' | 'newest' | 'onItem'>;
  /** Lines of the ledger that have become durable, in order. */
  readonly onLedgerLines: Ledger['onLines'];
  readonly ledger: Pick<Ledger, 'place' | 'error'>;
  /** Called before the transports close: waiting calls are refused with the reason, and open asks are kept for the next run. */
  stopAsking(): void;
  /** Records an event that no call caused; false when it could not be written. */
  note(action: string, detail: string, by?: 'person'): Promise<boolean>;
}

export interface NetworkGate {
  /** Asks the user if necessary, has the connection made, and resolves when it has closed. */
  connect(request: ConnectRequest, signal: AbortSignal): Promise<Outcome>;
  readonly reachedBy: ConnectFlow['reachedBy'];
  readonly onReached: ConnectFlow['onChanged'];
}

/** How long a call took, and its result. */
export interface Passed {
  readonly ms: number;
  readonly result: Outcome['kind'];
}

/** Opened in reading order; closed in reverse. */
export async function openCore(needs: Needs): Promise<Core> {
  const disposables = new Disposables();
  try {
    return await build(needs, disposables);
  } catch (error) {
    await disposables.dispose();
    throw error;
  }
}

async function build(needs: Needs, disposables: Disposables): Promise<Core> {
  const { clock } = needs;
  const ledger = disposables.add(new Ledger(needs));
  const { tornBytes } = await ledger.start();
  const note = noterIn(ledger, needs);
  const refusals = disposables.add(new RefusalFold({ clock, record: note }));

  const release = (session: Session): void => releaseAll(session, { grants, asks, ledger, needs });
  const store = disposables.add(new SessionStore(sessionDeps(needs, release)));
  const limits = await openLimits(needs, disposables);
  const grants = new Grants(clock);
  const toolOf = (name: string): object | undefined => executors.contributed(name);
  const { rules, roles, inForce } = await openRules({ ...needs, ledger, toolOf });
  const judgedBy = { needs, rules: inForce };
  // Asks are withdrawn first, so that the calls waiting for them end and their outcomes are written.
  disposables.add({ dispose: () => drainAll([gate, prompts, heldBack, serverInput]) });

  const asks = disposables.add(new AskQueue({ clock }));
  const history = await AnswerHistory.open({ needs });
  const serverScopes = scopesSeen(() => executors.contributedTools());
  const shared = { ...judgedBy, roles, ledger, sessions: store, asks, disposables };
  const access = await openAccess({ ...shared, serverScopes });
  const { flood, priors, remembered, standing, suggested, accessRequests } = access;
  const sandboxes = new Sandboxes(judgedBy);
  const executors = new Executors(clock, sandboxes);
  const confirms = new CallConfirmation({ needs, asks, grants, flood, sessions: store, executors });
  const heldBack = new HeldBackAsks({ needs, asks, ledger });
  const goneRoots = disposables.add(new GoneRoots({ needs, sessions: store }));
  const after = { heldBack, left: new LeftBehind(needs), goneRoots };
  const answers = new UserAnswers({ ...access, asks, history, confirms, ...after, note });
  const evaluator = new Evaluator({ ...judgedBy, sessions: store, executors, sandboxes });
  const connections = new ConnectFlow({ ...judgedBy, asks, grants, sessions: store });
  disposables.add(connections.flood);
  const mutes = new Mutes({ asks: flood, connections: connections.flood }, note);
  const own = { needs, sessions: store, ...after };
  const agentRuns = new AgentRunFlow({ ...own, sandboxes, grants });
  const judging = { evaluator, limits, rules, confirms, accessRequests, connections, remembered };
  const gate = new Gate({ ...own, ledger, refusals, executors, agentRuns, ...judging });
  const userActions = disposables.add(new UserActions({ needs, ledger, executors }));
  const requests = new AccessRequests({ needs, gate, asks });
  const prompts = new ExternalPrompts({ needs, ledger, asks, grants, flood });
  const serverInput = new ServerInputAsks({ needs, ledger, asks, flood, note });
  const onEndAll = endingAll([prompts, priors], standing);
  const shown = { ...own, asks, rules, roles, standing, mutes, ledger, executors };
  const state = disposables.add(new AppState(shown));
  const events = disposables.add(new DomainEvents({ ...shown, requests }));
  followAll({ ...shown, requests: accessRequests, state }, disposables);
  if (tornBytes > 0) await note('ledger.torn-tail', `${tornBytes} bytes of a torn line set aside`);
  const sessions = Object.assign(new SessionCommands({ ...shown, onEndAll }), lookedUpIn(store));
  disposables.add(narrowToRoles({ roles, sessions }));
  return {
    ...{ serverInput, serverLists: new ServerLists() },
    ...{ ...timed(gate, clock), passLook: gate.passLook.bind(gate) },
    preview: (...request) => preview(...request, { needs, evaluator, limits, grants }),
    ...{ asks: answerable(asks, answers), historyOf: history.historyOf },
    ...{ requests, sessions, prompts, ledger, note, onLedgerLines: ledger.onLines },
    pickFolder: (askId, asked, folder) => pickFolder({ needs, asks }, askId, asked, folder),
    ...{ rules, roles, rulesInForce: inForce, standing, suggested, mutes, userActions, state },
    ...{ executors, events, heldBack, lateRuns: new LateRuns(shown) },
    ...gatesOfSandbox(gate, connections, store, sandboxes),
    ...{ stopAsking: () => asks.dispose(), dispose: () => disposables.dispose() },
  };
}

async function drainAll(parts: readonly { drain(): Promise<unknown> }[]): Promise<void> {
  await Promise.all(parts.map((part) => part.drain()));
}

/** After "revoke everything", nothing may start again by itself. */
const endingAll =
  (parts: readonly { forgetAll(): void }[], standing: StandingGrants) =>
  (by: SessionEnd): void => {
    for (const part of parts) part.forgetAll();
    if (isRevocation(by)) standing.suspendAll();
  };

const networkGate = (gate: Gate, flow: ConnectFlow, store: SessionStore): NetworkGate => ({
  connect: (request, signal) => {
    const session = store.get(request.sessionId);
    if (!session) return Promise.resolve(store.whyNotLive(request.sessionId));
    return gate.passConnection(request, session.agent, signal);
  },
  reachedBy: (sessionId) => flow.reachedBy(sessionId),
  onReached: flow.onChanged,
});

const gatesOfSandbox = (gate: Gate, flow: ConnectFlow, store: SessionStore, own: Sandboxes) => ({
  launchServer: own.launchServer,
  network: networkGate(gate, flow, store),
  runAgent: agentGate(gate, store),
});

const agentGate =
  (gate: Gate, store: SessionStore): Core['runAgent'] =>
  (run, signal) => {
    const session = store.get(run.sessionId);
    if (!session) return Promise.resolve(store.whyNotLive(run.sessionId));
    return gate.passAgentRun(run, session.agent, signal);
  };

const noterIn =
  (ledger: Ledger, needs: Needs): Core['note'] =>
  (action, detail, by) => {
    const facts = { entry: needs.newId(), actor: 'gatehouse', action, detail };
    return ledger.record({ phase: 'note', ...facts, ...(by ? { decided_by: by } : {}) });
  };

/** Read when a session starts, so that a changed setting applies to the next one. */
const sessionDeps = (needs: Needs, release: (session: Session) => void) => ({
  ...needs,
  release,
  get idleSeconds() {
    return needs.settings.session.idleSeconds;
  },
});

/** Measures calls from outside, without being one of their steps. */
function timed(gate: Gate, { monotonic }: Clock): Pick<Core, 'gate' | 'onPassed'> {
  const passed = new Emitter<Passed>();
  const timing = (pass: () => Promise<Outcome>): Promise<Outcome> => {
    const began = monotonic();
    const passing = pass();
    const report = ({ kind: result }: Outcome): void =>
      passed.emit({ ms: monotonic() - began, result });
    passing.then(report, () => undefined);
    return passing;
  };
  const timedGate: Core['gate'] = {
    pass: (...call) => timing(() => gate.pass(...call)),
    passShown: (...call) => timing(() => gate.passShown(...call)),
  };
  return { gate: timedGate, onPassed: passed.on };
}

const answerable = (asks: AskQueue, answers: UserAnswers): Core['asks'] => ({
  answer: answers.answer.bind(answers),
  deny: answers.deny.bind(answers),
  withdrawAllOf: answers.withdrawAllOf.bind(answers),
  withdraw: asks.withdraw.bind(asks),
  park: asks.park.bind(asks),
  touch: asks.touch.bind(asks),
  list: asks.list.bind(asks),
});

const lookedUpIn = (store: SessionStore) => ({
  liveOf: store.liveOf.bind(store),
  byToken: store.byToken.bind(store),
  holderOf: store.holderOf.bind(store),
  claimToken: store.claimToken.bind(store),
  get: store.get.bind(store),
  list: store.list.bind(store),
  onChanged: store.onChanged,
  onStarted: store.onStarted,
  onStateChanged: store.onStateChanged,
  onTokenIssued: store.onTokenIssued,
  onEnded: store.onEnded,
});
