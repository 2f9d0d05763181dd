import path from 'node:path';

/** What a writing process reads on its stdin. */
export interface Orders {
  readonly folder: string;
  /** In every entry it writes. */
  readonly run: number;
  readonly writers: number;
  readonly segmentLength: number;
}

export const effectsFile = 'effects.txt';
export const secondPlace = (folder: string): string => path.join(folder, 'second');
