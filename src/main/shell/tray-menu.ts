/** What the tray says, as plain data: state, tooltip and menu lines. */
import type { Ask } from '../../shared/asks.ts';
import type { Snapshot } from '../../shared/ipc.ts';
import type { AskId, SessionId } from '../../shared/ids.ts';
import { visibleText } from '../../shared/visible-text.ts';

export type TrayState = 'idle' | 'asking' | 'active' | 'trouble';

export type TrayLine =
  | { readonly kind: 'ask'; readonly label: string; readonly askId: AskId }
  | { readonly kind: 'session'; readonly label: string; readonly sessionId: SessionId }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' }
  | { readonly kind: 'revoke-all' | 'open' | 'quit'; readonly label: string };

export interface TrayPicture {
  readonly state: TrayState;
  readonly asking: number;
  readonly tooltip: string;
  readonly lines: readonly TrayLine[];
}

const separator: TrayLine = { kind: 'separator' };

export function trayPicture(snapshot: Snapshot, now: number): TrayPicture {
  const { asks, sessions, notices } = snapshot;
  const live = sessions.filter((session) => !session.ended);
  const trouble = notices.some((notice) => notice.tone === 'trouble');
  const lines: TrayLine[] = [
    {
      kind: 'heading',
      label:
        asks.length === 0 ? 'Nothing is asked' : plural(asks.length, 'ask waiting', 'asks waiting'),
    },
    ...asks.map((ask): TrayLine => ({
      kind: 'ask',
      askId: ask.askId,
      label: `Review: ${shortened(ask.agent.claimedName)} ${wishOf(ask)}`,
    })),
    separator,
    {
      kind: 'heading',
      label:
        live.length === 0
          ? 'No live session'
          : plural(live.length, 'live session', 'live sessions'),
    },
    ...live.map((session): TrayLine => ({
      kind: 'session',
      sessionId: session.sessionId,
      label: `Revoke ${shortened(session.agent.claimedName)} (${timeLeft(session.expiresAt - now)})`,
    })),
    ...(live.length > 0 ? [{ kind: 'revoke-all', label: 'Revoke everything' } as const] : []),
    separator,
    { kind: 'open', label: 'Open Gatehouse' },
    { kind: 'quit', label: 'Quit' },
  ];
  return {
    state: stateOf(trouble, asks.length, live.length),
    asking: asks.length,
    tooltip: tooltipOf(trouble, asks.length, live.length),
    lines,
  };
}

function stateOf(trouble: boolean, asks: number, live: number): TrayState {
  if (asks > 0) return 'asking';
  if (trouble) return 'trouble';
  return live > 0 ? 'active' : 'idle';
}

function tooltipOf(trouble: boolean, asks: number, live: number): string {
  const parts = [
    ...(trouble ? ['trouble'] : []),
    ...(asks > 0 ? [plural(asks, 'ask waiting', 'asks waiting')] : []),
    ...(live > 0 ? [plural(live, 'live session', 'live sessions')] : []),
  ];
  return `Gatehouse: ${parts.join(', ') || 'quiet'}`;
}

/** No paths and no commands: the menu can be seen over a shoulder. */
const wishOf = (ask: Ask): string =>
  ask.kind === 'access'
    ? `wants ${plural(ask.scopes.length, 'scope', 'scopes')}`
    : 'waits for a second look';

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const shortened = (text: string): string => {
  const shown = visibleText(text);
  return shown.length > 40 ? `${shown.slice(0, 39)}…` : shown;
};

function timeLeft(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  if (minutes < 60) return `${minutes} min left`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
