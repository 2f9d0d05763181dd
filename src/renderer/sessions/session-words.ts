import type { Session, SessionEnd } from '../../shared/access.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { count } from '../words/counting.ts';
import { clockTime, endTime, timeLeft, type Zone } from '../words/times.ts';

const endedBy: Readonly<Record<SessionEnd, string>> = {
  deadline: 'time ran out',
  'clock-moved': 'the clock of this computer was moved',
  person: 'revoked',
  agent: 'given back by the agent',
  quit: 'Gatehouse quit',
};

export const isLive = (session: Session): boolean => session.state === 'ACTIVE';

/** "12 min left, until 15:40". */
export const stayWords = (session: Session, now: number, zone: Zone = {}): string =>
  `${timeLeft(session.expiresAt - now)}, until ${endTime(session.expiresAt, now, zone)}`;

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

export interface SplitSessions {
  readonly live: readonly Session[];
  readonly ended: readonly Session[];
}

/** Live ones by what ends first, ended ones by what ended last. */
export function splitSessions(sessions: readonly Session[]): SplitSessions {
  const endOf = (session: Session): number => session.ended?.at ?? session.expiresAt;
  return {
    live: sessions.filter(isLive).toSorted((a, b) => a.expiresAt - b.expiresAt),
    ended: sessions.filter((session) => !isLive(session)).toSorted((a, b) => endOf(b) - endOf(a)),
  };
}
