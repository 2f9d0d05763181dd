import type { Session } from '../../shared/access/access.ts';
import { maxSessionSeconds, minSessionSeconds } from '../../shared/access/session-limits.ts';
import { endTime, spanWords, type Zone } from '../text/times.ts';
import { sessionsText } from './sessions-text.ts';

export interface ExtendChoice {
  /** From now on. */
  readonly seconds: number;
  readonly end: string;
  readonly label: string;
}

const steps = [15 * 60, 60 * 60];

/** No session outlives its longest stay, nor the one it is part of. */
function latestEnd({ startedAt }: Session, parent: Session | null): number {
  const longest = startedAt + maxSessionSeconds * 1000;
  return parent === null ? longest : Math.min(longest, parent.expiresAt);
}

/** Empty when it cannot get a minute more. */
export function extendChoices(
  session: Session,
  parent: Session | null,
  now: number,
  zone: Zone = {},
): readonly ExtendChoice[] {
  const latest = latestEnd(session, parent);
  const isWorthwhile = latest - session.expiresAt >= minSessionSeconds * 1000;
  if (!isWorthwhile) return [];
  const whole = steps.filter((step) => session.expiresAt + step * 1000 < latest);
  const isCapped = whole.length < steps.length;
  const ends = [
    ...whole.map((step) => ({ at: session.expiresAt + step * 1000, by: `+${spanWords(step)}` })),
    ...(isCapped ? [{ at: latest, by: sessionsText.asLongAsPossible }] : []),
  ];
  return ends.map(({ at, by }) => {
    const end = endTime(at, now, zone);
    return { seconds: secondsUntil(at, now), end, label: `${by}, until ${end}` };
  });
}

const secondsUntil = (at: number, now: number): number =>
  Math.min(maxSessionSeconds, Math.max(minSessionSeconds, Math.round((at - now) / 1000)));

export const whyNotLonger = (parent: Session | null): string =>
  parent === null
    ? sessionsText.atMaximum(spanWords(maxSessionSeconds))
    : sessionsText.endsWithParent;
