import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions, isAction, type ActionName } from '../../src/shared/actions.ts';
import { isScope } from '../../src/shared/scopes.ts';

const names = Object.keys(actions) as ActionName[];

describe('the catalogue of actions', () => {
  test.each(names)('%s has a scope, a kind and words for people and agents', (name) => {
    const { scope, kind, title, description } = actions[name];
    expect(isScope(scope)).toBe(true);
    expect(['read', 'write', 'run', 'destroy']).toContain(kind);
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test.each(names)('%s has a name that every client takes', (name) => {
    expect(name).toMatch(/^[a-z][a-z_]{0,39}$/);
  });

  test.each(names)(
    'the schemas of %s become JSON Schema that refuses what it does not name',
    (name) => {
      for (const schema of [actions[name].args, actions[name].result]) {
        const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
        expect(json).toMatchObject({ type: 'object', additionalProperties: false });
        expect(JSON.stringify(json)).not.toContain('"$ref"');
      }
    },
  );

  test('names that every object knows are no actions', () => {
    expect(['toString', 'constructor', '__proto__', 'hasOwnProperty'].filter(isAction)).toEqual([]);
  });
});

describe('open_file', () => {
  const { args } = actions.open_file;

  test('takes a path, and a range of lines that count from 1', () => {
    expect(args.safeParse({ path: '/w/a' }).success).toBe(true);
    const range = { start_line: 1, end_line: 2 };
    expect(args.safeParse({ path: '/w/a', range }).success).toBe(true);
  });

  test.each([
    [{}],
    [{ path: '' }],
    [{ path: 7 }],
    [{ path: `/${'a'.repeat(4096)}` }],
    [{ path: '/w/a', range: { start_line: 0, end_line: 1 } }],
    [{ path: '/w/a', range: { start_line: 1.5, end_line: 2 } }],
    [{ path: '/w/a', mode: 'w' }],
    [null],
    ['/w/a'],
  ])('does not take %j', (wrong) => {
    expect(args.safeParse(wrong).success).toBe(false);
  });
});
