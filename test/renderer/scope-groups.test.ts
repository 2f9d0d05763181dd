import { expect, it } from 'vitest';
import { scopeGroups } from '../../src/renderer/text/scope-groups.ts';

it('groups scopes in the order of the catalogue, whatever order they were asked in', () => {
  expect(scopeGroups(['git:commit', 'delete:files', 'read:files', 'git:status'])).toEqual([
    { name: 'Files', scopes: ['read:files', 'delete:files'] },
    { name: 'Git', scopes: ['git:status', 'git:commit'] },
  ]);
});
