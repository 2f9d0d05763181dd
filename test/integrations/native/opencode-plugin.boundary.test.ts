/** The plugin as OpenCode would load it, with a program in the place of `gatehouse`. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { opencodePlugin } from '../../../src/main/integrations/native/opencode-plugin.ts';
import { opencode } from '../../../src/main/integrations/native/adapters/opencode.ts';

interface Hooks {
  config(config: object): Promise<void>;
  'tool.execute.before'(input: object, output: { args: object }): Promise<void>;
  'tool.execute.after'(input: object, output: object): Promise<void>;
  event(input: { event: object }): Promise<void>;
}

let folder = '';
let seen = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-plugin-'));
  seen = path.join(folder, 'seen.jsonl');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const yes = `process.stdout.write('{"verdict":"allow"}')`;

/** @param answers what the program does per event; nothing at all if there is none */
async function plugin(answers: Readonly<Record<string, string>>, program = process.execPath) {
  const script = path.join(folder, 'gatehouse.mjs');
  const cases = Object.entries(answers).map(([event, code]) => `'${event}': () => { ${code}; }`);
  fs.writeFileSync(
    script,
    `import fs from 'node:fs';
     const event = process.argv.at(-1);
     const input = JSON.parse(fs.readFileSync(0, 'utf8'));
     const { NODE_OPTIONS, EVIL } = process.env;
     fs.appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), input, NODE_OPTIONS, EVIL }) + '\\n');
     ({ ${cases.join(', ')} })[event]?.();`,
  );
  const file = path.join(folder, `plugin-${Math.random()}.mjs`);
  // The tests run on Electron's Node, which is Electron unless it is told otherwise.
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  fs.writeFileSync(file, opencodePlugin({ program, args: [script], env }));
  const { Gatehouse } = (await import(pathToFileURL(file).href)) as {
    Gatehouse(context: object): Promise<Hooks>;
  };
  return Gatehouse({ directory: '/ws' });
}

const sent = (): { args: string[]; input: Record<string, unknown> }[] =>
  fs
    .readFileSync(seen, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const call = { tool: 'bash', sessionID: 's1', callID: 'c1' };
const args = { command: 'ls', description: 'x' };

it('lets a tool run that was allowed, and reports how it went', async () => {
  const hooks = await plugin({ init: yes, before: yes, after: yes });
  await hooks.config({ mcp: { gatehouse: {}, 'my server': {} } });
  await hooks['tool.execute.before'](call, { args });
  await hooks['tool.execute.after'](
    { ...call, args },
    { title: 'ls', output: 'a\n', metadata: { exit: 0, output: 'a\n' } },
  );
  const [init, before, after] = sent();
  expect(init).toMatchObject({ args: ['hook', 'opencode', 'init'], input: { directory: '/ws' } });
  expect(opencode.read(init?.input, 'init')).toMatchObject({ kind: 'session-started' });
  expect(opencode.read(before?.input, 'before')).toMatchObject({
    kind: 'before',
    conversation: 's1',
    callId: 'c1',
    request: { kind: 'command', line: 'ls' },
  });
  expect(before?.input).toMatchObject({ servers: ['gatehouse', 'my_server'] });
  expect(opencode.read(after?.input, 'after')).toMatchObject({
    kind: 'after',
    callId: 'c1',
    succeeded: true,
    exitCode: 0,
    text: 'a\n',
    args,
  });
});

it.each([
  ['a no', `process.stdout.write('{"verdict":"deny","message":"not today"}')`, 'not today'],
  ['a message on stderr', `process.stderr.write('not running'); process.exit(2)`, 'not running'],
  ['no answer', '', 'gave no answer'],
  ['garbage', `process.stdout.write('yes')`, 'gave no answer'],
  ['an unknown word', `process.stdout.write('{"verdict":"yes"}')`, 'gave no answer'],
  ['a yes with a failure', `${yes}; process.exitCode = 1`, 'gave no answer'],
  ['a signal', `process.kill(process.pid, 'SIGKILL')`, 'gave no answer'],
])('stops the tool on %s', async (_what, before, message) => {
  const hooks = await plugin({ init: yes, before });
  await expect(hooks['tool.execute.before'](call, { args })).rejects.toThrow(message);
});

it('stops the tool if the program is gone', async () => {
  const hooks = await plugin({}, path.join(folder, 'missing'));
  await expect(hooks['tool.execute.before'](call, { args })).rejects.toThrow('gave no answer');
});

it('silences prompts of OpenCode only if Gatehouse answered, and keeps what is denied', async () => {
  const config = () => ({
    permission: { bash: { '*': 'ask', 'git push *': 'deny' }, edit: 'ask', webfetch: 'deny' },
    agent: { build: { permission: { edit: 'ask' } } },
  });
  const silenced = config();
  await (await plugin({ init: yes })).config(silenced);
  expect(silenced).toEqual({
    permission: {
      bash: { '*': 'allow', 'git push *': 'deny' },
      edit: 'allow',
      webfetch: 'deny',
    },
    agent: { build: { permission: { edit: 'allow' } } },
  });
  const untouched = config();
  await (await plugin({ init: 'process.exit(2)' })).config(untouched);
  expect(untouched).toEqual(config());
});

it.each([
  [{}, {}],
  [
    { read: { '*.env': 'ask' }, list: 'ask', external_directory: 'ask', doom_loop: 'ask' },
    { read: { '*.env': 'ask' }, list: 'ask', external_directory: 'ask', doom_loop: 'ask' },
  ],
  [
    { 'docs_*': 'ask', docs_drop: 'deny' },
    { 'docs_*': 'allow', docs_drop: 'deny' },
  ],
  [
    { 'external_*': 'ask', other_tool: 'ask' },
    { 'external_*': 'ask', other_tool: 'ask' },
  ],
  [
    'ask',
    {
      '*': 'ask',
      bash: 'allow',
      edit: 'allow',
      webfetch: 'allow',
      skill: 'allow',
      'docs_*': 'allow',
    },
  ],
  [
    { '*': 'ask', bash: 'deny', edit: { 'a/*': 'deny' }, docs_drop: 'deny' },
    {
      '*': 'ask',
      bash: 'deny',
      edit: { 'a/*': 'deny' },
      docs_drop: 'deny',
      webfetch: 'allow',
      skill: 'allow',
    },
  ],
  [
    { '*': 'ask', 'b*': 'deny' },
    { '*': 'ask', 'b*': 'deny' },
  ],
  ['deny', 'deny'],
])('silences only what Gatehouse asks about: %j', async (permission, expected) => {
  // A server may have a name with which a setting of OpenCode begins.
  const config = { mcp: { docs: {}, external: {} }, permission };
  await (await plugin({ init: yes })).config(config);
  expect(config.permission).toEqual(expected);
});

it('reports a tool that failed, and knows sub-agents', async () => {
  const hooks = await plugin({ init: yes, before: yes, after: yes });
  const created = { info: { id: 's1', parentID: 's0' } };
  await hooks.event({ event: { type: 'session.created', properties: created } });
  await hooks['tool.execute.before'](call, { args });
  const part = { type: 'tool', callID: 'c1', state: { status: 'error', error: 'no such file' } };
  const failure = { event: { type: 'message.part.updated', properties: { part } } };
  await hooks.event(failure);
  await hooks.event(failure);
  const [, before, after, ...more] = sent();
  expect(opencode.read(before?.input, 'before')).toMatchObject({ subAgent: 'sub-agent' });
  expect(opencode.read(after?.input, 'after')).toMatchObject({
    kind: 'after',
    succeeded: false,
    text: 'no such file',
  });
  expect(more).toEqual([]);
});

it('passes none of the variables on that a project could have set', async () => {
  process.env['EVIL'] = '1';
  try {
    await plugin({ init: yes });
  } finally {
    delete process.env['EVIL'];
  }
  expect(sent()[0]).not.toHaveProperty('EVIL');
});
