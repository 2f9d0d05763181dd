/**
 * Finds the OpenCode program. It never comes from an agent's folder, and its PATH contains none.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { findProgram, fixedFolders } from '../../platform/programs/program-finder.ts';
import type { RunProgram } from './config.ts';

interface From {
  /** As in PATH. */
  readonly path: string;
  /** Real paths of projects, workspaces, and folders granted since Gatehouse started. */
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
  const written = fixedFolders({ path: from.path, roots, cwd: '/' });
  const safe = await Promise.all(written.map((folder) => outside(folder, roots)));
  const searched = [...new Set(safe.flat())].join(path.delimiter);
  return { real: found.real, called: found.path, path: searched };
}

/** The real path of the folder; nothing if an agent could write to it or create it. */
async function outside(folder: string, roots: readonly string[]): Promise<readonly string[]> {
  const real = await fs.realpath(folder).catch(() => null);
  if (real === null) return [];
  return roots.some((root) => isInside(folder, root) || isInside(real, root)) ? [] : [real];
}
