import { describe, expect, test } from 'vitest';
import { actionInfo, actionNames } from '../../src/shared/actions/actions.ts';
import { presets, requestableNames } from '../../src/shared/access/presets.ts';
import {
  expandRequested,
  similarScopes,
  unknownScopesText,
} from '../../src/shared/access/requested-scopes.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';

describe('what can be requested', () => {
  test.each(requestableNames)('%s is known', (name) => {
    expect(expandRequested([name]).unknown).toEqual([]);
    expect(expandRequested([name]).scopes.length).toBeGreaterThan(0);
  });

  test('a preset includes the ones before it', () => {
    const { scopes } = expandRequested(['standard']);
    const wanted = [presets.restricted, presets.basic, presets.standard];
    expect(scopes).toEqual(
      allScopes.filter((scope) => wanted.some((preset) => preset.scopes.includes(scope))),
    );
    expect(scopes).not.toContain('delete:files');
  });

  test('presets, scopes, aliases and wildcards can be mixed, and each scope comes once', () => {
    const { scopes, unknown } = expandRequested(['read-only', 'read:files', 'git:*', 'run:tests']);
    expect(unknown).toEqual([]);
    expect(scopes).toEqual([...new Set(scopes)]);
    expect(scopes).toEqual(expect.arrayContaining(['read:files', 'git:commit', 'test:code']));
  });
});

describe('what an agent may have meant', () => {
  test.each([
    ['files:read', ['read:files']],
    ['read_file', ['read:files']],
    ['reed:files', ['read:files']],
    ['Read:Files', ['read:files']],
    ['git.commit', ['git:commit']],
    ['commit', ['git:commit']],
    ['terminal', ['exec:terminal']],
    ['run:command', ['run:commands']],
    ['readonly', ['read:files', 'read:buffers', 'read-only']],
    ['zzz', []],
    ['', []],
    ['::', []],
  ])('%j: %j', (name, meant) => {
    expect([...similarScopes(name)].toSorted()).toEqual([...meant].toSorted());
  });

  test.each(actionNames)('the name of the tool %s: its scope', (name) => {
    expect(similarScopes(name)).toEqual([actionInfo(name).scope]);
  });

  test('the answer has the guess, every scope and every preset, and stays short', () => {
    const text = unknownScopesText([
      'reed:files',
      ...Array.from({ length: 60 }, () => 'x'.repeat(64)),
    ]);
    expect(text).toContain('reed:files (did you mean read:files?)');
    expect(text).toContain('and 56 more');
    for (const name of requestableNames) expect(text).toContain(name);
    expect(text.length).toBeLessThan(2_000);
  });
});
