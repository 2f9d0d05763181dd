/** Deletes that can be undone, and changes of protected files that touch nothing that runs. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ResolvedCall } from '../../../src/main/core/call/call.ts';
import { done } from '../../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../../src/shared/actions/plan.ts';
import { boldApp } from '../core-fixture.ts';
import { callOf, placeAt, remove, verdictOn, write } from '../judge-fixture.ts';
import { ruleWith } from '../rule-fixture.ts';
import { silentOr } from './silent.ts';

const planned = (call: ResolvedCall, plan: Partial<Plan>): ResolvedCall => ({
  ...call,
  plan: { by: 'workbench', truncated: false, ...plan },
});
const kept = { recoverable: true } as const;

describe('a delete that goes to the trash', () => {
  test('is not asked about, and the entry says why', () => {
    expect(verdictOn(planned(remove(), kept))).toMatchObject({
      kind: 'allow',
      explain: "Can be undone: it goes to Gatehouse's trash.",
    });
  });

  test('is asked about without a plan, or with one that promises nothing', () => {
    expect(verdictOn(remove()).kind).toBe('ask');
    expect(verdictOn(planned(remove(), { recoverability: 'It is committed.' })).kind).toBe('ask');
  });

  test('E1 of a protected file or folder is asked about', () => {
    for (const path of ['/w/app/.git', '/w/app/package.json', '/w/app/.envrc'])
      expect(verdictOn(planned(remove(path), kept)).kind).toBe('ask');
  });

  test('is asked about or denied where a rule of the user says so', () => {
    for (const effect of ['ask', 'deny'] as const) {
      const rule = ruleWith({ effect, actions: ['delete_file'] });
      expect(verdictOn(planned(remove(), kept), rule)).toMatchObject({ kind: effect });
    }
  });

  test('a replaced file is stored, so a rename over it is not asked about', () => {
    const at = [placeAt('/w/app/a', 'delete'), placeAt('/w/app/b', 'create')];
    const call = callOf({ action: 'rename_file', kind: 'destroy', places: at });
    expect(verdictOn(planned(call, kept))).toMatchObject({
      kind: 'allow',
      explain: 'Can be undone: its content is stored.',
    });
  });

  test.each([
    [true, true],
    [false, false],
  ])('an editor can only restrict: built in %s, silent %s', async (builtIn, isSilent) => {
    const app = await boldApp();
    const executor = {
      name: 'planner',
      builtIn,
      folders: ['/w/app'],
      actions: new Set(['delete_file']),
      previews: new Set(['delete_file']),
      run: async () => done({}),
      preview: async () => ({ truncated: false, ...kept }),
    };
    const registered = app.core.executors.register(executor);
    onTestFinished(() => registered.dispose());
    const result = await silentOr(app, { path: '/w/app/a.ts' }, 'delete_file');
    expect(!Array.isArray(result)).toBe(isSilent);
  });
});

describe('E1 a change of package.json that touches nothing that runs', () => {
  const file = '/w/app/package.json';
  const change = (own: object = {}): Partial<Plan> => ({
    files: [{ path: file, use: 'write', bytes: 1, diff: '', cut: false, ...own }],
  });

  test('is not asked about, and the entry says why', () => {
    expect(verdictOn(planned(write(file), change({ inert: true })))).toMatchObject({
      kind: 'allow',
      explain: `Changes nothing that runs in ${file}.`,
    });
  });

  test('any other change of it is asked about', () => {
    expect(verdictOn(planned(write(file), change())).kind).toBe('ask');
    expect(verdictOn(write(file)).kind).toBe('ask');
    const other = change({ inert: true, path: '/w/app/other/package.json' });
    expect(verdictOn(planned(write(file), other)).kind).toBe('ask');
  });

  test('files that are protected for another reason are asked about', () => {
    for (const path of ['/w/app/.npmrc', '/w/app/Makefile', '/w/app/.git/config']) {
      const plan = change({ inert: true, path });
      expect(verdictOn(planned(write(path), plan)).kind).toBe('ask');
    }
    const extra = { name: 'package.json/', effect: 'You have asked to be asked about this.' };
    const call = write(file, { protection: extra });
    expect(verdictOn(planned(call, change({ inert: true }))).kind).toBe('ask');
  });

  test('D7 with a second name elsewhere it is asked about', () => {
    const call = write(file, { links: 2 });
    expect(verdictOn(planned(call, change({ inert: true }))).kind).toBe('ask');
  });
});
