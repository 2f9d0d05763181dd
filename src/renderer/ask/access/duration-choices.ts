import type { Agent } from '../../../shared/access/access.ts';
import {
  longestUnverifiedSeconds,
  maxSessionSeconds,
  minSessionSeconds,
  onceSeconds,
} from '../../../shared/access/session-limits.ts';
import { spanWords } from '../../text/times.ts';
import { accessText, longSpan } from './access-text.ts';

export interface DurationChoice {
  readonly seconds: number;
  readonly label: string;
  readonly note: string | null;
  readonly once: boolean;
}

const untilQuit: DurationChoice = {
  seconds: maxSessionSeconds,
  label: accessText.untilQuit,
  note: `up to ${spanWords(maxSessionSeconds)}; ends when Gatehouse quits`,
  once: false,
};

const plain = (seconds: number): DurationChoice => ({
  seconds,
  label: longSpan(seconds),
  note: null,
  once: false,
});

const onlyOnce: DurationChoice = {
  seconds: onceSeconds,
  label: 'Once',
  note: `for one call, within ${spanWords(onceSeconds)}`,
  once: true,
};

const standard = [plain(15 * 60), plain(60 * 60), plain(4 * 60 * 60), untilQuit];
const shortest = 15 * 60;
/** One line holds no more; the longest is given up first. */
const mostChoices = 5;

/** If the calling program is unknown, only short durations are offered. */
export const longestFor = ({ verified }: Pick<Agent, 'verified'>): number =>
  verified === null ? longestUnverifiedSeconds : maxSessionSeconds;

/** A requested duration shorter than the standard ones is offered too, so that nobody grants more. */
export function durationChoices(
  requestedSeconds: number,
  longest = maxSessionSeconds,
): readonly DurationChoice[] {
  const asked = Math.max(minSessionSeconds, requestedSeconds);
  const offered = standard.filter(({ seconds }) => seconds <= longest);
  const short = asked < shortest ? [{ ...plain(asked), note: 'as requested' }] : [];
  return [onlyOnce, ...short, ...offered].slice(0, mostChoices);
}

/** The requested duration, or the nearest shorter one. */
export function preselectedSeconds(requestedSeconds: number, longest = maxSessionSeconds): number {
  const fitting = durationChoices(requestedSeconds, longest).filter(
    ({ seconds, once }) => !once && seconds <= Math.max(minSessionSeconds, requestedSeconds),
  );
  return Math.max(...fitting.map(({ seconds }) => seconds));
}
