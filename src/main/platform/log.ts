/** A plain log for the person: one line each, nothing in it can pretend to be another line. */
import fs from 'node:fs';
import path from 'node:path';
import { visibleText } from '../../shared/visible-text.ts';

export interface Log {
  readonly info: (text: string) => void;
  readonly trouble: (text: string) => void;
}

const largest = 5 * 1024 * 1024;

export function openLog(dataDir: string, now: () => number): Log {
  const file = path.join(dataDir, 'gatehouse.log');
  let size = sizeOf(file);
  const write = (level: string, text: string): void => {
    const line = `${new Date(now()).toISOString()} ${level} ${visibleText(text)}\n`;
    try {
      if (size > largest) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      process.stderr.write(line);
    }
  };
  return {
    info: (text) => write('info', text),
    trouble: (text) => write('trouble', text),
  };
}

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
