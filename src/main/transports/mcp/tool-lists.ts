/**
 * The list of tools, the same for every client before and after a grant: clients read it once,
 * and models plan with it. It changes only when executors come and go. Which MCP servers are in it, the
 * user may decide for each client.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ActionName } from '../../../shared/actions/actions.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { serverScope } from '../../../shared/access/scopes.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { Core } from '../../core/core.ts';
import { cachedResult } from './exchange.ts';
import {
  describeServerTool,
  finderTools,
  isListedServerTool,
  tokensIn,
  type ListedServerTool,
} from './server-tools.ts';
import { describeContributed, describedActions, withoutOutputSchema } from './tool-descriptions.ts';

interface Deps {
  readonly executors: Pick<Core['executors'], 'contributedTools' | 'editors' | 'onChanged'>;
  /** The access tools. */
  readonly always: readonly Tool[];
  readonly canDo: (action: string) => boolean;
  /** What the tools of MCP servers may cost in a client's list. */
  readonly serverTokens: () => number;
}

export interface ToolList {
  readonly tools: readonly Tool[];
}

export interface ToolListOptions {
  /** Only for clients that request it. */
  readonly outputSchemas: boolean;
  readonly clientId: ClientId;
}

/** Beyond that the lists are forgotten, and made again when they are asked for. */
const mostLists = 200;

/** They show or move something on a screen; the workbench has none. */
const screenActions: ReadonlySet<ActionName> = new Set([
  ...(['get_cursor_pos', 'set_cursor_pos', 'get_selection'] as const),
  ...(['sync_viewport', 'split_pane', 'get_code_lens'] as const),
]);

export class ToolLists implements Disposable {
  readonly #deps: Deps;
  readonly #actions = describedActions();
  readonly #following: Disposable;
  /** By client, where there are tools of servers; otherwise one for all. */
  readonly #lists = new Map<string, ToolList>();
  #serverTools: readonly ListedServerTool[] | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#following = deps.executors.onChanged(() => this.#forget());
  }

  list({ outputSchemas, clientId }: ToolListOptions): ToolList {
    this.#serverTools ??= this.#deps.executors
      .contributedTools()
      .filter(isListedServerTool)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const key = `${outputSchemas} ${this.#serverTools.length === 0 ? '' : clientId}`;
    const known = this.#lists.get(key);
    if (known) return known;
    if (this.#lists.size >= mostLists) this.#lists.clear();
    const own = outputSchemas ? this.#describe() : this.#describe().map(withoutOutputSchema);
    const list = cachedResult({ tools: this.#withServers(own, this.serverToolsFor(clientId)) });
    this.#lists.set(key, list);
    return list;
  }

  /** Those that the user has not hidden from the client, by name. */
  serverToolsFor(clientId: ClientId): readonly ListedServerTool[] {
    const all =
      this.#serverTools ?? this.#deps.executors.contributedTools().filter(isListedServerTool);
    return all.filter(({ server }) => server.isVisibleTo(clientId));
  }

  #forget(): void {
    this.#lists.clear();
    this.#serverTools = null;
  }

  #withServers(own: readonly Tool[], servers: readonly ListedServerTool[]): readonly Tool[] {
    if (servers.length === 0) return own;
    const names = [...new Set(servers.map(({ server }) => server.name))];
    const described = servers.map(describeServerTool);
    const isTooMuch = tokensIn(described) > this.#deps.serverTokens();
    return [
      ...own.map((tool) => withServerScopes(tool, names)),
      ...(isTooMuch ? finderTools(names) : described),
    ];
  }

  dispose(): void | Promise<void> {
    return this.#following.dispose();
  }

  #describe(): readonly Tool[] {
    const { executors, always, canDo } = this.#deps;
    const hasScreen = executors.editors().some(({ builtIn }) => !builtIn);
    const actions = this.#actions.filter(
      ({ name }) => canDo(name) && (hasScreen || !screenActions.has(name)),
    );
    const contributed = executors
      .contributedTools()
      .filter(({ server }) => server === undefined)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return [...always, ...actions.map(({ tool }) => tool), ...contributed.map(describeContributed)];
  }
}

/** What `request_access` lists as possible scopes includes those of the servers that the client sees. */
function withServerScopes(tool: Tool, servers: readonly string[]): Tool {
  const scopes = tool.name === 'request_access' ? tool.inputSchema.properties?.['scopes'] : null;
  if (!isObject(scopes) || !isObject(scopes['items'])) return tool;
  const { items } = scopes;
  const names: readonly unknown[] = Array.isArray(items['enum']) ? items['enum'] : [];
  const all = { ...scopes, items: { ...items, enum: [...names, ...servers.map(serverScope)] } };
  const properties = { ...tool.inputSchema.properties, scopes: all };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
}
