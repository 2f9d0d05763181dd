/** Shows paths relative to the session's folder. */
import type { Session } from '../../shared/access/access.ts';
import { lastPart } from '../text/short-path.ts';

/** The folders of each session that the window knows. */
export type SessionFolders = ReadonlyMap<string, readonly string[]>;

export const foldersOf = (sessions: readonly Session[]): SessionFolders =>
  new Map(sessions.map(({ sessionId, roots }) => [sessionId, roots.map(({ path }) => path)]));

export interface RelativePath {
  /** The name of the folder; null where the path is in none of them. */
  readonly folder: string | null;
  readonly path: string;
}

/** `src/a.ts` in `harbour`, and `harbour` for that folder itself; the whole path where no folder of the session holds it. */
export function relativeTo(
  path: string,
  sessionId: string | null,
  folders: SessionFolders,
): RelativePath {
  const roots = (sessionId === null ? undefined : folders.get(sessionId)) ?? [];
  const holding = roots
    .filter((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  if (holding === undefined) return { folder: null, path };
  const rest = path.slice(holding.length).replace(/^\//, '');
  const folder = lastPart(holding);
  return { folder, path: rest === '' ? folder : rest };
}
