import { maxSessionSeconds, minSessionSeconds } from '../../shared/session-limits.ts';
import { spanWords } from '../words/times.ts';

export interface DurationChoice {
  readonly seconds: number;
  readonly label: string;
  readonly note: string | null;
}

const untilQuit: DurationChoice = {
  seconds: maxSessionSeconds,
  label: 'Until quit',
  note: `up to ${spanWords(maxSessionSeconds)}, ends when Gatehouse quits`,
};

const plain = (seconds: number): DurationChoice => ({
  seconds,
  label: spanWords(seconds),
  note: null,
});

const standard = [plain(5 * 60), plain(15 * 60), plain(60 * 60), untilQuit];
const shortest = 5 * 60;

/** A wish shorter than every standard span is offered too, so that yes need not mean more than was asked. */
export function durationChoices(requestedSeconds: number): readonly DurationChoice[] {
  const asked = Math.max(minSessionSeconds, requestedSeconds);
  return asked < shortest ? [{ ...plain(asked), note: 'as asked' }, ...standard] : standard;
}

/** What was asked for, or the nearest that is not longer. */
export function preselectedSeconds(requestedSeconds: number): number {
  const fitting = durationChoices(requestedSeconds).filter(
    ({ seconds }) => seconds <= Math.max(minSessionSeconds, requestedSeconds),
  );
  return Math.max(...fitting.map(({ seconds }) => seconds));
}
