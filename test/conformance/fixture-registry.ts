/** What the conformance suites of MCP expect to find, served by our own endpoint. */
import { toDisposable } from '../../src/shared/base/disposable.ts';
import { rpcCodes } from '../../src/shared/protocols/json-rpc.ts';
import { ProtocolError, unknownItem } from '../../src/main/transports/mcp/protocol-error.ts';
import type { McpRegistry, Params } from '../../src/main/transports/mcp/registry.ts';
import { binary, fixtureTools, image, text } from './fixture-tools.ts';

const resources: Readonly<
  Record<string, { readonly mimeType: string; readonly text?: string; readonly blob?: string }>
> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: binary },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};

const argument = (name: string) => ({ name, description: name, required: true });

const prompts: Readonly<Record<string, readonly string[]>> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
  test_prompt_with_image: [],
};

const message = (content: object) => ({ role: 'user', content });

function promptMessages(name: unknown, args: Params): readonly object[] {
  switch (name) {
    case 'test_simple_prompt':
      return [message(text('This is a simple prompt for testing.'))];
    case 'test_prompt_with_arguments':
      return [
        message(
          text(
            `Prompt with arguments: arg1='${String(args['arg1'])}', arg2='${String(args['arg2'])}'`,
          ),
        ),
      ];
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: args['resourceUri'],
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      return [
        message({ type: 'resource', resource }),
        message(text('Please process the embedded resource above.')),
      ];
    }
    case 'test_prompt_with_image':
      return [message(image), message(text('Please analyze the image above.'))];
    default:
      throw unknownItem('prompt', String(name));
  }
}

function readResource(uri: string): object {
  const known = resources[uri];
  if (known) return { contents: [{ uri, ...known }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (!id) throw new ProtocolError(rpcCodes.resourceNotFound, `Unknown resource ${uri}.`, '');
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: data }] };
}

const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'Resource Template',
  mimeType: 'application/json',
};

export const fixtureRegistry: McpRegistry = {
  about: { name: 'conformance', title: 'Conformance', version: '1.0.0' },
  instructionsFor: () => 'For the conformance suites.',
  passOnUpdates: () => ({ dispose: () => undefined }),
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  },
  answers: {
    'tools/list': () => ({
      tools: Object.entries(fixtureTools).map(([name, { description, inputSchema }]) => ({
        name,
        description,
        inputSchema: inputSchema ?? { type: 'object', properties: {} },
      })),
    }),
    'tools/call'({ name, arguments: args }, exchange) {
      const tool = fixtureTools[String(name)];
      if (!tool) throw unknownItem('tool', String(name));
      return tool.run((args ?? {}) as Params, exchange);
    },
    'resources/list': () => ({
      resources: Object.entries(resources).map(([uri, { mimeType }]) => ({
        uri,
        name: uri,
        description: uri,
        mimeType,
      })),
    }),
    'resources/templates/list': () => ({ resourceTemplates: [template] }),
    'resources/read': ({ uri }) => readResource(String(uri)),
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    'prompts/list': () => ({
      prompts: Object.entries(prompts).map(([name, args]) => ({
        name,
        description: name,
        arguments: args.map(argument),
      })),
    }),
    'prompts/get': ({ name, arguments: args }) => ({
      messages: promptMessages(name, (args ?? {}) as Params),
    }),
    'completion/complete': () => ({ completion: { values: ['paris'], total: 1, hasMore: false } }),
  },
  follow: () => toDisposable(() => undefined),
};
