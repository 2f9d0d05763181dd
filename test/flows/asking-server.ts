/** A real server over stdio behind the gate, accepted, and a client that holds its scope. */
import path from 'node:path';
import { expect } from 'vitest';
import { acceptAll, serverName, whenListed } from '../integrations/servers/servers-fixture.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { connectWith, type AnyClient, type mcpVersions } from './any-client.ts';

const program = path.join(import.meta.dirname, '../fixtures/mcp-servers/asking-server.mjs');

export async function appWithAsking(): Promise<TestApp> {
  const app = await TestApp.open();
  const receipt = await app.app.servers.add(
    serverName('asking'),
    {
      ...{ kind: 'stdio', command: 'node', args: [program] },
      ...{ env: [], folders: [], hosts: [], isOutsideSandbox: true },
    },
    {},
  );
  expect(receipt).toMatchObject({ kind: 'done' });
  await whenListed(app, 'asking');
  await acceptAll(app, 'asking');
  return app;
}

export async function openedWithAsking(
  version: (typeof mcpVersions)[number],
): Promise<{ app: TestApp; client: AnyClient }> {
  const app = await appWithAsking();
  const client = await connectWith(app, version);
  const first = client.callTool({ name: 'asking__cancelled', arguments: {} });
  expect((await app.answerNext(allowAll)).scopes).toEqual(['mcp:asking']);
  expect(await first).toMatchObject({ content: [{ text: '0' }, {}] });
  return { app, client };
}

export const textOf = async (client: AnyClient, name: string): Promise<string> => {
  const { content } = (await client.callTool({ name, arguments: {} })) as {
    content: readonly { text: string }[];
  };
  return content[0]?.text ?? '';
};
