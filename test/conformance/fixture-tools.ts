/** The tools that the conformance suites of MCP call by name. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange, Params } from '../../src/main/transports/mcp/registry.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

export const text = (words: string) => ({ type: 'text', text: words });
export const image = { type: 'image', data: png, mimeType: 'image/png' };
export const binary = png;
const said = (words: string) => ({ content: [text(words)] });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

type Run = (args: Params, exchange: Exchange) => Promise<object> | object;

interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: object;
  readonly run: Run;
}

const oneString = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

async function elicit(exchange: Exchange, message: unknown, properties: object) {
  const requestedSchema = { type: 'object', properties, required: [] };
  const answer = await exchange.request('elicitation/create', { message, requestedSchema });
  const { action, content } = answer;
  return said(`User response: action=${String(action)}, content=${JSON.stringify(content ?? {})}`);
}

async function log(exchange: Exchange, ...lines: readonly string[]): Promise<void> {
  for (const data of lines) {
    exchange.notify('notifications/message', { level: 'info', data });
    await pause(20);
  }
}

async function countUp(exchange: Exchange): Promise<object> {
  for (const progress of [0, 50, 100]) {
    exchange.notify('notifications/progress', {
      progressToken: exchange.progressToken ?? 0,
      progress,
      total: 100,
      message: `Completed step ${progress} of 100`,
    });
    await pause(20);
  }
  return said('done');
}

async function sample({ prompt }: Params, exchange: Exchange): Promise<object> {
  const messages = [{ role: 'user', content: text(String(prompt)) }];
  const answer = await exchange.request('sampling/createMessage', { messages, maxTokens: 100 });
  const content = answer['content'] as { readonly text?: string };
  return said(`LLM response: ${content.text ?? 'none'}`);
}

const options = ['option1', 'option2', 'option3'];
const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];

export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Text alone.',
    run: () => said('This is a simple text response for testing.'),
  },
  test_image_content: { description: 'An image.', run: () => ({ content: [image] }) },
  test_audio_content: {
    description: 'A sound.',
    run: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'A resource.',
    run: () => ({
      content: [
        resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'All of these.',
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image,
        resource(
          'test://mixed-content-resource',
          'application/json',
          '{"test":"data","value":123}',
        ),
      ],
    }),
  },
  test_tool_with_logging: {
    description: 'Tells what it does.',
    async run(_args, exchange) {
      const steps = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
      await log(exchange, ...steps);
      return said('Tool with logging executed successfully');
    },
  },
  test_tool_with_progress: {
    description: 'Tells how far it is.',
    run: (_args, exchange) => countUp(exchange),
  },
  test_error_handling: {
    description: 'Fails.',
    run: () => ({
      ...said('This tool intentionally returns an error for testing'),
      isError: true,
    }),
  },
  test_sampling: {
    description: 'Asks the model of the client.',
    inputSchema: oneString('prompt'),
    run: sample,
  },
  test_elicitation: {
    description: 'Asks the person behind the client.',
    inputSchema: oneString('message'),
    run: ({ message }, exchange) =>
      elicit(exchange, message, { username: { type: 'string' }, email: { type: 'string' } }),
  },
  test_elicitation_sep1034_defaults: {
    description: 'Asks with defaults.',
    run: (_args, exchange) =>
      elicit(exchange, 'Please review and update the form fields with defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  test_elicitation_sep1330_enums: {
    description: 'Asks for a choice.',
    run: (_args, exchange) =>
      elicit(exchange, 'Please select options from the enum fields', {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: { type: 'string', enum: options },
        },
        titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
      }),
  },
  json_schema_2020_12_tool: {
    description: 'Keeps the words of its schema.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'address',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
      if: { required: ['address'] },
      // Written so, since an object with a `then` passes for a promise.
      ...(JSON.parse('{"then": {"required": ["name"]}}') as object),
      else: true,
      additionalProperties: false,
    },
    run: (args) => said(`JSON Schema 2020-12 tool called with: ${JSON.stringify(args)}`),
  },
};
