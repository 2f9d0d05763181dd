/** Finds an agent's program on the PATH of the user's terminal, and everything it is made of. */
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import {
  fixedFolders,
  findProgram,
  type FinderSettings,
} from '../../platform/programs/program-finder.ts';

export interface FoundAgent {
  /** As it is started. */
  readonly program: string;
  /** The program and what runs it, with links followed and as they were found. */
  readonly files: readonly string[];
  /** Where its packages are, if it was installed by a package manager for Node. */
  readonly folders: readonly string[];
  /** The PATH inside. */
  readonly path: string;
}

export async function findAgent(
  name: string,
  from: { readonly path: string; readonly folder: string },
): Promise<FoundAgent | Refused> {
  const found = await findWithParts(name, {
    ...{ path: from.path, cwd: from.folder, roots: [from.folder] },
  });
  if (isError(found)) return found;
  // It gets the user's login; a project must not put its own program in that place.
  return found.insideRoot
    ? refused('program-refused', `${found.program} lies in the folder that it would work in.`)
    : found;
}

/** With everything that has to be readable for it to run. */
export async function findWithParts(
  name: string,
  where: FinderSettings,
): Promise<(FoundAgent & { readonly insideRoot: boolean }) | Refused> {
  const found = await findProgram(name, where);
  if (found.kind !== 'found') return refused('agent-not-found', found.sentence);
  const interpreter = await interpreterOf(found.real, where);
  // A package looks for its parts beside its real file; as a mount, a link to it would be that file itself.
  const program = packageFolders([found.real]).length > 0 ? found.real : found.path;
  return {
    program,
    files: [program, found.real, ...interpreter],
    folders: packageFolders([found.real]),
    path: fixedFolders(where).join(':'),
    insideRoot: found.insideRoot,
  };
}

const shebang = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?(\S+)|(\/\S+))/;
const headBytes = 200;

async function interpreterOf(
  file: string,
  where: Parameters<typeof findProgram>[1],
): Promise<readonly string[]> {
  const [, byName, byPath] = shebang.exec(headOf(file)) ?? [];
  const name = byName ?? byPath;
  if (name === undefined) return [];
  const found = await findProgram(name, where);
  return found.kind === 'found' && !found.insideRoot ? [found.path, found.real] : [];
}

function headOf(file: string): string {
  const fd = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, headBytes, 0)).toString('latin1');
  } finally {
    fs.closeSync(fd);
  }
}

/** The outermost `node_modules`: what the program needs beside it may be linked from there. */
const packageFolders = (files: readonly string[]): readonly string[] => [
  ...new Set(
    files.flatMap((file) => {
      const names = file.split(path.sep);
      const at = names.indexOf('node_modules');
      return at < 0 ? [] : [names.slice(0, at + 1).join(path.sep)];
    }),
  ),
];
