/** A sandboxed command of a session with two folders, one of which is no longer what was granted. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { callTool } from './tool-call.ts';

async function twoFolders() {
  const app = await TestApp.open(undefined, { sandbox: true });
  const outside = scratch();
  const [first, second] = [path.join(outside, 'first'), path.join(outside, 'second')];
  put(first, 'a.txt', 'a\n');
  put(second, 'b.txt', 'b\n');
  put(outside, 'private/secret.txt', 'secret\n');
  const client = await app.connect('coder');
  const request = {
    scopes: ['run:commands', 'read:files'],
    roots: [first, second],
    reason: 'work',
  };
  const asking = callTool(client, 'request_access', request);
  await app.answerNext(allowAll);
  await asking;
  const run = () => callTool(client, 'exec_command', { argv: ['ls'], cwd: second });
  return { app, outside, first, run };
}

describe.runIf(sandboxRuns)('D3 a command in one folder while another of the session', () => {
  test.each([
    ['is gone', () => undefined],
    [
      'is a link to somewhere else',
      (first: string, outside: string) => fs.symlinkSync(path.join(outside, 'private'), first),
    ],
    ['is another folder', (first: string) => put(first, 'secret.txt', 'secret\n')],
  ])('%s: it is refused with the reason, and nobody is asked', async (_, replace) => {
    const { app, outside, first, run } = await twoFolders();
    fs.renameSync(first, `${first}-moved`);
    replace(first, outside);
    const { isError, data } = await run();
    expect([isError, data['code']]).toEqual([true, 'root-changed']);
    expect(String(data['reason'])).toContain(`${first} is gone, or is another folder`);
    expect(app.app.core.asks.list()).toEqual([]);
  });
});
