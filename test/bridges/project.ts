import fs from 'node:fs';
import path from 'node:path';
import { scratch } from '../fakes/scratch.ts';

/** A folder that may be given to agents. */
export function project(): string {
  const folder = path.join(scratch(), 'proj');
  fs.mkdirSync(path.join(folder, '.git'), { recursive: true });
  return folder;
}
