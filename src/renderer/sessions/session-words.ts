import type { Session, SessionEnd } from '../../shared/access/access.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { count } from '../text/counting.ts';
import { clockTime, endTime, timeLeft, type Zone } from '../text/times.ts';

const endedBy: Readonly<Record<SessionEnd, string>> = {
  deadline: 'time expired',
  once: 'used for its one call',
  idle: 'no calls for a while',
  slept: 'the computer slept',
  locked: 'the screen was locked',
  parent: 'parent session ended',
  'clock-moved': 'the system clock was changed',
  person: 'revoked',
  leaked: 'revoked because its credential leaked',
  agent: 'ended by the agent',
  quit: 'Gatehouse quit',
};

export const isPaused = (session: Session | null): boolean => session?.state === 'PAUSED';

export const isLive = (session: Session): boolean => session.ended === null;

/** "12 min left, until 15:40, or until 15:20 if no call comes". */
export function lifetimeText(session: Session, now: number, zone: Zone = {}): string {
  const { expiresAt, idleEndsAt, state } = session;
  const first = session.once ? 'For one call, ' : '';
  const idle =
    idleEndsAt < expiresAt && state !== 'PAUSED'
      ? `, or ${endTime(idleEndsAt, now, zone)} if unused`
      : '';
  return `${first}${timeLeft(expiresAt - now)}, until ${endTime(expiresAt, now, zone)}${idle}`;
}

/** Null when it simply works. A part goes on with the session it belongs to, not before. */
export function stateWords({ state }: Session, parent: Session | null = null): string | null {
  if (state === 'PAUSED' && isPaused(parent)) return 'Paused with its parent session';
  if (state === 'PAUSED') return 'Paused. Calls are refused until you resume it.';
  return state === 'DEGRADED' ? 'No editor connected. Calls wait.' : null;
}

/** "Ended 15:40: revoked". */
export function endWords({ ended, expiresAt, state }: Session, zone: Zone = {}): string {
  if (ended) return `Ended ${clockTime(ended.at, zone)}: ${endedBy[ended.by]}`;
  return state === 'REVOKED' ? 'Revoked' : `Ended ${clockTime(expiresAt, zone)}`;
}

/** "14 calls so far, last open_file"; without "so far" once it has ended. */
export function callsWords(session: Session): string {
  const soFar = isLive(session) ? ' so far' : '';
  if (session.calls === 0) return `no calls${soFar}`;
  const last = session.lastAction === null ? '' : `, last ${visibleText(session.lastAction)}`;
  return `${count(session.calls, 'call')}${soFar}${last}`;
}

/** 1 at the start, 0 at the end. */
export function shareLeft(session: Session, now: number): number {
  const whole = session.expiresAt - session.startedAt;
  if (whole <= 0) return 0;
  return Math.min(1, Math.max(0, (session.expiresAt - now) / whole));
}
