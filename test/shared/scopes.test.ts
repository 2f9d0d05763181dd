import { describe, expect, test } from 'vitest';
import {
  allScopes,
  expandScopes,
  inScopeOrder,
  isScope,
  needsFolder,
  scopeInfo,
  serverOfScope,
  scopes,
  type Risk,
} from '../../src/shared/access/scopes.ts';

/** As the product specification, which is not in this repository, lists them. */
const ofTheBlueprint = [
  ...['read', 'write', 'create', 'delete', 'rename', 'search'].map((verb) => `${verb}:files`),
  ...['read', 'edit', 'manage'].map((verb) => `${verb}:buffers`),
  ...['split:panes', 'manage:tabs'],
  ...['analyze:syntax', 'detect:errors', 'suggest:completion', 'format:code', 'navigate:symbols'],
  ...['explore:project', 'manage:workspace', 'watch:changes', 'build:project'],
  ...['exec:terminal', 'run:commands', 'debug:session', 'test:code'],
  ...['git:status', 'git:commit', 'git:branch', 'view:diffs'],
  ...['search:content', 'replace:text', 'regex:operations', 'search:project'],
  ...['sync:cursor', 'sync:selection', 'sync:viewport', 'monitor:state'],
  ...['code:lens', 'quick:fixes', 'refactor:code', 'manage:plugins'],
];
const ours = ['browser:tools', 'editor:theme', 'backend:read', 'backend:send'];
const risks: readonly Risk[] = ['look', 'change', 'run', 'destroy'];

describe('the catalogue of scopes', () => {
  test('holds the 40 of the blueprint and our 4, and no other', () => {
    expect(ofTheBlueprint).toHaveLength(40);
    expect([...allScopes].toSorted()).toEqual([...ofTheBlueprint, ...ours].toSorted());
  });

  test.each(Object.entries(scopes))('%s has a group, a risk and a sentence', (_name, info) => {
    expect(info.group).not.toBe('');
    expect(risks).toContain(info.risk);
    expect(info.sentence).toMatch(/^[A-Z][^.]+$/);
  });

  test('no two scopes have the same text', () => {
    const sentences = Object.values(scopes).map((info) => info.sentence);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test('keeps the scopes of a group together, so that they are read together', () => {
    const groups = Object.values(scopes).map((info) => info.group);
    const starts = groups.filter((group, index) => group !== groups[index - 1]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test('an action that deletes, runs or manages is never classified as reading', () => {
    const looks = allScopes.filter((name) => scopes[name].risk === 'look');
    expect(
      looks.filter((name) => /^(?:delete|run|exec|write|create|rename|build)/.test(name)),
    ).toEqual([]);
  });
});

describe('asking for scopes', () => {
  test('plain names come back in the order of the catalogue, each once', () => {
    const asked = ['git:status', 'read:files', 'delete:files', 'read:files'];
    expect(expandScopes(asked)).toEqual({
      scopes: ['read:files', 'delete:files', 'git:status'],
      unknown: [],
    });
  });

  test.each([
    ['run:tests', ['test:code']],
    ['open:file', ['read:files']],
    ['edit:buffer', ['edit:buffers']],
    ['git:*', ['git:status', 'view:diffs', 'git:commit', 'git:branch']],
  ])('the blueprint says %s and means %j', (alias, meant) => {
    expect(expandScopes([alias])).toEqual({ scopes: meant, unknown: [] });
  });

  test('a wildcard means every scope with that verb and no more', () => {
    expect(expandScopes(['sync:*']).scopes).toEqual([
      'sync:cursor',
      'sync:selection',
      'sync:viewport',
    ]);
    expect(expandScopes(['read:*']).scopes).toEqual(['read:files', 'read:buffers']);
  });

  test.each([
    '*',
    ':*',
    '*:*',
    're:*',
    'read:',
    'Read:files',
    'read:files ',
    'toString',
    '__proto__',
    '',
    'upstream:tools',
  ])('"%s" is unknown and gives nothing', (name) => {
    expect(expandScopes([name])).toEqual({ scopes: [], unknown: [name] });
    expect(isScope(name)).toBe(false);
  });

  test('an MCP server has a scope of its own, after the others', () => {
    expect(expandScopes(['mcp:playwright', 'read:files', 'mcp:github', 'mcp:github'])).toEqual({
      scopes: ['read:files', 'mcp:github', 'mcp:playwright'],
      unknown: [],
    });
    expect(inScopeOrder(['mcp:b', 'delete:files', 'mcp:a'])).toEqual([
      'delete:files',
      'mcp:a',
      'mcp:b',
    ]);
    expect(scopeInfo('mcp:github')).toEqual({
      group: 'MCP servers',
      risk: 'run',
      sentence: 'Use the tools of the MCP server github',
    });
    expect(serverOfScope('mcp:github')).toBe('github');
    expect(serverOfScope('git:status')).toBeNull();
    expect(needsFolder(['mcp:github', 'backend:read'])).toBe(false);
  });

  test.each(['mcp:*', 'mcp:', 'mcp:GitHub', 'mcp:a_b', 'mcp:-a', `mcp:${'a'.repeat(33)}`])(
    '"%s" names no server',
    (name) => {
      expect(expandScopes([name])).toEqual({ scopes: [], unknown: [name] });
    },
  );

  test('one unknown name does not hide behind known ones', () => {
    expect(expandScopes(['read:files', 'root:everything']).unknown).toEqual(['root:everything']);
  });
});
