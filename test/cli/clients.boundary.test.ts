/** `gatehouse clients` and what `doctor` says of hooks, from a running app. */
import { expect, test, vi } from 'vitest';
import { hooksProblem, ownToolsOf, type ListedHooks } from '../../src/cli/clients.ts';
import { hooksFinding } from '../../src/cli/doctor/hooks.ts';
import { TestApp } from '../fakes/test-app.ts';
import { readJson, run } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

test('clients are listed with their own tools, those that are not installed on request', async () => {
  const { dataDir } = await TestApp.open();
  const { code, stdout } = await run(dataDir, 'clients', '--all', '--json');
  expect(code).toBe(0);
  const listed = readJson(stdout) as { id: string; hooks: { state: string } | null }[];
  expect(listed.map(({ id }) => id)).toContain('antigravity');
  expect(listed.find(({ id }) => id === 'codex')?.hooks?.state).toBe('off');
  expect(listed.find(({ id }) => id === 'zed')?.hooks).toBeNull();
  const text = (await run(dataDir, 'clients', '--all')).stdout;
  expect(text).toMatch(/CLIENT +GATEHOUSE +OWN TOOLS/);
  expect(text).toMatch(/Antigravity CLI/);
  expect((await run(dataDir, 'clients', 'more')).code).toBe(2);
});

const hooks: ListedHooks = {
  ...{ state: 'seen', why: null, trust: 'none', switched_off: [] },
  ...{ version: '1.2.3', tested_version: '1.2.3', newer_than_tested: false },
};
const off = { file: '/p/.claude/settings.json', setting: '"disableAllHooks": true' };

const client = {
  ...{ id: 'x', name: 'X', state: 'connected' },
  own_tools: { edit: 'asks', shell: 'asks' },
} as const;

test.each([
  [{}, 'under the gate'],
  [{ state: 'waiting' }, 'under the gate, not used yet'],
  [{ why: 'The hooks were removed.' }, 'NOT under the gate: The hooks were removed.'],
  [
    { switched_off: [off] },
    /NOT under the gate where .*settings\.json has "disableAllHooks": true/,
  ],
  [{ trust: 'unknown' }, /could not be asked/],
  [{ trust: 'unchecked' }, /was not asked yet/],
  [{ newer_than_tested: true, version: '2.0.0' }, /2\.0\.0 is newer than 1\.2\.3/],
])('hooks that are %j', (parts, words) => {
  expect(ownToolsOf({ ...client, hooks: { ...hooks, ...parts } })).toMatch(words);
  const isFine = !('why' in parts) && !('switched_off' in parts) && !('trust' in parts);
  expect(hooksProblem({ ...hooks, ...parts }) === null).toBe(isFine);
});

test.each([
  [{}, 'good', null],
  [{ why: 'The hooks were removed.' }, 'bad', /Repair/],
  [{ switched_off: [off] }, 'warning', /remove that setting/],
  [{ switched_off: [off], trust: 'unknown' }, 'warning', /remove that setting/],
  [{ trust: 'unknown' }, 'warning', 'press Check on the Clients page'],
  [{ trust: 'unchecked' }, 'warning', 'press Check on the Clients page'],
])('doctor on hooks that are %j', (parts, state, advice) => {
  const finding = hooksFinding({ ...client, hooks: { ...hooks, ...parts } });
  expect(finding).toMatchObject({
    state,
    advice: advice === null ? null : expect.stringMatching(advice),
  });
});

test('doctor has no line for a client without hooks', () => {
  expect(hooksFinding({ ...client, hooks: null })).toBeNull();
  expect(hooksFinding({ ...client, hooks: { ...hooks, state: 'off' } })).toBeNull();
});

test.each([
  ['denied', 'denied', 'off'],
  ['asks', 'denied', 'not under the gate: the client asks'],
  ['free', 'denied', 'not under the gate: run without asking'],
  ['free', 'asks', 'not under the gate: run without asking'],
  ['denied', 'free', 'not under the gate: run without asking'],
  ['unknown', 'asks', 'unknown'],
] as const)('own tools without hooks: edit %s, shell %s', (edit, shell, words) => {
  expect(ownToolsOf({ ...client, own_tools: { edit, shell }, hooks: null })).toBe(words);
});
