import { describe, expect, test } from 'vitest';
import { nearestPreset, presetNames, presets } from '../../src/shared/access/presets.ts';
import { allScopes, expandScopes, scopeInfo, type Scope } from '../../src/shared/access/scopes.ts';

/** As the product specification, which is not in this repository, lists them. */
const ofTheBlueprint = {
  basic: 'read:files read:buffers search:files analyze:syntax sync:cursor',
  standard:
    'read:files write:files edit:buffers manage:buffers format:code search:content sync:cursor sync:selection explore:project',
  advanced:
    'create:files delete:files manage:workspace build:project run:tests exec:terminal git:* debug:session refactor:code manage:plugins',
  restricted: 'read:files analyze:syntax search:content',
};

describe('presets', () => {
  test('are the four of the blueprint', () => {
    expect([...presetNames].toSorted()).toEqual(Object.keys(ofTheBlueprint).toSorted());
  });

  test.each(presetNames)('%s holds what the blueprint says, expanded', (name) => {
    const expanded = expandScopes(ofTheBlueprint[name].split(' '));
    expect(expanded.unknown).toEqual([]);
    expect(presets[name].scopes).toEqual(expanded.scopes);
  });

  test.each(presetNames)('%s has a title and a sentence without jargon', (name) => {
    expect(presets[name].title).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/);
    expect(presets[name].sentence).toMatch(/^[A-Z][^.:]+$/);
  });

  test.each(['restricted', 'basic'] as const)('%s only looks, as its sentence says', (name) => {
    expect(presets[name].scopes.filter((scope) => scopeInfo(scope).risk !== 'look')).toEqual([]);
  });

  test('standard runs and deletes nothing, as its sentence says', () => {
    const grave = presets.standard.scopes.filter((scope) =>
      ['run', 'destroy'].includes(scopeInfo(scope).risk),
    );
    expect(grave).toEqual([]);
  });
});

describe('the preset nearest to a request', () => {
  test.each(presetNames)('of the scopes of %s is itself', (name) => {
    expect(nearestPreset(presets[name].scopes)).toEqual({
      name,
      covers: true,
      beyond: [],
      unused: [],
    });
  });

  test('is the smallest that covers it, though another may also cover it', () => {
    expect(nearestPreset(['read:files'])).toMatchObject({ name: 'restricted', covers: true });
    expect(nearestPreset(['read:files', 'sync:cursor'])).toMatchObject({
      name: 'basic',
      covers: true,
      beyond: [],
      unused: ['search:files', 'read:buffers', 'analyze:syntax'],
    });
  });

  test('is the one that differs least when none covers it, and says by what', () => {
    const asked: Scope[] = [...presets.standard.scopes, 'run:commands'];
    expect(nearestPreset(asked)).toEqual({
      name: 'standard',
      covers: false,
      beyond: ['run:commands'],
      unused: [],
    });
  });

  test('of everything is the largest', () => {
    expect(nearestPreset(allScopes)).toMatchObject({ name: 'advanced', covers: false });
  });

  test('of nothing, and on a tie, is the smaller', () => {
    expect(nearestPreset([]).name).toBe('restricted');
    expect(nearestPreset(['run:commands']).name).toBe('restricted');
  });

  test('does not count a scope twice', () => {
    expect(nearestPreset(['code:lens', 'code:lens']).beyond).toEqual(['code:lens']);
  });
});
