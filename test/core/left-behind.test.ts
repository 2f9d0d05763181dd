import { expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '../../src/shared/base/ids.ts';
import { done } from '../../src/shared/actions/outcomes.ts';
import { LeftBehind } from '../../src/main/core/gate/left-behind.ts';

const run = {
  ...{ folders: [], files: { created: 1, changed: 0, deleted: 0 }, not_covered: [] },
  ...{ held_back: [], held_back_more: 0, unsearched: false },
};
const places = { home: '/home/ada', ownPaths: [] };
const s1 = 's1' as SessionId;
const after = 'a'.repeat(64);
const made = (...paths: readonly string[]) => ({
  ...done(
    {},
    paths.map((path) => ({ path, before: null, after })),
  ),
  run,
});

test('scripts, lockfiles and installed programs are listed once, sources are not', () => {
  const left = new LeftBehind(places);
  left.add(s1, made('/w/package.json', '/w/src/a.ts', '/w/node_modules/.bin/x', '/w/yarn.lock'));
  expect(left.take(s1)).toMatchObject({
    detail: 'This can now run on your machine: package.json, x, yarn.lock',
    files: [
      { path: '/w/package.json' },
      { path: '/w/node_modules/.bin/x' },
      { path: '/w/yarn.lock' },
    ],
  });
  expect(left.take(s1)).toBe(null);
});

test('what is deleted again, and what another action changed, is not listed', () => {
  const left = new LeftBehind(places);
  left.add(s1, made('/w/Makefile'));
  left.add(s1, { ...done({}, [{ path: '/w/Makefile', before: after, after: null }]), run });
  left.add(s1, done({}, [{ path: '/w/package.json', before: null, after }]));
  expect(left.take(s1)).toBe(null);
});

test('beyond the names the number is exact', () => {
  const left = new LeftBehind(places);
  left.add(s1, made(...Array.from({ length: 210 }, (_, at) => `/w/p${at}/package.json`)));
  const listed = left.take(s1);
  expect(listed?.files).toHaveLength(200);
  expect(listed?.detail).toMatch(/and 205 more$/);
});

test('what was taken is shown with the ended session, also what comes after its end', () => {
  const left = new LeftBehind(places);
  const added: string[] = [];
  const following = left.onAdded((sessionId) => added.push(sessionId));
  onTestFinished(() => void following.dispose());
  left.add(s1, made(...Array.from({ length: 19 }, (_, at) => `/w/p${at}/package.json`)));
  expect(left.shownOf(s1)).toBe(undefined);
  left.take(s1);
  left.add(s1, made('/w/Makefile', '/w/yarn.lock'));
  left.take(s1);
  expect(left.shownOf(s1)).toMatchObject({ files: { length: 20 }, more: 1 });
  expect(added).toEqual([s1, s1]);
});
