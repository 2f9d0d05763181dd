import { expect, test } from 'vitest';
import { PluginExecutor } from '../../src/main/doors/plugins/plugin-executor.ts';
import { Command } from '../../src/shared/plugin-protocol.ts';
import { done } from '../../src/shared/outcomes.ts';
import {
  agent,
  answerNext,
  coreWith,
  granted,
  never,
  recordingExecutor,
} from '../core/core-fixture.ts';
import { ruleWith } from '../core/rule-fixture.ts';

/** Calls as the core settles them, and what a plugin is told to do for each. */
async function told(action: 'exec_command' | 'find_in_project', args: unknown) {
  const { core, clock } = await coreWith();
  const ran = recordingExecutor(core, { actions: [action], answer: done({}) });
  const scopes = ['run:commands', 'search:project'];
  await granted(core, clock, { args: { scopes, roots: ['/w/app'], reason: 'to work' } });
  await core.rules.add(ruleWith({ effect: 'deny', within: '/w/app/diary' }));
  const passing = core.gate.pass({ action, args }, agent, never);
  if (action === 'exec_command') await answerNext(core, clock, { kind: 'once' });
  await passing;
  const [call] = ran;
  if (!call) throw new Error('it was carried out');
  const sent: unknown[] = [];
  const plugin = new PluginExecutor({
    id: 'p',
    name: 'plugin',
    actions: new Set<string>([action]),
    folders: [],
    tools: [],
    builtIn: false,
    send: (message) => void sent.push(message),
    resultBytes: 65_536,
  });
  const running = plugin.run(call, 'entry', never);
  plugin.disconnected();
  await running;
  return Command.parse(sent[0]);
}

test('a plugin is told exactly what was approved to be started, and its whole environment', async () => {
  const { start } = await told('exec_command', { argv: ['git', 'log'] });
  expect(start).toMatchObject({ argv: ['git', 'log'], program: '/usr/bin/git', cwd: '/w/app' });
  expect(start?.env).toMatchObject({ PATH: '/usr/bin' });
  expect(start?.env).not.toHaveProperty('LD_PRELOAD');
});

test('a plugin is told which folders a search must leave out', async () => {
  const { skip, start, args } = await told('find_in_project', { text: 'x' });
  expect(skip).toEqual(['/w/app/diary']);
  expect(start).toBeUndefined();
  expect(args).toMatchObject({ root: '/w/app' });
});
