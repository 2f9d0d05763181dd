/** Servers of the fixtures folder, added to an app as the user adds them. */
import path from 'node:path';
import { ServerName, type ServerSpec } from '../../../src/shared/servers/server-commands.ts';
import type { McpServerView, ServerDetails } from '../../../src/shared/servers/server-views.ts';
import { eventually, type TestApp } from '../../fakes/test-app.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/mcp-servers');

export const serverName = (text: string): ServerName => ServerName.parse(text);

export const notesSpec = (
  args: readonly string[] = [],
  more: Partial<Extract<ServerSpec, { kind: 'stdio' }>> = {},
): ServerSpec => ({
  ...{ kind: 'stdio', command: 'node' },
  args: [path.join(folder, 'notes-server.mjs'), ...args],
  ...{ env: [], folders: [], hosts: [], isOutsideSandbox: true },
  ...more,
});

export async function viewOf(app: TestApp, name: string): Promise<McpServerView> {
  const { servers } = await app.app.servers.list();
  const found = servers.find((server) => server.name === name);
  if (!found) throw new Error(`${name} is not in the list`);
  return found;
}

/** Polls, since servers start by themselves. */
export async function whenListed(app: TestApp, name: string): Promise<McpServerView> {
  for (let tries = 0; tries < 400; tries += 1) {
    const view = await viewOf(app, name);
    if (view.state.kind === 'failed') {
      const log = await app.app.servers.log(serverName(name));
      throw new Error(`${view.state.why}\n${log?.lines.join('\n') ?? ''}`);
    }
    if (view.tools !== null) return view;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it did not list its tools in time');
}

export async function detailsOf(app: TestApp, name: string): Promise<ServerDetails> {
  const details = await app.app.servers.details(serverName(name));
  if (!details) throw new Error(`${name} has no details`);
  return details;
}

/** The user accepts everything that it says now. */
export async function acceptAll(app: TestApp, name: string): Promise<void> {
  const { tools, instructions } = await detailsOf(app, name);
  const texts = [
    ...tools.map((tool) => ({ tool: tool.name, seen: tool.seen })),
    ...(instructions ? [{ tool: null, seen: instructions.seen }] : []),
  ];
  const receipt = await app.app.servers.accept(serverName(name), texts);
  if (receipt.kind !== 'done') throw new Error(receipt.why);
}

export async function addNotes(
  app: TestApp,
  args: readonly string[] = [],
  more: Parameters<typeof notesSpec>[1] & { readonly secrets?: Record<string, string> } = {},
): Promise<void> {
  const { secrets = {}, ...spec } = more;
  const receipt = await app.app.servers.add(serverName('notes'), notesSpec(args, spec), secrets);
  if (receipt.kind !== 'done') throw new Error(receipt.why);
  await whenListed(app, 'notes');
  await acceptAll(app, 'notes');
}

export { eventually };
