/** Formats amounts of data. */
import type { ConnectionUse } from './connection.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** "940 bytes", "1.2 MB". */
export function byteWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${rounded} ${bytes === 1 ? 'byte' : units[unit]}`;
}

export const connectionSentence = ({ address, sent, received }: ConnectionUse): string =>
  `Sent ${byteWords(sent)}, received ${byteWords(received)} (${address}).`;
