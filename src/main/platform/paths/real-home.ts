/**
 * The real path of the home folder: where /home is a link, paths below it must still be
 * recognised.
 */
import fs from 'node:fs';
import { homeFolder } from '../system/home-folder.ts';

export function realHome(): string {
  try {
    return fs.realpathSync(homeFolder());
  } catch {
    return homeFolder();
  }
}
