/** A client's config files: which exist, and which contain our entry. */
import path from 'node:path';
import type { ClientFile } from '../../../../shared/integrations/clients.ts';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import { entryIn } from '../entry-edit.ts';
import { readConfig, type ReadingNotes } from './read-config.ts';

/** In order of precedence, the project's last. */
export async function filesOf(
  spec: ClientSpec,
  at: SystemEnvironment,
  project: string | null,
  notes: ReadingNotes,
): Promise<readonly ClientFile[]> {
  const files: ClientFile[] = [];
  for (const place of configPathsOf(spec, at, project)) {
    const { current, value, error } = await readConfig(spec.format, place.path, notes);
    files.push({
      ...place,
      isThere: !('bytes' in current) || current.bytes !== null,
      hasEntry: value !== undefined && entryIn(spec, value) !== undefined,
      error,
    });
  }
  return files;
}

export const configPathsOf = (
  spec: ClientSpec,
  at: SystemEnvironment,
  project: string | null,
): readonly Pick<ClientFile, 'path' | 'scope'>[] => [
  ...spec.userFiles(at).map((file) => ({ path: file, scope: 'user' as const })),
  ...(project === null ? [] : spec.projectFiles).map((name) => ({
    path: path.join(project ?? '', name),
    scope: 'project' as const,
  })),
];

/**
 * The file that already has an entry, otherwise the one with the highest precedence, otherwise a
 * new one.
 */
export function fileToWrite(
  spec: ClientSpec,
  at: SystemEnvironment,
  files: readonly ClientFile[],
): string {
  const own = files.filter(({ scope }) => scope === 'user');
  const preferred =
    own.findLast(({ hasEntry }) => hasEntry) ?? own.findLast(({ isThere }) => isThere);
  return preferred?.path ?? spec.newFile(at);
}
