/** Finds an agent's program on the PATH of the user's terminal, and all files it needs. */
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import {
  fixedFolders,
  findProgram,
  type FinderSettings,
} from '../../platform/programs/program-finder.ts';

export interface FoundAgent {
  /** The command that starts it. */
  readonly program: string;
  /** The program and its interpreter, both as found and with links resolved. */
  readonly files: readonly string[];
  /** The folder of its packages, if a Node package manager installed it. */
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
  // It receives the user's login, so a project must not be able to replace it.
  return found.insideRoot
    ? refused('program-refused', `${found.program} lies in the folder that it would work in.`)
    : found;
}

/** Includes everything that must be readable for it to run. */
export async function findWithParts(
  name: string,
  where: FinderSettings,
): Promise<(FoundAgent & { readonly insideRoot: boolean }) | Refused> {
  const found = await findProgram(name, where);
  if (found.kind !== 'found') return refused('agent-not-found', found.sentence);
  const interpreter = await interpreterOf(found.real, where);
  // A package finds its parts next to its real file; mounted, a link to it would become that file
  // itself.
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

/** The outermost `node_modules`: the program's dependencies may be linked from there. */
const packageFolders = (files: readonly string[]): readonly string[] => [
  ...new Set(
    files.flatMap((file) => {
      const names = file.split(path.sep);
      const at = names.indexOf('node_modules');
      return at < 0 ? [] : [names.slice(0, at + 1).join(path.sep)];
    }),
  ),
];
