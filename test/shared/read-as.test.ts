import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shape } from '../../src/main/core/gate/resolve-call.ts';
import { readAs } from '../../src/shared/base/parse.ts';

const odd = { length: { toString: null } };

describe('J1 an object whose length cannot be compared', () => {
  test('is unfit, not a thrown error', () => {
    expect(readAs(z.string().max(3), odd).success).toBe(false);
    expect(readAs(z.string().max(3), 'abc')).toEqual({ success: true, data: 'abc' });
  });

  test.each([
    ['create_file', { path: '/w/app/a', content: odd }],
    ['exec_command', { argv: ['ls'], cwd: odd }],
  ])('in the arguments of %s names no bug', (action, args) => {
    expect(shape({ action, args })).toMatchObject({ code: 'invalid-arguments' });
  });
});
