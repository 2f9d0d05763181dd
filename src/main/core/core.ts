/** The public interface of core: other layers import core only from here. */
import type { Agent, Session } from '../../shared/access/access.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import { notices } from '../../shared/app/notices.ts';
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
import { Executors } from './gate/executors.ts';
import { Gate } from './gate/gate.ts';
import { preview, type Preview } from './gate/preview.ts';
import { HeldBackAsks } from './gate/held-back-asks.ts';
import { LeftBehind } from './gate/left-behind.ts';
import { UserAnswers } from './gate/user-answers.ts';
import { ConnectFlow } from './network/connect-flow.ts';
import type { ConnectRequest } from './network/connection.ts';
import { CallLimits } from './limits/call-limits.ts';
import { EditBudgets } from './limits/edit-budgets.ts';
import { FloodGuard } from './limits/flood-guard.ts';
import type { Clock, Needs } from './dependencies.ts';
import { DomainEvents } from './domain-events.ts';
import { UserActions } from './user-actions.ts';
import { Grants } from './policy/grants.ts';
import { RuleStore } from './policy/rule-store.ts';
import { Sandboxes } from './sandbox/sandboxes.ts';
import { AccessRequestFlow } from './sessions/access-request-flow.ts';
import { AccessRequests } from './sessions/access-requests.ts';
import { PriorAnswers } from './sessions/prior-answers.ts';
import { SessionStore } from './sessions/session-store.ts';
import { SessionCommands } from './sessions/session-commands.ts';

export type { Call, ResolvedCall } from './call/call.ts';
export {
  kindOfTool,
  type ContributedTool,
  type OwnTool,
  type ToolAnnotations,
} from './call/contributed-tools.ts';
export type { Executor, MayBegin } from './gate/executors.ts';
export type { Prompt } from './asks/external-prompts.ts';
export type { ConnectRequest } from './network/connection.ts';
export type { AccessRequest } from './sessions/access-requests.ts';
export { follow, firstHead, type ChainHead } from './ledger/chain.ts';
export { TokenBucket } from './limits/token-bucket.ts';
export type { Preview } from './gate/preview.ts';
export { tryRule, type PastCall } from './policy/rules.ts';
export { isSameAsker } from './sessions/asking-process.ts';
export { notGrantable, rootWarning } from './roots/grantable.ts';
export { probeLaunch } from './sandbox/probe-launch.ts';
export { smallestAsk, type SmallestAsk, type PlannedCall } from './sessions/smallest-ask.ts';

export interface Core extends Disposable {
  readonly gate: Pick<Gate, 'pass'>;
  /** Emitted after every call, for metrics only. */
  readonly onPassed: Emitter<Passed>['on'];
  /** Connections of sandboxed code. */
  readonly network: NetworkGate;
  /** Says whether a call would be allowed, without asking anybody or doing anything. */
  readonly preview: (call: Call, agent: Agent, signal: AbortSignal) => Promise<Preview>;
  /** Runs a preview; recorded and limited like a call. */
  readonly passLook: Gate['passLook'];
  readonly requests: AccessRequests;
  readonly asks: Pick<AskQueue, 'withdraw' | 'park' | 'touch' | 'list'> &
    Pick<UserAnswers, 'answer' | 'withdrawAllOf'>;
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
  readonly rules: Pick<RuleStore, 'list' | 'make' | 'makeExact' | 'add' | 'remove' | 'restore'>;
  /** Files that sandboxed commands may not leave behind. */
  readonly heldBack: Pick<HeldBackAsks, 'carriedOutBy'>;
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
  /** Asks about it where necessary, has it made, and resolves when it has closed. */
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

  const release = (session: Session): void => {
    grants.forget(session.sessionId);
    asks.withdrawAllIn(session.sessionId);
    void ledger.record(endRecord(session, needs.newId()));
  };
  const store = disposables.add(new SessionStore(sessionDeps(needs, release)));
  const budgets = disposables.add(new EditBudgets(needs));
  await budgets.load();
  const limits = new CallLimits(needs, budgets);
  const grants = new Grants(clock);
  const rules = new RuleStore({ ...needs, ledger, toolOf: (name) => executors.contributed(name) });
  await rules.load();
  // Asks are withdrawn first, so that the calls waiting for them end and their outcomes are written.
  disposables.add({ dispose: () => drainAll([gate, prompts, after.heldBack]) });

  const asks = disposables.add(new AskQueue({ clock }));
  const history = await AnswerHistory.open({ needs });
  const priors = disposables.add(new PriorAnswers({ needs, asks }));
  await priors.start();
  const flood = new FloodGuard(clock);
  const sandboxes = new Sandboxes({ needs, rules });
  const executors = new Executors(clock, sandboxes);
  const confirms = new CallConfirmation({ needs, asks, grants, flood, sessions: store, executors });
  const accessRequests = new AccessRequestFlow({ needs, asks, sessions: store, flood, priors });
  const after = {
    heldBack: new HeldBackAsks({ needs, asks, ledger }),
    left: new LeftBehind(needs),
  };
  const answers = new UserAnswers({ asks, history, confirms, ...after, priors, note });
  const evaluator = new Evaluator({ needs, sessions: store, rules, executors, sandboxes });
  const connections = new ConnectFlow({ needs, asks, grants, rules, sessions: store });
  const decision = { evaluator, limits, rules, confirms, accessRequests, connections, ...after };
  const gate = new Gate({ needs, ledger, refusals, sessions: store, ...decision, executors });
  const userActions = disposables.add(new UserActions({ needs, ledger, executors }));
  const requests = new AccessRequests({ needs, gate, asks });
  const prompts = new ExternalPrompts({ needs, ledger, asks, grants, flood });
  const onEndAll = (): void => [prompts, priors].forEach((one) => one.forgetAll());
  const commands = new SessionCommands({ needs, ledger, sessions: store, onEndAll });
  const state = disposables.add(new AppState({ asks, sessions: store, rules, ledger, executors }));
  const eventSources = { needs, requests, sessions: store, asks, executors };
  const events = disposables.add(new DomainEvents(eventSources));
  disposables.add(showNotices(ledger, accessRequests, needs, state));
  disposables.add(followSessions({ store, executors, needs, ledger, left: after.left }));
  if (tornBytes > 0) await note('ledger.torn-tail', `${tornBytes} bytes of a torn line set aside`);
  const sessions = Object.assign(commands, lookedUpIn(store));
  return {
    ...{ ...timed(gate, clock), passLook: gate.passLook.bind(gate) },
    preview: (...request) => preview(...request, { needs, evaluator, limits, grants }),
    ...{ asks: answerable(asks, answers), historyOf: history.historyOf },
    ...{ requests, sessions, prompts, ledger, note },
    pickFolder: (askId, asked, folder) => pickFolder({ needs, asks }, askId, asked, folder),
    ...{ rules, userActions, executors, state, events, heldBack: after.heldBack },
    ...{ network: networkGate(gate, connections, store), onLedgerLines: ledger.onLines },
    ...{ stopAsking: () => asks.dispose(), dispose: () => disposables.dispose() },
  };
}

async function drainAll(parts: readonly { drain(): Promise<unknown> }[]): Promise<void> {
  await Promise.all(parts.map((part) => part.drain()));
}

const networkGate = (gate: Gate, flow: ConnectFlow, store: SessionStore): NetworkGate => ({
  connect: (request, signal) => {
    const session = store.get(request.sessionId);
    if (!session) return Promise.resolve(store.whyNotLive(request.sessionId));
    return gate.passConnection(request, session.agent, signal);
  },
  reachedBy: (sessionId) => flow.reachedBy(sessionId),
  onReached: flow.onChanged,
});

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

/** Measures calls without being a step of them. */
function timed(gate: Gate, { monotonic }: Clock): Pick<Core, 'gate' | 'onPassed'> {
  const passed = new Emitter<Passed>();
  const timedGate: Core['gate'] = {
    pass: (...call) => {
      const began = monotonic();
      const passing = gate.pass(...call);
      const report = ({ kind: result }: Outcome): void =>
        passed.emit({ ms: monotonic() - began, result });
      passing.then(report, () => undefined);
      return passing;
    },
  };
  return { gate: timedGate, onPassed: passed.on };
}

const answerable = (asks: AskQueue, answers: UserAnswers): Core['asks'] => ({
  answer: answers.answer.bind(answers),
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

/** Loads the shell parser early, so that the first command of a session does not wait for it. */
function prepareCommands(scopes: readonly Scope[], { commands }: Needs): void {
  if (scopes.includes('run:commands') || scopes.includes('exec:terminal')) commands.prepare();
}

/** What can run on the user's machine after a session, as an entry of its own. */
async function recordLeft(
  { sessionId, agent }: Session,
  leftBehind: LeftBehind,
  ledger: Ledger,
  needs: Needs,
): Promise<void> {
  const left = leftBehind.take(sessionId);
  if (!left) return;
  const facts = { entry: needs.newId(), actor: agent.clientId, action: 'session.left_behind' };
  const { files, detail } = left;
  await ledger.record({ phase: 'note', ...facts, session_id: sessionId, args: { files }, detail });
}

interface SessionFollowers {
  readonly store: SessionStore;
  readonly executors: Executors;
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly left: LeftBehind;
}

function followSessions({ store, executors, needs, ledger, left }: SessionFollowers): Disposable {
  const following = new Disposables();
  following.add(store.onEnded((session) => void recordLeft(session, left, ledger, needs)));
  following.add(
    store.onScopesEnded(
      ([session, gone]) => void ledger.record(scopesEndRecord(session, gone, needs.newId())),
    ),
  );
  following.add(store.onStarted(({ scopes }) => prepareCommands(scopes, needs)));
  following.add(store.onWidened(({ scopes }) => prepareCommands(scopes, needs)));
  following.add(degradeUnserved(store, executors));
  return following;
}

/** Marks sessions whose editor is disconnected. */
function degradeUnserved(store: SessionStore, executors: Executors): Disposable {
  const look = (): void => store.setDegraded((roots) => executors.leavesUnserved(roots));
  look();
  return executors.onChanged(look);
}

function showNotices(
  ledger: Ledger,
  requests: AccessRequestFlow,
  needs: Needs,
  state: AppState,
): Disposable {
  for (const notice of ledger.notices) state.addNotice(notice);
  const shown = new Disposables();
  shown.add(
    ledger.onNotice(({ notice, holds }) =>
      holds ? state.addNotice(notice) : state.dismissNotice(notice.id),
    ),
  );
  // Nobody is asked then, so the user is told.
  shown.add(
    requests.onSessionLimit((clientId) =>
      state.addNotice(notices.tooManySessions(clientId, needs.settings.limits.sessions)),
    ),
  );
  return shown;
}

const scopesEndRecord = (session: Session, gone: readonly Scope[], entry: string) =>
  ({
    phase: 'note',
    entry,
    actor: session.agent.clientId,
    action: 'session.narrowed',
    session_id: session.sessionId,
    request_id: session.requestId,
    detail: `ended by deadline: ${gone.join(' ')}`,
  }) as const;

function endRecord(session: Session, entry: string) {
  return {
    phase: 'note',
    entry,
    actor: session.agent.clientId,
    action: session.state === 'REVOKED' ? 'session.revoked' : 'session.expired',
    session_id: session.sessionId,
    request_id: session.requestId,
    detail: `ended by ${session.ended?.by ?? 'nobody'} after ${session.calls} calls`,
  } as const;
}
