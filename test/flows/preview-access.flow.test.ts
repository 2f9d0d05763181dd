import fs from 'node:fs';
import { expect, it } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

it('preview_access works out what a call leaves open, as the gate would', async () => {
  const app = await TestApp.open();
  await eventually(() => app.app.core.executors.canDo('replace_text'));
  const root = fs.realpathSync(scratch());
  put(root, '.vscode/settings.json', '{ "task": "old" }\n');
  put(root, 'notes.txt', 'old');
  const client = await app.connect('worker');
  const accessArgs = { scopes: ['replace:text'], roots: [root], reason: 'to work' };
  const asked = callTool(client, 'request_access', accessArgs);
  await app.answerNext(allowAll);
  await asked;
  const replacing = (globs: readonly string[]) => ({
    action: 'replace_text',
    args: { globs, text: 'old', replacement: 'new' },
  });
  const plan = { calls: [replacing(['notes.txt']), replacing(['**/*'])] };
  const { data } = await callTool(client, 'preview_access', plan);
  expect(data).toMatchObject({ calls: [{ verdict: 'allowed' }, { verdict: 'asked' }] });
  expect(fs.readFileSync(`${root}/notes.txt`, 'utf8')).toBe('old');
  expect(app.app.core.asks.list()).toEqual([]);
});

/** The same names on a disk where they lead to different things. */
function oddPlaces() {
  const folder = fs.realpathSync(scratch());
  put(folder, 'project/package.json', '{}');
  put(folder, 'project/src/a.ts', '');
  put(folder, 'plain/src/a.ts', '');
  put(folder, 'paper', '');
  fs.mkdirSync(`${folder}/locked`, { mode: 0o000 });
  fs.symlinkSync(`${folder}/project`, `${folder}/link`);
  fs.symlinkSync('/nowhere', `${folder}/dangling`);
  const names = ['project', 'plain', 'paper', 'locked', 'link', 'dangling', 'missing'];
  return { folder, names };
}

it.each([false, true])(
  'G36 preview_access answers the same whatever is on the disk (with a session: %s)',
  async (withSession) => {
    const app = await TestApp.open();
    await eventually(() => app.app.core.executors.canDo('open_file'));
    const { folder, names } = oddPlaces();
    const client = await app.connect('curious');
    if (withSession) {
      const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to work' };
      const asked = callTool(client, 'request_access', accessArgs);
      await app.answerNext(allowAll);
      await asked;
    }
    const answers = new Set<string>();
    for (const name of names) {
      const at = `${folder}/${name}`;
      const calls = [
        { action: 'open_file', args: { path: `${at}/src/a.ts` } },
        { action: 'open_file', args: { path: at } },
        { action: 'explore_tree', args: { root: at } },
      ];
      for (const call of calls) {
        app.clock.skip(1_000);
        const { data } = await callTool(client, 'preview_access', { calls: [call] });
        answers.add(`${call.action} ${JSON.stringify(data).replaceAll(name, 'NAME')}`);
      }
    }
    // One answer for each of the three calls.
    expect([...answers]).toHaveLength(3);
  },
);

it('G36 preview_access is on record and limited', async () => {
  const app = await TestApp.open();
  const client = await app.connect('curious');
  const plan = { calls: [{ action: 'open_file', args: { path: '/w/app/a.ts' } }] };
  const codes: unknown[] = [];
  for (let round = 0; round < 30; round += 1) {
    codes.push((await callTool(client, 'preview_access', plan)).data['code']);
  }
  expect(codes.filter((code) => code === 'too-fast')).toHaveLength(10);
  const lines = (await app.ledger()).filter(({ action }) => action === 'preview_access');
  expect(lines.filter(({ phase }) => phase === 'intent').length).toBeGreaterThanOrEqual(20);
  expect(lines[0]).toMatchObject({ actor: 'curious', args: plan });
});

it('G36 asking for many folders does not reveal which of them exist', async () => {
  const app = await TestApp.open();
  const client = await app.connect('curious');
  const accessArgs = { scopes: ['read:files'], reason: 'to look around' };
  const codes: unknown[] = [];
  for (let round = 0; round < 12; round += 1) {
    const roots = [`/nowhere/${round}`];
    codes.push((await callTool(client, 'request_access', { ...accessArgs, roots })).data['code']);
  }
  expect(new Set(codes.slice(0, 8))).toEqual(new Set(['root-not-found']));
  expect(new Set(codes.slice(8))).toEqual(new Set(['muted']));
  const there = await callTool(client, 'request_access', { ...accessArgs, roots: [scratch()] });
  expect(there.data['code']).toBe('muted');
});
