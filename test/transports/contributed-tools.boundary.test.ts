import { describe, expect, onTestFinished, test } from 'vitest';
import { resolveCall, shape } from '../../src/main/core/gate/resolve-call.ts';
import type { ContributedTool } from '../../src/main/core/core.ts';
import type { Agent } from '../../src/shared/access/access.ts';
import { toolsOf } from '../../src/main/transports/plugins/plugin-tools.ts';
import type { ToolOffer } from '../../src/shared/protocols/plugin-protocol.ts';
import { answerNext, nextConfirm, ledgerLines } from '../core/core-fixture.ts';
import { black, appWithTools, setColor } from './contributed-app.ts';
import { hello, PluginSocket } from './test-app.ts';
import { appWithSession, until } from './session-app.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

describe('a tool that a plugin brings along', () => {
  test('is listed under the name of the plugin, and gone with it', async () => {
    const { core, plugin } = await appWithTools([setColor]);
    expect(core.executors.contributedTools()).toMatchObject([
      {
        name: 'vscode_setColor',
        title: 'Set a colour',
        description: 'Sets one colour of the editor.',
        inputSchema: setColor.input_schema,
        scope: 'editor:theme',
        pluginId: 'vscode',
        definitionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    plugin.socket.close();
    await until(() => core.executors.contributedTools().length === 0);
  });

  test('passes the gate: recorded, carried out under its own name, answered', async () => {
    const { plugin, agent, call, ledgerStore } = await appWithTools([setColor]);
    call('vscode_setColor', black);
    const command = await plugin.next();
    expect(command).toMatchObject({ type: 'cmd', action: 'setColor', args: black });
    plugin.send({ type: 'result', id: command['id'], status: 'ok', data: { was: '#ffffff' } });
    expect(await agent.next()).toMatchObject({ status: 'ok', data: { was: '#ffffff' } });
    expect(ledgerLines(ledgerStore).slice(-3)).toEqual([
      'intent vscode_setColor',
      'decision vscode_setColor allow',
      'outcome vscode_setColor done',
    ]);
  });

  test.each([
    ['a missing field', { key: 'x' }, "must have required property 'value'"],
    ['a wrong type', { ...black, value: 7 }, 'value: must be string'],
    ['a field too many', { ...black, more: 1 }, 'additional properties (more)'],
    ['too long a text', { ...black, value: 'x'.repeat(10) }, 'value: must NOT have more than 9'],
    ['no object', [], 'must be an object'],
  ])('J1 is not run with %s', async (_what, args, message) => {
    const { agent, call } = await appWithTools([setColor]);
    call('vscode_setColor', args);
    expect(await agent.next()).toMatchObject({
      data: { code: 'invalid-arguments', message: expect.stringContaining(message) },
    });
  });

  test('needs its scope', async () => {
    const read = { scopes: ['read:files'], roots: ['/w/app'], reason: 'to read' };
    const { agent, call } = await appWithTools([setColor], read);
    call('vscode_setColor', black);
    expect(await agent.next()).toMatchObject({ data: { code: 'scope-missing' } });
  });

  test.each([
    ['that says nothing about itself', {}, 'run'],
    ['that destroys', { destructiveHint: true }, 'destroy'],
  ])('%s is confirmed', async (_what, annotations, kind) => {
    const { core, clock, plugin, agent, call } = await appWithTools([{ ...setColor, annotations }]);
    call('vscode_setColor', black);
    const ask = await nextConfirm(core, clock);
    expect(ask).toMatchObject({ actionKind: kind, sentence: 'use vscode_setColor (Set a colour)' });
    core.asks.answer(ask.askId, { kind: 'once' });
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id, status: 'ok', data: {} });
    expect(await agent.next()).toMatchObject({ status: 'ok' });
  });

  test('has five seconds, or as long as it asked for', async () => {
    const quick = { ...setColor, name: 'quick', timeout_ms: 100 };
    const { core, plugin, agent, call } = await appWithTools([quick, setColor]);
    expect(core.executors.contributedTools().map((tool) => tool.timeoutMs)).toEqual([100, 5_000]);
    call('vscode_quick', black);
    expect(await agent.next()).toMatchObject({ data: { code: 'editor-timed-out' } });
    const { id } = await plugin.next();
    expect(await plugin.next()).toEqual({ type: 'cancel', id });
  });

  test('may answer no more than any other', async () => {
    const { plugin, agent, call } = await appWithTools([setColor]);
    call('vscode_setColor', black);
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id, status: 'ok', data: { text: 'x'.repeat(65_537) } });
    expect(await agent.next()).toMatchObject({ data: { code: 'action-failed' } });
  });

  test('G5 G6 with another definition is another tool: a yes to the old one does not count', async () => {
    const bold = { ...setColor, annotations: { destructiveHint: true } };
    const { core, clock, plugin, call, join } = await appWithTools([bold]);
    const [before] = core.executors.contributedTools();
    call('vscode_setColor', black);
    const first = await nextConfirm(core, clock);
    plugin.socket.close();
    await until(() => core.executors.contributedTools().length === 0);
    await join([{ ...bold, description: 'Also sends your files away.' }]);
    const [after] = core.executors.contributedTools();
    expect(after?.definitionHash).not.toBe(before?.definitionHash);
    call('vscode_setColor', black, 'again');
    await until(() => core.asks.list().length === 2);
    const second = core.asks.list().find((ask) => ask.askId !== first.askId);
    expect(second?.kind === 'confirm' && second.digest).not.toBe(first.digest);
    await answerNext(core, clock, { kind: 'deny', reason: '' });
  });
});

test('G6 tools that change after pairing are noticed, and on record', async () => {
  const { core, plugin, join, ledgerStore } = await appWithTools([setColor]);
  const noticed = (): readonly string[] =>
    core.state.snapshot().notices.map(({ title, text }) => `${title}: ${text}`);
  plugin.socket.close();
  await plugin.closed;
  const same = await join([setColor]);
  same.socket.close();
  await same.closed;
  expect(noticed().filter((item) => item.includes('tools'))).toEqual([]);
  await join([
    { ...setColor, scope: 'read:files' },
    { ...setColor, name: 'evil' },
  ]);
  await until(() => noticed().some((item) => item.includes('The tools of VS Code have changed')));
  expect(noticed().join()).toContain('vscode_setColor, vscode_evil');
  await until(() => ledgerLines(ledgerStore).includes('note plugin.tools-changed'));
});

describe('what is left out, and why', () => {
  const why = (own: Partial<ToolOffer>, plugin = 'vscode'): string | undefined =>
    toolsOf(plugin, [{ ...setColor, ...own }]).leftOut[0];

  test.each([
    ['an unknown scope', { scope: 'all:things' }, 'unknown scope'],
    ['the scope of every object', { scope: 'constructor' }, 'unknown scope'],
    ['the scope of browser tabs', { scope: 'browser:tools' }, 'not for plugins'],
    ['a scope of the backend', { scope: 'backend:read' }, 'not for plugins'],
    ['too long a name', { name: 'x'.repeat(60) }, 'longer than 64'],
    ['the name of an action', { name: 'open_file' }, 'already taken'],
    [
      'a schema that is none',
      { input_schema: { type: 'object', properties: 7 } },
      'cannot be read',
    ],
    [
      'a reference elsewhere',
      { input_schema: { type: 'object', $ref: 'http://x/y' } },
      'cannot be read',
    ],
    [
      'too long a schema',
      { input_schema: { type: 'object', title: 'x'.repeat(40_000) } },
      'too long',
    ],
    [
      'names by pattern',
      { input_schema: { type: 'object', patternProperties: {} } },
      'patternProp',
    ],
  ])('%s', (_what, own, reason) => {
    expect(why(own as Partial<ToolOffer>)).toContain(reason);
  });

  test('names that would be taken for ours', () => {
    expect(why({ name: 'file' }, 'open')).toContain('already taken');
    expect(why({ name: 'access' }, 'request')).toContain('already taken');
  });

  test('the same tool twice', () => {
    expect(toolsOf('vscode', [setColor, setColor])).toMatchObject({
      tools: [{ name: 'vscode_setColor' }],
      leftOut: ['setColor: offered twice'],
    });
  });

  test('J7 no pattern of a plugin runs on what agents write', () => {
    const input_schema = {
      type: 'object' as const,
      properties: {
        text: { type: 'string', pattern: '^(a+)+$' },
        list: { type: 'array', uniqueItems: true },
      },
    };
    const [tool] = toolsOf('vscode', [{ ...setColor, input_schema }]).tools;
    const list = Array.from({ length: 20_000 }, (_one, n) => ({ n }));
    const began = performance.now();
    const args = { text: `${'a'.repeat(40)}!`, list };
    expect(tool?.parse(args)).toEqual({ args });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

test('B7 a hello with a tool that is none ends the connection', async () => {
  const { port } = await appWithSession();
  const plugin = new PluginSocket(port);
  await plugin.opened();
  plugin.send({ ...hello, tools: [{ ...setColor, name: '../evil' }] });
  expect(await plugin.closed).toMatchObject({ code: 1008 });
});

describe('J15 a schema made to take for ever', () => {
  /** Each part refers twice to the next one: what does not fit is tried 2^30 times. */
  const parts = Object.fromEntries(
    Array.from({ length: 30 }, (_one, at) => {
      const next = { $ref: `#/definitions/d${at + 1}` };
      return [`d${at}`, { anyOf: [next, next] }];
    }),
  );
  const input_schema = {
    type: 'object' as const,
    properties: { a: { $ref: '#/definitions/d0' } },
    definitions: { ...parts, d30: { type: 'string' } },
  };

  test('holds up nobody, is answered within seconds, and then at once', async () => {
    const { agent, call } = await appWithTools([{ ...setColor, input_schema }]);
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    onTestFinished(() => clearInterval(beat));
    call('vscode_setColor', { a: 1 });
    const refusal = { data: { code: 'tool-unusable' } };
    expect(await agent.next()).toMatchObject(refusal);
    const again = performance.now();
    call('vscode_setColor', { a: 1 });
    expect(await agent.next()).toMatchObject(refusal);
    expect(performance.now() - again).toBeLessThan(500);
    clearInterval(beat);
    expect(longest).toBeLessThan(500);
  });

  test('is not looked at for a caller without a session', async () => {
    let checked = 0;
    const tool = {
      ...(toolsOf('vscode', [setColor]).tools[0] as ContributedTool),
      checkArguments: async () => {
        checked += 1;
        return null;
      },
    };
    const agent = { clientId: 'a' } as Agent;
    const shaped = shape({ action: tool.name, args: {} }, () => tool);
    if (isError(shaped)) throw new Error(shaped.code);
    const none = { needs: {} as never, rules: { list: () => [] } };
    expect(await resolveCall(shaped, agent, [], none)).toMatchObject({ code: 'scope-missing' });
    expect(checked).toBe(0);
  });
});
