/** The home folder as it really is: where /home is a link, names below it must still be recognised. */
import fs from 'node:fs';
import { homeFolder } from '../system/home-folder.ts';

export function realHome(): string {
  try {
    return fs.realpathSync(homeFolder());
  } catch {
    return homeFolder();
  }
}
