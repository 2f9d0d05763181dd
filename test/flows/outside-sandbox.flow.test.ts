/** An agent that asks to run a command outside the sandbox. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { callTool } from './tool-call.ts';

async function agent() {
  const app = await TestApp.open(undefined, { sandbox: true });
  const root = path.join(scratch(), 'project');
  put(root, 'a.txt', 'hello\n');
  const client = await app.connect('coder');
  const asking = callTool(client, 'request_access', {
    scopes: ['run:commands', 'read:files', 'write:files'],
    roots: [root],
    reason: 'to run things',
  });
  await app.answerNext(allowAll);
  await asking;
  return { app, root, client };
}

describe.runIf(sandboxRuns)('outside the sandbox', () => {
  test('N11 is always asked, with its own words, and never kept', async () => {
    const { app, client } = await agent();
    // A command that only reads is not asked about in the sandbox.
    const calling = callTool(client, 'exec_command', {
      argv: ['cat', 'a.txt'],
      outside_sandbox: true,
    });
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error(ask.kind);
    expect(ask.because[0]).toBe('Runs outside the sandbox, with all your rights.');
    expect(ask.command?.sandbox).toMatchObject({ kind: 'not-sandboxed', isRequested: true });
    expect(ask.forSession).toBeNull();
    expect(ask.ruleDraft).toBeNull();
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect((await calling).data).toMatchObject({ exit_code: 0, stdout: 'hello\n' });
  });

  test('a command that needs docker is told how to ask for it', async () => {
    const { root, client } = await agent();
    put(root, 'try.sh', 'echo "Cannot connect to the Docker daemon at unix:///x" >&2; exit 1\n');
    const { data } = await callTool(client, 'exec_command', { argv: ['sh', 'try.sh'] });
    expect(data['hint']).toContain('outside_sandbox');
  });
});
