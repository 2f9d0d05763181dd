/** The MCP client inside the editor is offered Gatehouse, and editors without one are left in peace. */
import { afterEach, expect, test, vi } from 'vitest';

interface TestProvider {
  provideMcpServerDefinitions(): readonly { uri: string; headers: Record<string, string> }[];
  resolveMcpServerDefinition(one: object): Promise<{ headers: Record<string, string> }>;
}

class Definition {
  readonly label: string;
  readonly uri: string;
  headers: Record<string, string>;

  constructor(label: string, uri: string, headers: Record<string, string>) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
  }
}

afterEach(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

async function offeredIn(editor: object, mcpUrl: string | null) {
  vi.doMock('vscode', () => ({ Uri: { parse: (text: string) => text }, ...editor }));
  const { offerMcpServer } = await import('../../extensions/vscode/src/ui/mcp-servers.ts');
  return offerMcpServer({
    version: '1.0.0',
    mcpUrl: () => mcpUrl,
    onChanged: () => ({ dispose: () => undefined }),
    key: async () => 'the key',
  });
}

test('an editor without the MCP API is not asked to register servers', async () => {
  expect(await offeredIn({ lm: undefined, McpHttpServerDefinition: undefined }, 'http://x')).toBe(
    null,
  );
  expect(await offeredIn({ lm: {}, McpHttpServerDefinition: Definition }, 'http://x')).toBe(null);
});

test('the key is requested when the server starts; without the app there is no server', async () => {
  const registered: TestProvider[] = [];
  const lm = {
    registerMcpServerDefinitionProvider: (_id: string, provider: TestProvider) => {
      registered.push(provider);
      return { dispose: () => undefined };
    },
  };
  const editor = { lm, McpHttpServerDefinition: Definition };
  await offeredIn(editor, 'http://127.0.0.1:1/mcp');
  const [offered] = registered[0]?.provideMcpServerDefinitions() ?? [];
  expect(offered).toMatchObject({ uri: 'http://127.0.0.1:1/mcp', headers: {} });
  const started = await registered[0]?.resolveMcpServerDefinition(offered ?? {});
  expect(started?.headers).toEqual({ Authorization: 'Bearer the key' });
  vi.resetModules();
  await offeredIn(editor, null);
  expect(registered[1]?.provideMcpServerDefinitions()).toEqual([]);
});
