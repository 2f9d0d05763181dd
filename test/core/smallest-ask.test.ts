import { describe, expect, test } from 'vitest';
import { smallestAsk } from '../../src/main/core/core.ts';
import type { Scope } from '../../src/shared/access/scopes.ts';

const places = { home: '/home/ada', ownPaths: ['/home/ada/.config/gatehouse'] };
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const ask = (
  calls: readonly { readonly scopes: readonly Scope[]; readonly paths: readonly string[] }[],
  otherwise: readonly string[] = [],
) => smallestAsk(calls, { around: folderOf, otherwise, places });

const reading = (...paths: readonly string[]) => ({ scopes: ['read:files'] as const, paths });

describe('the least that would run some calls', () => {
  test('is each scope and each folder once, scopes in the order of the catalogue', () => {
    const writing = { scopes: ['create:files', 'read:files'] as const, paths: ['/w/lib/b'] };
    expect(ask([reading('/w/app/a', '/w/app/b'), writing])).toEqual({
      scopes: ['read:files', 'create:files'],
      roots: ['/w/app', '/w/lib'],
    });
  });

  test('a folder inside another one is not asked for twice', () => {
    expect(ask([reading('/w/app/src/deep/a', '/w/app/b', '/w/application/c')])?.roots).toEqual([
      '/w/app',
      '/w/application',
    ]);
  });

  test('a call that names no path takes the folder the client works in, or those the others name', () => {
    expect(ask([reading()], ['/w/app'])?.roots).toEqual(['/w/app']);
    expect(ask([reading()])).toBeNull();
    expect(ask([reading('/w/app/a'), reading()])?.roots).toEqual(['/w/app']);
    expect(ask([])).toBeNull();
  });

  test('what has to do with no folder is asked for without one', () => {
    const inTabs = { scopes: ['browser:tools'] as const, paths: [] };
    expect(ask([inTabs], ['/w/app'])).toEqual({ scopes: ['browser:tools'], roots: [] });
    expect(ask([inTabs, reading('/w/app/a')])?.roots).toEqual(['/w/app']);
    expect(ask([inTabs, reading()])).toBeNull();
  });

  test.each([
    ['the home folder', '/home/ada/a'],
    ['what lies around it', '/home/a'],
    ['the whole disk', '/a'],
    ['secrets', '/home/ada/.ssh/id'],
    ['the system', '/etc/hosts'],
    ['what is ours', '/home/ada/.config/gatehouse/settings.json'],
    ['a hidden folder', '/home/ada/.cache/a'],
  ])('%s must be asked for in words', (_what, path) => {
    expect(ask([reading(path)])).toBeNull();
    expect(ask([reading('/w/app/a', path)])).toBeNull();
  });
});
