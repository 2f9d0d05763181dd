/** Formats times and durations. Clock times use the user's locale and time zone. */
export interface Zone {
  readonly locale?: string;
  readonly timeZone?: string;
}

const minute = 60;
const hour = 60 * minute;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options]);
  const known = formatters.get(key);
  if (known) return known;
  const timeZone = zone.timeZone === undefined ? {} : { timeZone: zone.timeZone };
  const made = new Intl.DateTimeFormat(zone.locale, { ...options, ...timeZone });
  formatters.set(key, made);
  return made;
}

export const clockTime = (at: number, zone: Zone = {}): string =>
  formatter(zone, { timeStyle: 'short' }).format(at);

const clockTimeWithSeconds = (at: number, zone: Zone): string =>
  formatter(zone, { timeStyle: 'medium' }).format(at);

const dayOf = (at: number, zone: Zone): string =>
  formatter(zone, { year: 'numeric', month: 'numeric', day: 'numeric' }).format(at);

const isSameDay = (a: number, b: number, zone: Zone): boolean => dayOf(a, zone) === dayOf(b, zone);

/** "15:40", "tomorrow 00:10"; a session never lasts longer. */
export function endTime(at: number, now: number, zone: Zone = {}): string {
  const time = clockTime(at, zone);
  return at > now && !isSameDay(at, now, zone) ? `tomorrow ${time}` : time;
}

/** "15:40:12" today, "14 Nov 15:40:12" on other days. */
export function pastTime(at: number, now: number, zone: Zone = {}): string {
  const time = clockTimeWithSeconds(at, zone);
  if (isSameDay(at, now, zone)) return time;
  return `${formatter(zone, { day: 'numeric', month: 'short' }).format(at)} ${time}`;
}

/** "today 15:40", "16 Dec 15:40", "16 Dec 2027 15:40" in another year. */
export function momentWords(at: number, now: number, zone: Zone = {}): string {
  const time = clockTime(at, zone);
  if (isSameDay(at, now, zone)) return `today ${time}`;
  const yearOf = (moment: number): string => formatter(zone, { year: 'numeric' }).format(moment);
  const year = yearOf(at) === yearOf(now) ? {} : ({ year: 'numeric' } as const);
  return `${formatter(zone, { day: 'numeric', month: 'short', ...year }).format(at)} ${time}`;
}

export const fullTime = (at: number, zone: Zone = {}): string =>
  formatter(zone, { dateStyle: 'full', timeStyle: 'medium' }).format(at);

/** "45 s", "4 min 30 s", "15 min", "1 h 30 min"; seconds fall away above an hour. */
export function spanWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < minute) return `${whole} s`;
  if (whole < hour) return withRest(Math.floor(whole / minute), 'min', whole % minute, 's');
  return withRest(Math.floor(whole / hour), 'h', Math.floor((whole % hour) / minute), 'min');
}

/** Seconds matter only near the end. */
const coarse = (seconds: number): number =>
  seconds < 2 * minute ? seconds : seconds - (seconds % minute);

/** "1 h 5 min left", "12 min left", "1 min 20 s left". Never more than is really left. */
export function timeLeft(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return whole <= 0 ? 'ends now' : `${spanWords(coarse(whole))} left`;
}

/** "just now", "5 min ago". */
export function ago(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return whole < 10 ? 'just now' : `${spanWords(coarse(whole))} ago`;
}

/** "12 ms", "1.2 s", "1 min": how long a call took. */
export function tookWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return spanWords(milliseconds / 1000);
}

const withRest = (big: number, unit: string, rest: number, restUnit: string): string =>
  rest > 0 ? `${big} ${unit} ${rest} ${restUnit}` : `${big} ${unit}`;
