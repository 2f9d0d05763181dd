/**
 * A model without prior knowledge gets through: it follows only the list of tools and what answers
 * say. The transcript is the test: each mistake is answered with what corrects it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { fixGreeting, nextNaiveStep, type Turn } from '../world/lib/naive-model.mjs';

const expected = `
request_access {"scopes":["files:read"],"roots":["FOLDER"],"reason":"To fix the greeting."}
  unknown-scope after_fix: did you mean read:files
request_access {"scopes":["read:files"],"roots":["FOLDER"],"reason":"To fix the greeting."}
  asked: read:files
  done
open_file {"path":"FOLDER/greeting.txt"}
  done
edit_buffer {"path":"FOLDER/greeting.txt","content":"hello, world\\n","save":true}
  invalid-arguments after_fix: use old_text
edit_buffer {"path":"FOLDER/greeting.txt","edits":[{"old_text":"helo","new_text":"hello"}],"save":true}
  asked: write:files edit:buffers
  done
exec_command {"command_line":"cat $PWD/greeting.txt","cwd":"FOLDER"}
  asked: run:commands
  not-one-command after_fix: without a shell
exec_command {"command_line":"cat greeting.txt | head -1","cwd":"FOLDER"}
  done
`;

const hints = /did you mean [a-z:]+|use old_text|without a shell/;

/** The user agrees to everything; what they were asked is part of the transcript. */
function agreeing(app: TestApp, transcript: string[]): void {
  const { asks } = app.app.core;
  const looking = setInterval(() => {
    const ask = asks.list().find((one) => one.waiting > 0);
    if (!ask) return;
    const isAccess = ask.kind === 'access';
    transcript.push(`  asked: ${isAccess ? ask.scopes.join(' ') : ask.sentence}`);
    asks.answer(ask.askId, isAccess ? allowAll(ask) : { kind: 'once' });
  }, 5);
  onTestFinished(() => clearInterval(looking));
}

test('a model that reads only the tool list and the answers fixes a file and looks at it', async () => {
  const app = await TestApp.open();
  const folder = path.join(scratch(), 'greetings');
  const file = put(folder, 'greeting.txt', 'helo, world\n');
  const client = await app.connect('naive');
  const transcript: string[] = [];
  agreeing(app, transcript);
  const { tools } = await client.listTools();
  const offered = tools.map(({ name, description = '' }) => ({ name, description }));
  const turns: Turn[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const step = nextNaiveStep(fixGreeting(folder, file), offered, turns);
    if (!step) break;
    transcript.push(`${step.tool} ${JSON.stringify(step.args)}`);
    const result = await client.callTool({ name: step.tool, arguments: step.args });
    const [first] = result.content as { text: string }[];
    const said = first?.text ?? '';
    turns.push({ step, said });
    const { code, retry } = (result.structuredContent ?? {}) as Record<string, unknown>;
    const ending = `${String(code)} ${String(retry)}: ${hints.exec(said)?.[0] ?? said}`;
    transcript.push(result.isError ? `  ${ending}` : '  done');
  }
  expect(`\n${transcript.join('\n')}\n`.replaceAll(folder, 'FOLDER')).toBe(expected);
  expect(turns.at(-1)?.said).toContain('hello, world');
  expect(fs.readFileSync(file, 'utf8')).toBe('hello, world\n');
});
