/** Which OpenCode is run: never one that lies where an agent could have written it. */
import path from 'node:path';
import { isInside } from '../../../shared/inside.ts';
import { findProgram, fixedFolders } from '../../platform/program-finder.ts';
import type { RunProgram } from './config.ts';

interface From {
  /** As in PATH. */
  readonly path: string;
  /** Folders that agents write in: workspaces, and what sessions were given. */
  readonly agentFolders: readonly string[];
}

export async function openCodeProgram(
  wanted: string,
  from: From,
): Promise<RunProgram | { readonly why: string }> {
  const roots = from.agentFolders;
  const found = await findProgram(wanted, { path: from.path, roots, cwd: '/' });
  if (found.kind !== 'found') return { why: found.sentence };
  if (found.insideRoot)
    return { why: `${found.real} lies in a folder where agents could have written it.` };
  const safe = fixedFolders({ path: from.path, roots, cwd: '/' }).filter(
    (folder) => !roots.some((root) => isInside(folder, root)),
  );
  return { real: found.real, called: found.path, path: safe.join(path.delimiter) };
}
