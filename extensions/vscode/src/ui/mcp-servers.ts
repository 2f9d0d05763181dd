/**
 * Registers Gatehouse with the editor's own MCP client, if it has one. The key is requested when
 * the editor starts the server and kept in secret storage.
 */
import * as vscode from 'vscode';

interface HttpDefinition {
  readonly label: string;
  readonly uri: vscode.Uri;
  headers: Record<string, string>;
}

interface McpServerProvider {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): readonly HttpDefinition[];
  resolveMcpServerDefinition(definition: HttpDefinition): Promise<HttpDefinition>;
}

/** Newer than the API version this extension is built against. */
interface NewerApi {
  readonly lm?: {
    registerMcpServerDefinitionProvider?(
      id: string,
      provider: McpServerProvider,
    ): vscode.Disposable;
  };
  readonly McpHttpServerDefinition?: new (
    label: string,
    uri: vscode.Uri,
    headers: Record<string, string>,
    version: string,
  ) => HttpDefinition;
}

interface Deps {
  readonly version: string;
  /** Null while Gatehouse is not connected. */
  readonly mcpUrl: () => string | null;
  readonly onChanged: vscode.Event<void>;
  readonly key: () => Promise<string>;
}

/** Null if the editor has no MCP client API. */
export function offerMcpServer(deps: Deps): vscode.Disposable | null {
  const { lm, McpHttpServerDefinition: Definition } = vscode as unknown as NewerApi;
  if (!lm?.registerMcpServerDefinitionProvider || !Definition) return null;
  return lm.registerMcpServerDefinitionProvider('gatehouse.mcp', {
    onDidChangeMcpServerDefinitions: deps.onChanged,
    provideMcpServerDefinitions() {
      const url = deps.mcpUrl();
      return url === null
        ? []
        : [new Definition('Gatehouse', vscode.Uri.parse(url), {}, deps.version)];
    },
    async resolveMcpServerDefinition(definition) {
      definition.headers = { Authorization: `Bearer ${await deps.key()}` };
      return definition;
    },
  });
}
