/** The content of the tray as plain data: state, tooltip and menu lines. */
import type { Session } from '../../../shared/access/access.ts';
import type { Snapshot } from '../../../shared/ipc/main-window.ts';
import type { AskId, ClientId, SessionId } from '../../../shared/base/ids.ts';
import { plural, requestSummary, shellText, whoIs } from '../shell-text.ts';

export type TrayState = 'idle' | 'asking' | 'active' | 'paused' | 'trouble';

export type TrayLine =
  | { readonly kind: 'ask'; readonly label: string; readonly askId: AskId }
  | { readonly kind: 'session'; readonly label: string; readonly sessionId: SessionId }
  | { readonly kind: 'unmute'; readonly label: string; readonly clientId: ClientId }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'pause-all' | 'resume-all' | 'revoke-all' | 'open' | 'quit';
      readonly label: string;
    };

export interface TraySnapshot {
  readonly state: TrayState;
  readonly asking: number;
  readonly tooltip: string;
  readonly lines: readonly TrayLine[];
}

const separator: TrayLine = { kind: 'separator' };

export function traySnapshot(snapshot: Snapshot, now: number): TraySnapshot {
  const { asks, sessions, notices } = snapshot;
  const live = sessions.filter((session) => !session.ended);
  const paused = live.filter((session) => session.state === 'PAUSED').length;
  const error = notices.some((notice) => notice.tone === 'trouble');
  const lines: TrayLine[] = [
    ...errorLines(notices),
    {
      kind: 'heading',
      label:
        asks.length === 0
          ? shellText.nothingToReview
          : plural(asks.length, 'ask waiting', 'asks waiting'),
    },
    ...firstOf(asks, 'more asks', (ask) => ({
      kind: 'ask',
      askId: ask.askId,
      label: `Review: ${whoIs(ask.agent)} ${requestSummary(ask)}`,
    })),
    separator,
    {
      kind: 'heading',
      label:
        live.length === 0
          ? shellText.noActiveSessions
          : plural(live.length, 'active session', 'active sessions'),
    },
    ...firstOf(live, 'more sessions', (session) => ({
      kind: 'session',
      sessionId: session.sessionId,
      label: shellText.revokeSession(whoIs(session.agent), stateWords(session, now)),
    })),
    ...forAll(live.length, paused),
    ...muteLines(snapshot),
    ...backendLines(snapshot),
    ...switchLines(snapshot),
    separator,
    { kind: 'open', label: shellText.openGatehouse },
    { kind: 'quit', label: 'Quit' },
  ];
  const facts = { error, asks: asks.length, live: live.length, paused };
  return {
    state: stateOf(facts),
    asking: asks.length,
    tooltip: tooltipOf(facts),
    lines,
  };
}

/** The menu must fit the screen; the window shows all of them. */
const maxLines = 10;
const maxErrorLines = 3;
const maxSwitches = 4;

function firstOf<One>(
  all: readonly One[],
  more: string,
  lineOf: (item: One) => TrayLine,
): readonly TrayLine[] {
  if (all.length <= maxLines) return all.map(lineOf);
  const rest = all.length - maxLines + 1;
  const open: TrayLine = { kind: 'open', label: `${rest} ${more}: open Gatehouse` };
  return [...all.slice(0, maxLines - 1).map(lineOf), open];
}

function forAll(live: number, paused: number): readonly TrayLine[] {
  if (live === 0) return [];
  return [
    ...(paused < live ? [{ kind: 'pause-all', label: shellText.pauseEverything } as const] : []),
    ...(paused > 0 ? [{ kind: 'resume-all', label: shellText.resumeEverything } as const] : []),
    { kind: 'revoke-all', label: shellText.revokeEverything },
  ];
}

/** One line for each: a click lifts the mute. */
function muteLines({ mutes = [] }: Snapshot): readonly TrayLine[] {
  if (mutes.length === 0) return [];
  const lines = firstOf(mutes, 'more muted clients', ({ clientId, until }) => ({
    kind: 'unmute',
    clientId,
    label: shellText.unmute(clientId, timeOfDay(until)),
  }));
  return [separator, ...lines];
}

const timeOfDay = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Only if a backend is configured. */
function backendLines({ backend }: Snapshot): readonly TrayLine[] {
  if (backend.url === null) return [];
  const words = backend.state === 'connected' ? 'connected' : 'not connected';
  return [separator, { kind: 'heading', label: `Backend: ${words}` }];
}

/** Errors come first, and what was refused without asking the user. */
function errorLines(notices: Snapshot['notices']): readonly TrayLine[] {
  const isShown = ({ tone, id }: Snapshot['notices'][number]): boolean =>
    tone === 'trouble' || id.startsWith('too-many-');
  const errors = notices.filter(isShown).slice(0, maxErrorLines);
  if (errors.length === 0) return [];
  const open = errors.map(({ title }): TrayLine => ({ kind: 'open', label: `${title}…` }));
  return [...open, separator];
}

/** Shows in the menu that the app was started with switches that weaken it. */
function switchLines({ startedWith = [] }: Snapshot): readonly TrayLine[] {
  if (startedWith.length === 0) return [];
  const rest = startedWith.length - maxSwitches;
  const names = startedWith.slice(0, maxSwitches).join(', ');
  const label = shellText.debugSwitchNotice(names, rest > 0 ? ` and ${rest} more` : '');
  return [separator, { kind: 'heading', label }];
}

interface TrayFacts {
  readonly error: boolean;
  readonly asks: number;
  readonly live: number;
  readonly paused: number;
}

/** What needs the user comes first. */
function stateOf({ error, asks, live, paused }: TrayFacts): TrayState {
  if (asks > 0) return 'asking';
  if (error) return 'trouble';
  if (live > 0 && paused === live) return 'paused';
  return live > 0 ? 'active' : 'idle';
}

function tooltipOf({ error, asks, live, paused }: TrayFacts): string {
  const parts = [
    ...(error ? [shellText.needsAttention] : []),
    ...(asks > 0 ? [plural(asks, 'ask waiting', 'asks waiting')] : []),
    ...(live > 0 ? [plural(live, 'active session', 'active sessions')] : []),
    ...(paused > 0 ? [`${paused} paused`] : []),
  ];
  return parts.length === 0 ? 'Gatehouse' : `Gatehouse: ${parts.join(', ')}`;
}

const stateWords = ({ state, expiresAt }: Session, now: number): string =>
  `${state === 'PAUSED' ? 'paused, ' : ''}${timeLeft(expiresAt - now)}`;

function timeLeft(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  if (minutes < 60) return `${minutes} min left`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
