/** The home folder as it really is: where /home is a link, names below it must still be recognised. */
import fs from 'node:fs';
import os from 'node:os';

export function realHome(): string {
  try {
    return fs.realpathSync(os.homedir());
  } catch {
    return os.homedir();
  }
}
