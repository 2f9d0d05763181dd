import { describe, expect, test } from 'vitest';
import { errors, type ErrorCode } from '../../src/shared/errors/errors.ts';
import { failed, isRefused, refused } from '../../src/shared/actions/outcomes.ts';

const codes = Object.keys(errors) as ErrorCode[];

describe('the catalogue of refusals', () => {
  test.each(codes)('%s says what happened, what to do next and when to come back', (code) => {
    const { sentence, hint, http, retry } = errors[code];
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(hint).toMatch(/^[A-Z].*\.$/);
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    expect(['never', 'after_grant', 'later']).toContain(retry);
  });

  test('a refusal carries its sentence, then the detail, then the hint', () => {
    expect(refused('scope-missing', 'It needs read:files.')).toEqual({
      kind: 'refused',
      code: 'scope-missing',
      message: 'Your session does not include the scope this needs. It needs read:files.',
      hint: errors['scope-missing'].hint,
      retry: 'after_grant',
    });
  });

  test('without a detail only the sentence is said', () => {
    expect(refused('not-found').message).toBe('File not found.');
    expect(refused('denied-by-person', '').message).toBe('The user denied this.');
  });

  test('a failure is not a refusal', () => {
    expect(isRefused(refused('own-data'))).toBe(true);
    expect(isRefused(failed('action-failed'))).toBe(false);
  });
});
