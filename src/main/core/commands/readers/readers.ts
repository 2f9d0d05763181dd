/** The programs whose arguments need a parser of their own. */
import type { ReaderName } from '../program-spec.ts';
import type { Reader } from '../tools.ts';
import { readAwk } from './awk.ts';
import { readCd } from './cd.ts';
import { readDd } from './dd.ts';
import { readFind } from './find.ts';
import { readGit } from './git.ts';
import { readSed } from './sed.ts';
import { readSubscript } from './subscript.ts';
import { readTar } from './tar.ts';

export const readers: Readonly<Record<ReaderName, Reader>> = {
  awk: readAwk,
  cd: readCd,
  dd: readDd,
  find: readFind,
  git: readGit,
  sed: readSed,
  subscript: readSubscript,
  tar: readTar,
};
