import { expect, it } from 'vitest';
import type { UpdateView } from '../../src/shared/app/updates.ts';
import {
  checkedWords,
  commandWords,
  updateStateWords,
} from '../../src/renderer/updates/updates-text.ts';

const found = {
  ...{ kind: 'found', version: '0.2.0', notes: '', way: 'deb', command: 'apt' },
  ...{ isPostponed: false, percent: null, problem: null },
} as const satisfies UpdateView;

it('says in Settings what the last check found', () => {
  const words = (update?: UpdateView) => updateStateWords(update, '0.1.0');
  expect(words()).toBe('0.1.0. Updates are off: no feed and key are set.');
  expect(words({ kind: 'off' })).toBe(words());
  const none = { kind: 'none', checkedAt: null, problem: null } as const;
  expect(words(none)).toBe('0.1.0. Not checked yet.');
  expect(words({ ...none, checkedAt: 0 })).toMatch(/Up to date, checked at /);
  expect(words({ ...none, checkedAt: 0, problem: 'It is wrong.' })).toBe('0.1.0. It is wrong.');
  expect(words(found)).toBe('0.1.0. Gatehouse 0.2.0 is available.');
});

it('says what a check by hand found', () => {
  expect(checkedWords({ kind: 'off' })).toMatch(/are off/);
  expect(checkedWords({ kind: 'current' })).toBe('Gatehouse is up to date.');
  expect(checkedWords({ kind: 'found', version: '1.0.0' })).toBe('Gatehouse 1.0.0 is available.');
  expect(checkedWords({ kind: 'failed', why: 'No.' })).toBe('No.');
});

it('says who installs it where Gatehouse does not', () => {
  expect(commandWords(found)).toMatch(/^Your package manager/);
  expect(commandWords({ ...found, way: 'checkout' })).toMatch(/checkout/);
  expect(commandWords({ ...found, way: 'archive' })).toMatch(/replace the old folder/);
  expect(commandWords({ ...found, command: null })).toMatch(/no package of the kind/);
});
