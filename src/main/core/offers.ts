/** What the core does for the other rooms: the one place they may import it from. */
import type { Agent, Session } from '../../shared/access.ts';
import type { Scope } from '../../shared/scopes.ts';
import type { AskId } from '../../shared/ids.ts';
import type { PickReceipt } from '../../shared/ipc-ask.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import type { Outcome } from '../../shared/outcomes.ts';
import { AppState } from './app-state.ts';
import { AnswerTally } from './asks/answer-tally.ts';
import { AskQueue, type LateAnswer } from './asks/ask-queue.ts';
import { ConfirmDesk } from './asks/confirm-desk.ts';
import { pickFolder } from './asks/pick-folder.ts';
import { PromptDesk } from './asks/prompt-desk.ts';
import { Ledger } from './audit/ledger.ts';
import { RefusalFold } from './audit/refusal-fold.ts';
import type { Call } from './gate/calls.ts';
import { Executors } from './gate/executors.ts';
import { Gate } from './gate/gate.ts';
import { preview, type Preview } from './gate/preview.ts';
import { CallLimits } from './limits/call-limits.ts';
import { EditBudgets } from './limits/edit-budgets.ts';
import { FloodGuard } from './limits/flood-guard.ts';
import type { Clock, Needs } from './needs.ts';
import { News } from './news.ts';
import { OwnerActs } from './owner-acts.ts';
import { Grants } from './policy/grants.ts';
import { RuleBook } from './policy/rule-book.ts';
import { AccessDesk } from './sessions/access-desk.ts';
import { AccessRequests } from './sessions/access-requests.ts';
import { PriorAnswers } from './sessions/prior-answers.ts';
import { SessionBook } from './sessions/session-book.ts';
import { SessionCommands } from './sessions/session-commands.ts';

export type { Call, SettledCall } from './gate/calls.ts';
export {
  kindOfTool,
  type ContributedTool,
  type OwnTool,
  type ToolAnnotations,
} from './gate/contributed-tools.ts';
export type { Executor } from './gate/executors.ts';
export type { Prompt } from './asks/prompt-desk.ts';
export type { AccessRequest } from './sessions/access-requests.ts';
export { follow, firstHead, type ChainHead } from './audit/chain.ts';
export { TokenBucket } from './limits/token-bucket.ts';
export type { Preview } from './gate/preview.ts';
export { tryRule, type PastCall } from './policy/rules.ts';
export { notGrantable, rootWarning } from './roots/grantable.ts';
export { smallestAsk, type SmallestAsk, type WishedCall } from './sessions/smallest-ask.ts';

export interface Core extends Disposable {
  readonly gate: Pick<Gate, 'pass'>;
  /** Told after every call, for counting only. */
  readonly onPassed: Emitter<Passed>['on'];
  /** What would become of a call; nobody is asked and nothing is done. */
  readonly preview: (call: Call, agent: Agent, signal: AbortSignal) => Promise<Preview>;
  readonly requests: AccessRequests;
  readonly asks: Pick<
    AskQueue,
    'answer' | 'withdraw' | 'withdrawAllOf' | 'park' | 'touch' | 'list'
  >;
  /** A folder inside one that an ask for access is about, to allow that one only. */
  readonly pickFolder: (askId: AskId, asked: string, folder: string) => Promise<PickReceipt>;
  /** Questions of programs that Gatehouse itself runs. */
  readonly prompts: Pick<PromptDesk, 'ask' | 'endRun'>;
  /** What the person answered this agent before. */
  readonly historyOf: AnswerTally['historyOf'];
  readonly sessions: SessionCommands &
    Pick<
      SessionBook,
      | 'liveOf'
      | 'byToken'
      | 'holderOf'
      | 'claimToken'
      | 'get'
      | 'list'
      | 'onChanged'
      | 'onStarted'
      | 'onStateChanged'
      | 'onTokenTold'
      | 'onEnded'
    >;
  readonly rules: Pick<RuleBook, 'list' | 'make' | 'makeExact' | 'add' | 'remove' | 'restore'>;
  readonly ownerActs: Pick<OwnerActs, 'perform'>;
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
  readonly news: Pick<News, 'since' | 'newest' | 'onItem'>;
  /** Lines of the ledger that have become durable, in order. */
  readonly onLedgerLines: Ledger['onLines'];
  /** Before the doors close: whoever waits is told why, and what still waits is kept for the next run. */
  stopAsking(): void;
  /** Something worth remembering that no call caused; false when it could not be written. */
  note(action: string, detail: string, by?: 'person'): Promise<boolean>;
}

/** How long a call took, and what became of it. */
export interface Passed {
  readonly ms: number;
  readonly result: Outcome['kind'];
}

/** Opened in reading order; closed in reverse. */
export async function openCore(needs: Needs): Promise<Core> {
  const held = new Disposables();
  try {
    return await build(needs, held);
  } catch (error) {
    await held.dispose();
    throw error;
  }
}

async function build(needs: Needs, held: Disposables): Promise<Core> {
  const { clock } = needs;
  const ledger = held.add(new Ledger(needs));
  const { tornBytes } = await ledger.start();
  const note = noterIn(ledger, needs);
  const refusals = held.add(new RefusalFold({ clock, record: note }));

  const book = new SessionBook(withIdleTime(needs));
  held.add(
    book.onEnded((session) => {
      grants.forget(session.sessionId);
      asks.withdrawAllIn(session.sessionId);
      void ledger.record(endRecord(session, needs.newId()));
    }),
  );
  // Closed before its listener, so that the sessions it ends are on record.
  held.add(book);
  const budgets = held.add(new EditBudgets(needs));
  await budgets.load();
  const limits = new CallLimits(needs, budgets);
  const grants = new Grants(clock);
  const rules = new RuleBook({ ...needs, ledger, toolOf: (name) => executors.contributed(name) });
  await rules.load();
  // Questions are withdrawn first; what is on its way then gets its outcome written.
  held.add({ dispose: () => Promise.all([gate.settle(), prompts.settle()]).then(() => undefined) });

  const asks = held.add(new AskQueue({ clock }));
  const { historyOf } = held.add(await AnswerTally.open({ needs, asks }));
  const priors = held.add(new PriorAnswers({ needs, asks }));
  await priors.start();
  const flood = new FloodGuard(clock);
  const executors = new Executors(clock);
  const confirms = new ConfirmDesk({ needs, asks, grants, flood, sessions: book, executors });
  const desk = new AccessDesk({ needs, asks, sessions: book, flood, priors });
  const path = { needs, ledger, refusals, limits, desk, confirms, rules, executors };
  const parts = { ...path, sessions: book };
  const gate = new Gate(parts);
  const ownerActs = held.add(new OwnerActs({ needs, ledger, executors }));
  const requests = new AccessRequests({ needs, gate, asks });
  const prompts = new PromptDesk({ needs, ledger, asks, grants, flood });
  const onEndAll = (): void => [prompts, priors].forEach((one) => one.forgetAll());
  const commands = new SessionCommands({ needs, ledger, sessions: book, onEndAll });
  const state = held.add(new AppState({ asks, sessions: book, rules, ledger, executors }));
  const news = held.add(new News({ needs, requests, sessions: book, asks, executors }));
  held.add(showNotices(ledger, state));

  held.add(book.onStarted(({ scopes }) => prepareCommands(scopes, needs)));
  held.add(degradeUnserved(book, executors));
  held.add(asks.onLateAnswer((late) => void recordLate(late, confirms, note)));
  if (tornBytes > 0) await note('ledger.torn-tail', `${tornBytes} bytes of a torn line set aside`);
  const sessions = Object.assign(commands, lookedUpIn(book));
  return {
    ...timed(gate, clock),
    preview: (call, agent, signal) => preview(call, agent, signal, { ...parts, grants }),
    ...{ requests, asks, historyOf, sessions, prompts },
    pickFolder: (askId, asked, folder) => pickFolder({ needs, asks }, askId, asked, folder),
    ...{ rules, ownerActs, executors, state, news },
    onLedgerLines: ledger.onLines,
    stopAsking: () => asks.dispose(),
    note,
    dispose: () => held.dispose(),
  };
}

const noterIn =
  (ledger: Ledger, needs: Needs): Core['note'] =>
  (action, detail, by) => {
    const facts = { entry: needs.newId(), actor: 'gatehouse', action, detail };
    return ledger.record({ phase: 'note', ...facts, ...(by ? { decided_by: by } : {}) });
  };

/** A changed setting counts for the next session. */
const withIdleTime = (needs: Needs) => ({
  ...needs,
  get idleSeconds() {
    return needs.settings.session.idleSeconds;
  },
});

/** Beside the path, not on it. */
function timed(gate: Gate, { monotonic }: Clock): Pick<Core, 'gate' | 'onPassed'> {
  const passed = new Emitter<Passed>();
  const timedGate: Core['gate'] = {
    pass: (...call) => {
      const began = monotonic();
      const passing = gate.pass(...call);
      const told = ({ kind: result }: Outcome): void =>
        passed.emit({ ms: monotonic() - began, result });
      passing.then(told, () => undefined);
      return passing;
    },
  };
  return { gate: timedGate, onPassed: passed.on };
}

const lookedUpIn = (book: SessionBook) => ({
  liveOf: book.liveOf.bind(book),
  byToken: book.byToken.bind(book),
  holderOf: book.holderOf.bind(book),
  claimToken: book.claimToken.bind(book),
  get: book.get.bind(book),
  list: book.list.bind(book),
  onChanged: book.onChanged,
  onStarted: book.onStarted,
  onStateChanged: book.onStateChanged,
  onTokenTold: book.onTokenTold,
  onEnded: book.onEnded,
});

/** The first command of a session that may run any is not to wait for our parser. */
function prepareCommands(scopes: readonly Scope[], { commands }: Needs): void {
  if (scopes.includes('run:commands') || scopes.includes('exec:terminal')) commands.prepare();
}

/** Which sessions are without their editor. */
function degradeUnserved(book: SessionBook, executors: Executors): Disposable {
  const look = (): void => book.setDegraded((roots) => executors.leavesUnserved(roots));
  look();
  return executors.onChanged(look);
}

function showNotices(ledger: Ledger, state: AppState): Disposable {
  for (const notice of ledger.notices) state.addNotice(notice);
  return ledger.onNotice(({ notice, holds }) =>
    holds ? state.addNotice(notice) : state.dismissNotice(notice.id),
  );
}

function recordLate(
  { ask, answer }: LateAnswer,
  confirms: ConfirmDesk,
  note: Core['note'],
): Promise<boolean> {
  if (ask.kind === 'confirm') confirms.answeredLate(ask, answer);
  const what = ask.kind === 'access' ? 'request_access' : ask.action;
  return note(
    'ask.answered-late',
    `${ask.agent.clientId} ${what}: ${answer.kind}; nothing was waiting to run`,
  );
}

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
