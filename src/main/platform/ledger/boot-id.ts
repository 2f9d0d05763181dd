/** Identifies this run: the boot of the machine, where it is known, and the process. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

const bootFile = '/proc/sys/kernel/random/boot_id';

export function newBootId(): string {
  return `${bootOf()}-${randomBytes(2).toString('hex')}`;
}

function bootOf(): string {
  try {
    return fs.readFileSync(bootFile, 'utf8').slice(0, 8);
  } catch {
    // Elsewhere the run alone is named.
    return 'run';
  }
}
