import { describe, expect, onTestFinished, test } from 'vitest';
import { PluginExecutor } from '../../src/main/transports/plugins/plugin-executor.ts';
import { Command } from '../../src/shared/protocols/plugin-protocol.ts';
import { done, refused } from '../../src/shared/actions/outcomes.ts';
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
async function resultOf(action: 'exec_command' | 'find_in_project', args: unknown) {
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
  const { start } = await resultOf('exec_command', { argv: ['git', 'log'] });
  expect(start).toMatchObject({ argv: ['git', 'log'], program: '/usr/bin/git', cwd: '/w/app' });
  expect(start?.env).toMatchObject({ PATH: '/usr/bin' });
  expect(start?.env).not.toHaveProperty('LD_PRELOAD');
});

test('a plugin is told which folders a search must leave out', async () => {
  const { skip, start, args } = await resultOf('find_in_project', { text: 'x' });
  expect(skip).toEqual(['/w/app/diary']);
  expect(start).toBeUndefined();
  expect(args).toMatchObject({ root: '/w/app' });
});

describe('a preview', () => {
  const replace = { globs: ['**/*'], text: 'a', replacement: 'b' };
  const plan = { files: [], truncated: false, digest: 'ab'.repeat(32) };

  /** A plugin behind the gate; what it is told comes out, and what it says goes in. */
  async function plugged() {
    const { core, clock } = await coreWith();
    const sent: Command[] = [];
    const plugin = new PluginExecutor({
      name: 'plugin',
      actions: new Set(['replace_text']),
      previews: new Set(['replace_text']),
      send: (message) => void sent.push(Command.parse(message)),
      resultBytes: 65_536,
    });
    const registered = core.executors.register(plugin);
    onTestFinished(() => registered.dispose());
    await granted(core, clock, {
      args: { scopes: ['replace:text'], roots: ['/w/app'], reason: 'to work' },
    });
    const passing = core.gate.pass({ action: 'replace_text', args: replace }, agent, never);
    const nth = async (count: number): Promise<Command> => {
      while (sent.length < count) await clock.advance(0);
      return sent[count - 1] as Command;
    };
    const say = ({ id }: Command, data: Record<string, unknown>): boolean =>
      plugin.receive({ type: 'result', id, status: 'ok', data });
    return { passing, nth, say, plugin, sent };
  }

  test('comes before the command, which then carries the digest of what was planned', async () => {
    const { passing, nth, say } = await plugged();
    const first = await nth(1);
    expect(first).toMatchObject({ preview: true, action: 'replace_text', args: replace });
    expect(first.planned).toBeUndefined();
    expect(say(first, plan)).toBe(true);
    expect(say(first, plan)).toBe(false);
    const second = await nth(2);
    expect(second).toMatchObject({ planned: plan.digest, entry_id: first.entry_id });
    expect(second.preview).toBeUndefined();
    say(second, { files: [], replacements: 0, truncated: false });
    expect(await passing).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['nonsense', { files: 'all' }],
    ['more than is asked', { ...plan, allow: true }],
    ['a digest that is none', { ...plan, digest: 'x' }],
  ])('answered with %s ends the call', async (_what, data) => {
    const { passing, nth, say, sent } = await plugged();
    say(await nth(1), data);
    expect(await passing).toMatchObject({ kind: 'failed', code: 'action-failed' });
    expect(sent).toHaveLength(1);
  });

  test('of an editor that goes away ends the call', async () => {
    const { passing, nth, plugin } = await plugged();
    await nth(1);
    plugin.disconnected();
    expect(await passing).toMatchObject({ code: 'editor-disconnected' });
  });
});

describe('C12 before a command takes effect', () => {
  async function asking(mayBegin: () => ReturnType<typeof refused> | null) {
    const { core, clock } = await coreWith();
    const ran = recordingExecutor(core, { actions: ['create_file'], answer: done({}) });
    const scopes = ['create:files'];
    await granted(core, clock, { args: { scopes, roots: ['/w/app'], reason: 'to work' } });
    const args = { path: '/w/app/new', content: '' };
    await core.gate.pass({ action: 'create_file', args }, agent, never);
    const [call] = ran;
    if (!call) throw new Error('it was carried out');
    const sent: { readonly type: string; readonly id: string }[] = [];
    const plugin = new PluginExecutor({
      ...{ name: 'plugin', actions: new Set(['create_file']), asksToBegin: true },
      ...{ send: (message) => void sent.push(message), resultBytes: 65_536 },
    });
    const stop = new AbortController();
    const outcome = plugin.run(call, 'entry', stop.signal, mayBegin);
    const id = sent[0]?.id ?? '';
    return { plugin, sent, stop, outcome, id, types: () => sent.map(({ type }) => type) };
  }

  test('it may begin while the call is allowed', async () => {
    const { plugin, id, types, outcome } = await asking(() => null);
    plugin.begin(id);
    expect(types()).toEqual(['cmd', 'go']);
    plugin.disconnected();
    await outcome;
  });

  test.each(['session-revoked', 'session-paused', 'session-expired'] as const)(
    'it may not after %s, and nothing was done',
    async (code) => {
      const { plugin, id, types, outcome } = await asking(() => refused(code));
      plugin.begin(id);
      expect(types()).toEqual(['cmd', 'cancel']);
      expect(await outcome).toMatchObject({ kind: 'refused', code });
    },
  );

  test('it gets no permission once the call was withdrawn', async () => {
    const { plugin, id, types, outcome, stop } = await asking(() => null);
    stop.abort();
    plugin.begin(id);
    expect(types()).toEqual(['cmd', 'cancel']);
    expect(await outcome).toMatchObject({ kind: 'refused', code: 'ask-withdrawn' });
  });
});
