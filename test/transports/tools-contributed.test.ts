import { expect, onTestFinished, test } from 'vitest';
import type { ContributedTool, ResolvedCall } from '../../src/main/core/core.ts';
import { done } from '../../src/shared/actions/outcomes.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { coreWith, granted, nextAsk } from '../core/core-fixture.ts';
import { patient, toolsOf } from './mcp-tools.ts';

const tool = (own: Partial<ContributedTool>): ContributedTool => ({
  name: 'vscode_getColor',
  title: 'A colour',
  description: 'Tells a colour of the editor.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  scope: 'editor:theme',
  pluginId: 'vscode',
  ownName: 'getColor',
  definitionHash: 'a',
  timeoutMs: 5_000,
  parse: (args) => ({ args: args as Record<string, unknown> }),
  ...own,
});

test('tools that plugins bring are listed by name whatever was granted, and pass the gate', async () => {
  const app = await coreWith();
  const { core, clock } = app;
  const tools = toolsOf(app);
  const names = (): readonly string[] =>
    tools
      .list({ outputSchemas: false, clientId: 'claude' as ClientId })
      .tools.map(({ name }) => name)
      .filter((name) => name.startsWith('vscode_'));
  const ran: ResolvedCall[] = [];
  const registered = core.executors.register({
    name: 'VS Code',
    actions: new Set(),
    tools: [tool({ name: 'vscode_setColor', annotations: {} }), tool({})],
    async run(call) {
      ran.push(call);
      return done({ colour: 'red' });
    },
  });
  onTestFinished(async () => registered.dispose());
  expect(names()).toEqual(['vscode_getColor', 'vscode_setColor']);
  const unsaid = tools
    .list({ outputSchemas: false, clientId: 'claude' as ClientId })
    .tools.find(({ name }) => name === 'vscode_setColor');
  expect(unsaid?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });

  await granted(core, clock);
  expect(names()).toEqual(['vscode_getColor', 'vscode_setColor']);
  const args = { scopes: ['editor:theme'], roots: ['/w/app'], reason: 'to match the theme' };
  await granted(core, clock, { args });
  expect(names()).toEqual(['vscode_getColor', 'vscode_setColor']);
  expect(await tools.call('vscode_getColor', {}, patient)).toMatchObject({
    structuredContent: { colour: 'red' },
  });
  expect(ran.map(({ action }) => action)).toEqual(['vscode_getColor']);

  await registered.dispose();
  expect(names()).toEqual([]);
  expect(await tools.call('vscode_getColor', {}, patient)).toBeNull();
});

test.each([
  { isChanged: false, expected: ['a'] },
  { isChanged: true, expected: ['a', 'b'] },
])('the arguments of a call without access are parsed: %j', async ({ isChanged, expected }) => {
  const app = await coreWith();
  const { core, clock } = app;
  const parsed: string[] = [];
  const offer = (version: string) => {
    const parse: ContributedTool['parse'] = (args) => {
      parsed.push(version);
      return { args: args as Record<string, unknown> };
    };
    const registered = core.executors.register({
      name: 'VS Code',
      actions: new Set(),
      tools: [tool({ definitionHash: version, parse })],
      run: async () => done({ colour: 'red' }),
    });
    onTestFinished(async () => registered.dispose());
    return registered;
  };
  const first = offer('a');
  const exchange = { ...patient, claimedWorkspace: '/w/app' };
  const calling = toolsOf(app).call('vscode_getColor', {}, exchange);
  const { askId, scopes, roots } = await nextAsk(core, clock);
  if (isChanged) {
    await first.dispose();
    offer('b');
  }
  core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds: 60 });
  expect(await calling).toMatchObject({ structuredContent: { colour: 'red' } });
  expect(parsed).toEqual(expected);
});
