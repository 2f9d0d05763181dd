/** Example roles to start from. No zod here, so that pages load fast. */
import { presets } from './presets.ts';
import type { RoleDraft } from './roles.ts';
import type { Scope } from './scopes.ts';

/** No client has them until the user assigns them. */
export const roleTemplates: readonly RoleDraft[] = [
  {
    name: 'reviewer',
    scopes: [
      ...new Set<Scope>([
        ...presets.restricted.scopes,
        ...presets.basic.scopes,
        ...(['explore:project', 'detect:errors', 'navigate:symbols', 'search:project'] as const),
        ...(['git:status', 'view:diffs'] as const),
      ]),
    ],
    folders: [],
    rules: [],
    isLimit: true,
  },
  {
    name: 'builder',
    scopes: [
      ...new Set<Scope>([
        ...presets.basic.scopes,
        ...presets.standard.scopes,
        ...(['create:files', 'rename:files', 'detect:errors', 'search:project'] as const),
        ...(['build:project', 'test:code', 'run:commands'] as const),
        ...(['git:status', 'view:diffs', 'git:commit'] as const),
      ]),
    ],
    folders: [],
    rules: [{ effect: 'ask', actions: ['git_commit'], within: null }],
    isLimit: false,
  },
];
