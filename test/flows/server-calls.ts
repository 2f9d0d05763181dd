/** An MCP server behind the gate, without its process: an executor with the tools that a server would bring. */
import { onTestFinished } from 'vitest';
import {
  fileArguments,
  serverMethodTools,
  usualServerPolicy,
  type CallReports,
  type ContributedTool,
  type Core,
  type ResolvedCall,
  type ServerForwarding,
  type ServerToolPolicy,
  type ToolAnnotations,
} from '../../src/main/core/core.ts';
import { done, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { serverScope } from '../../src/shared/access/scopes.ts';
import { toDisposable } from '../../src/shared/base/disposable.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';

export interface FakeTool {
  readonly ownName: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly policy?: ServerToolPolicy;
}

export interface FakeServer {
  readonly ran: ResolvedCall[];
  readonly listChanged: Emitter<{ list: 'resources' | 'prompts'; server: string }>;
  readonly updated: Emitter<string>;
  /** Resources that clients follow. */
  readonly followed: string[];
  instructions: string | null;
  readonly registered: { dispose(): void | Promise<void> };
  run: (call: ResolvedCall, signal: AbortSignal, reports?: CallReports) => Promise<Outcome>;
}

const text = (words: string) => done({ content: [{ type: 'text', text: words }] });

export function fakeServer(
  core: Core,
  name: string,
  tools: readonly FakeTool[],
  isVisibleTo: (clientId: string) => boolean = () => true,
): FakeServer {
  const fake: Omit<FakeServer, 'registered'> = {
    ran: [],
    listChanged: new Emitter(),
    updated: new Emitter(),
    followed: [],
    instructions: null,
    run: async () => text('hello'),
  };
  const contributed = tools.map((tool) => toolOf(name, tool, isVisibleTo));
  const source = { server: { name, isVisibleTo }, definitionHash: 'entry', pluginId: name };
  const registered = core.executors.register({
    name: `MCP server ${name}`,
    actions: new Set(),
    inApp: true,
    tools: [...contributed, ...serverMethodTools({ ...source, timeoutMs: 1_000, isLocal: true })],
    run(call, _entry, signal, _mayBegin, _sandbox, reports) {
      fake.ran.push(call);
      return fake.run(call, signal, reports);
    },
  });
  const connected = core.serverLists.connect(forwardingOf(name, fake, isVisibleTo));
  onTestFinished(async () => {
    await connected.dispose();
    await registered.dispose();
  });
  return Object.assign(fake, { registered });
}

function toolOf(
  server: string,
  { ownName, description = 'Does it.', annotations = {}, properties = {}, policy }: FakeTool,
  isVisibleTo: (clientId: string) => boolean,
): ContributedTool {
  const inputSchema = { type: 'object', properties };
  return {
    name: `${server}__${ownName}`,
    title: ownName,
    ...{ description, inputSchema, annotations, ownName },
    scope: serverScope(server),
    pluginId: server,
    definitionHash: `${server} ${ownName}`,
    timeoutMs: 1_000,
    answersInMcp: true,
    parse: (args) => ({ args: args as Record<string, unknown> }),
    ...fileArguments(inputSchema, annotations),
    server: {
      name: server,
      method: 'tool',
      policy: policy ?? usualServerPolicy(annotations),
      isVisibleTo,
    },
  };
}

const forwardingOf = (
  name: string,
  fake: Omit<FakeServer, 'registered'>,
  isVisibleTo: (clientId: string) => boolean,
): ServerForwarding => ({
  servers: () => [
    {
      name,
      isVisibleTo,
      instructions: fake.instructions,
      follow: (uri) => {
        fake.followed.push(uri);
        return toDisposable(() => void fake.followed.splice(fake.followed.indexOf(uri), 1));
      },
      resources: async () => [{ uri: 'demo://one', name: 'one', description: 'The first.' }],
      resourceTemplates: async () => [{ uriTemplate: 'demo://{name}', name: 'any' }],
      prompts: async () => [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
    },
  ],
  onListChanged: (listener) => fake.listChanged.on(({ list, server }) => listener(list, server)),
  onResourceUpdated: (listener) => fake.updated.on((uri) => listener(name, uri)),
});
