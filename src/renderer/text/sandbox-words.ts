/** What several pages say about the sandbox. */
import type { Scope } from '../../shared/access/scopes.ts';

/** What a checkpoint before a sandboxed command does not cover, as both asks say it. */
export const notRestored =
  'Changes can be restored, but not in files over 50 MB or in ignored folders that tools make again, such as node_modules.';

const codeScopes: readonly Scope[] = [
  'run:commands',
  'exec:terminal',
  'build:project',
  'test:code',
];

/** Whether it lets an agent start programs of its own choice. */
export const runsCode = (scope: Scope): boolean => codeScopes.includes(scope);
