import fs from 'node:fs';
import { expect, it } from 'vitest';
import { allowAll, eventually, TestHouse } from '../fakes/house.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from './tool-call.ts';

it('preview_access works out what a call leaves open, as the gate would', async () => {
  const house = await TestHouse.open();
  await eventually(() => house.app.core.executors.canDo('replace_text'));
  const root = fs.realpathSync(scratch());
  put(root, '.vscode/settings.json', '{ "task": "old" }\n');
  put(root, 'notes.txt', 'old');
  const client = await house.connect('worker');
  const wish = { scopes: ['replace:text'], roots: [root], reason: 'to work' };
  const asked = callTool(client, 'request_access', wish);
  await house.answerNext(allowAll);
  await asked;
  const replacing = (globs: readonly string[]) => ({
    action: 'replace_text',
    args: { globs, text: 'old', replacement: 'new' },
  });
  const plan = { calls: [replacing(['notes.txt']), replacing(['**/*'])] };
  const { data } = await callTool(client, 'preview_access', plan);
  expect(data).toMatchObject({ calls: [{ verdict: 'allowed' }, { verdict: 'asked' }] });
  expect(fs.readFileSync(`${root}/notes.txt`, 'utf8')).toBe('old');
  expect(house.app.core.asks.list()).toEqual([]);
});
