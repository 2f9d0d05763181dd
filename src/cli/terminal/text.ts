/** Formats times and numbers for people. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** " in ~/app", " in 2 folders", or empty. */
export function inFolders(folders: readonly string[]): string {
  if (folders.length === 0) return '';
  return ` in ${folders.length === 1 ? folders[0] : counted(folders.length, 'folder')}`;
}

/** "12 s", "4 min", "3 h 20 min", "2 days". */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.round(hours / 24)} days`;
}

/** In local time, as in a log. */
export function localTime(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses RFC 3339 or an age (`90s`, `15m`, `2h`, `7d`); null if it is neither. */
export function nowOf(text: string, now: number): string | null {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text);
  const unit = units[ago?.[2] ?? ''];
  if (ago && unit) return new Date(now - Number(ago[1]) * unit * 1000).toISOString();
  const date = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
