// OpenAI's responses. Tools stand alone or grouped under a namespace.
import { replyEvents, replyJson } from './model-words.mjs';

const tokens = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** @type {import('./model-words.mjs').Dialect} */
export const responses = {
  speaks: (path) => path.endsWith('/responses'),
  offered: ({ tools = [] }) =>
    tools.flatMap((/** @type {any} */ tool) =>
      tool.type === 'namespace'
        ? tool.tools.map((/** @type {any} */ one) => ({ name: one.name, namespace: tool.name }))
        : [{ name: tool.name ?? tool.type, type: tool.type }],
    ),
  results: ({ input }) =>
    (Array.isArray(input) ? input : [])
      .filter((item) => (item.type ?? '').endsWith('_output'))
      .map((item) => item.output),
  reply({ response, body, call, text }) {
    const item = call ? calling(call) : saying(text);
    const base = { id: 'resp_fake', object: 'response', created_at: 1, model: body.model };
    const done = { ...base, status: 'completed', output: [item], usage: tokens };
    if (!body.stream) return replyJson(response, done);
    const begun = {
      ...item,
      status: 'in_progress',
      ...(call ? { arguments: '' } : { content: [] }),
    };
    const events = [
      { type: 'response.created', response: { ...base, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: begun },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ];
    const numbered = events.map((event, sequence_number) => ({ ...event, sequence_number }));
    return replyEvents(response, numbered, { named: true });
  },
};

/** @param {import('./model-words.mjs').ToolCall} call */
const calling = (call) => (call.type === 'custom' ? callingCustom(call) : callingFunction(call));

/** A tool that takes plain text. @param {import('./model-words.mjs').ToolCall} call */
const callingCustom = ({ name, args, turn }) => ({
  type: 'custom_tool_call',
  id: `ctc_${turn}`,
  call_id: `call_${turn}`,
  name,
  input: /** @type {{ input: string }} */ (args).input,
  status: 'completed',
});

/** @param {import('./model-words.mjs').ToolCall} call */
const callingFunction = ({ name, namespace, args, turn }) => ({
  type: 'function_call',
  id: `fc_${turn}`,
  call_id: `call_${turn}`,
  name,
  ...(namespace ? { namespace } : {}),
  arguments: JSON.stringify(args),
  status: 'completed',
});

/** @param {string} text */
const saying = (text) => ({
  type: 'message',
  id: 'msg_fake',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});
