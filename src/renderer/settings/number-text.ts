/** Sizes and times of number settings in words. */

/** 102400 → 100 KB; empty if the text would repeat the number. */
export function sizeInWords(bytes: number): string {
  const units = ['KB', 'MB', 'GB'] as const;
  let [size, at] = [bytes / 1024, 0];
  while (size >= 1024 && at < units.length - 1) [size, at] = [size / 1024, at + 1];
  return `${Number(size.toFixed(1)).toLocaleString('en')} ${units[at]}`;
}

/** 600 → 10 min. */
export function secondsInWords(seconds: number): string {
  if (seconds < 60) return '';
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`];
  return parts.filter(Boolean).join(' ');
}
