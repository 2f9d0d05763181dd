import { expect, it } from 'vitest';
import { protectedHunks, protectedWords } from '../../src/renderer/ask/frame/frame-text.ts';

const change = (isProtected: boolean, diff = '@@ -1 +1 @@\n-a\n+b\n') => ({
  path: '/w/a',
  diff,
  isProtected,
});

it('says how many files and places are protected', () => {
  const two = change(true, '@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n');
  const changes = [two, change(true), change(false), change(false), change(false)];
  expect(protectedHunks(changes)).toBe(3);
  expect(protectedWords(changes)).toBe('2 of 5 changed files are protected (3 changes)');
  expect(protectedWords([change(true)])).toBe('The changed file is protected (1 change)');
  expect(protectedHunks([change(true, '+a\n')])).toBe(1);
  expect(protectedHunks([change(false)])).toBe(0);
});
