/** What is known of a plugin's tool: its paths where the schema marks them, its name in a rule. */
import { describe, expect, test } from 'vitest';
import type { ToolOffer } from '../../src/shared/protocols/plugin-protocol.ts';
import { nextConfirm } from '../core/core-fixture.ts';
import { black, appWithTools, setColor } from './contributed-app.ts';

const openAt: ToolOffer = {
  ...setColor,
  name: 'openAt',
  input_schema: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'path' },
      others: { type: 'array', items: { type: 'string', 'x-gatehouse-path': 'read' } },
    },
  },
};

describe('D1 the paths that a schema marks', () => {
  test('are checked like those of an action, and the plugin is told the real ones', async () => {
    const { plugin, agent, call } = await appWithTools([openAt]);
    call('vscode_openAt', { file: '/w/app/link.txt', others: ['/w/app/b.txt'] }, 1);
    const command = await plugin.next();
    expect(command['args']).toEqual({ file: '/w/app/a.txt', others: ['/w/app/b.txt'] });
    plugin.send({ type: 'result', id: command['id'], status: 'ok', data: {} });
    expect(await agent.next()).toMatchObject({ id: 1, status: 'ok' });
  });

  test.each([
    [{ file: '/w/app-evil/a.txt' }],
    [{ file: '/w/app/../other.txt' }],
    [{ file: 'a.txt' }],
    [{ others: ['/w/app/a.txt', '/etc/passwd'] }],
  ])('%j is refused before the plugin receives anything', async (args) => {
    const { agent, call } = await appWithTools([openAt]);
    call('vscode_openAt', args, 1);
    expect(await agent.next()).toMatchObject({ id: 1, status: 'error' });
  });

  test('protected places among them are confirmed', async () => {
    const { agent, call, core, clock } = await appWithTools([openAt]);
    call('vscode_openAt', { file: '/w/app/.git/config' }, 1);
    const { askId, because } = await nextConfirm(core, clock);
    expect(because.join(' ')).toContain('.git');
    core.asks.answer(askId, { kind: 'deny', reason: 'no' });
    expect(await agent.next()).toMatchObject({ id: 1, status: 'error' });
  });
});

describe('what a plugin decides alone', () => {
  test('is shown if the user is asked, and not if the paths are known', async () => {
    const annotations = { destructiveHint: true };
    const offers = [setColor, openAt].map((offer) => ({ ...offer, annotations }));
    const { agent, call, core, clock } = await appWithTools(offers);
    const asked = async (name: string, args: unknown) => {
      call(name, args);
      const { askId, because } = await nextConfirm(core, clock);
      core.asks.answer(askId, { kind: 'deny', reason: 'no' });
      await agent.next();
      return because.join(' ');
    };
    expect(await asked('vscode_setColor', black)).toContain('its plugin decides');
    expect(await asked('vscode_openAt', { file: '/w/app/a.txt' })).not.toContain('plugin decides');
  });
});

describe('a rule of the owner', () => {
  test('can name a tool of a plugin to forbid it, and can allow none', async () => {
    const { agent, call, core } = await appWithTools([setColor]);
    const draft = { client: null, within: null, seconds: null, fromEntry: null };
    const deny = { ...draft, effect: 'deny', actions: ['vscode_setColor'] } as const;
    const made = await core.rules.make(deny);
    if (!made.made) throw new Error(made.why);
    await expect(core.rules.add({ ...made.rule, effect: 'allow' })).rejects.toThrow(
      'Invalid input',
    );
    expect(await core.rules.add(made.rule)).toEqual({ added: true });
    call('vscode_setColor', black);
    expect(await agent.next()).toMatchObject({ status: 'error', data: { code: 'denied-by-rule' } });
  });
});
