/** Side effects of session starts, changes and ends: entries, notices, preparations. */
import type { Session } from '../../shared/access/access.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import { notices } from '../../shared/app/notices.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import type { AppState } from './app-state.ts';
import type { Needs } from './dependencies.ts';
import type { Executors } from './gate/executors.ts';
import type { LeftBehind } from './gate/left-behind.ts';
import type { Ledger } from './ledger/ledger.ts';
import { goneRootOf } from './sessions/gone-roots.ts';
import type { SessionStore } from './sessions/session-store.ts';

/** Loads the shell parser early, so that the first command of a session does not wait for it. */
function prepareCommands(scopes: readonly Scope[], { commands }: Needs): void {
  if (scopes.includes('run:commands') || scopes.includes('exec:terminal')) commands.prepare();
}

/** What can run on the user's machine after a session, as an entry of its own. */
async function recordLeft(
  { sessionId, agent }: Session,
  { left: leftBehind, ledger, needs }: SessionFollowers,
): Promise<void> {
  const left = leftBehind.take(sessionId);
  if (!left) return;
  const facts = { entry: needs.newId(), actor: agent.clientId, action: 'session.left_behind' };
  const { files, detail } = left;
  await ledger.record({ phase: 'note', ...facts, session_id: sessionId, args: { files }, detail });
}

interface SessionFollowers {
  readonly sessions: SessionStore;
  readonly executors: Executors;
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly left: LeftBehind;
  readonly state: Pick<AppState, 'addNotice'>;
}

export function followSessions(followers: SessionFollowers): Disposable {
  const { sessions: store, executors, needs, ledger, left, state } = followers;
  const following = new Disposables();
  following.add(store.onEnded((session) => void recordLeft(session, followers)));
  // A command still running when its session ended finishes only now.
  following.add(
    left.onAdded((sessionId) => {
      const session = store.get(sessionId);
      if (session?.ended) void recordLeft(session, followers);
    }),
  );
  following.add(
    store.onEnded((session) => {
      const gone = session.ended?.by === 'root-gone' ? goneRootOf(session, needs) : null;
      if (gone) state.addNotice(notices.rootGone(session.agent.clientId, gone.path));
    }),
  );
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

export function endRecord(session: Session, needs: Pick<Needs, 'newId' | 'paths'>) {
  const by = session.ended?.by ?? 'nobody';
  const gone = by === 'root-gone' ? goneRootOf(session, needs) : null;
  const why = gone ? `: ${gone.path} is gone or was replaced` : '';
  return {
    phase: 'note',
    entry: needs.newId(),
    actor: session.agent.clientId,
    action: session.state === 'REVOKED' ? 'session.revoked' : 'session.expired',
    session_id: session.sessionId,
    request_id: session.requestId,
    detail: `ended by ${by} after ${session.calls} ${session.calls === 1 ? 'call' : 'calls'}${why}`,
  } as const;
}
