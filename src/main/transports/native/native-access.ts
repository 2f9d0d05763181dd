/**
 * What is asked for when an agent uses its own tools without access: to edit files and run commands in the
 * project it works in. One yes covers its own tools and Gatehouse's alike.
 */
import { isInside } from '../../../shared/files/inside.ts';
import { inScopeOrder, type Scope } from '../../../shared/access/scopes.ts';
import type { Core } from '../../core/core.ts';
import type { AccessFor } from '../mcp/implicit-access.ts';

interface Deps {
  readonly core: Pick<Core, 'preview'>;
  readonly projectFolderOf: (path: string) => Promise<string | null>;
}

const seconds = 60 * 60;
const maxSentence = 1_000;

const usual: ReadonlySet<Scope> = new Set<Scope>([
  ...(['read:files', 'search:files', 'explore:project', 'search:content'] as const),
  ...(['search:project', 'regex:operations', 'git:status', 'view:diffs'] as const),
  ...(['write:files', 'create:files', 'rename:files', 'edit:buffers', 'replace:text'] as const),
  ...(['git:commit', 'git:branch', 'run:commands', 'test:code', 'build:project'] as const),
]);

export const nativeAccess =
  ({ core, projectFolderOf }: Deps): AccessFor =>
  async (call, signal) => {
    const seen = await core.preview(call, call.agent, signal);
    if (seen.kind !== 'no-access') return null;
    const found = await Promise.all(seen.missing.paths.map(projectFolderOf));
    const folders = [...new Set(found.filter((folder) => folder !== null))];
    if (folders.length === 0 || found.includes(null)) return null;
    const sentence = seen.sentence.slice(0, maxSentence);
    return {
      spec: {
        scopes: inScopeOrder([...usual, ...seen.missing.scopes]),
        roots: folders.filter(
          (folder) => !folders.some((two) => two !== folder && isInside(folder, two)),
        ),
        reason: `It wants to ${sentence}.`,
        ttl_seconds: seconds,
      },
      sentence,
    };
  };
