/** A house with a session and an editor that brings tools along. */
import type { ToolOffer } from '../../src/shared/protocols/plugin-protocol.ts';
import { pathsWith } from '../core/core-fixture.ts';
import { hello, TestSocket } from './test-app.ts';
import { appWithSession } from './session-app.ts';

export const setColor: ToolOffer = {
  name: 'setColor',
  title: 'Set a colour',
  description: 'Sets one colour of the editor.',
  input_schema: {
    type: 'object',
    properties: { key: { type: 'string' }, value: { type: 'string', maxLength: 9 } },
    required: ['key', 'value'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false },
  scope: 'editor:theme',
};
const themeAccess = { scopes: ['editor:theme'], roots: ['/w/app'], reason: 'to change colours' };

export async function appWithTools(tools: readonly unknown[], access: unknown = themeAccess) {
  const paths = pathsWith({ '/w/app/link.txt': '/w/app/a.txt' });
  const app = await appWithSession({ paths }, access);
  const key = await app.pluginKeys.add('vscode', 'VS Code');
  const join = async (offered: readonly unknown[]): Promise<TestSocket> => {
    const plugin = new TestSocket(app.port, '/plugin/vscode', key);
    await plugin.opened();
    plugin.send({ ...hello, plugin_id: 'vscode', name: 'VS Code', actions: [], tools: offered });
    await plugin.next();
    return plugin;
  };
  const plugin = await join(tools);
  const agent = await app.connect();
  const call = (action: string, args: unknown, id: string | number = action): void =>
    agent.send({ type: 'cmd', id, action, args });
  return { ...app, plugin, agent, call, join };
}

export const black = { key: 'editor.background', value: '#000000' };
