// OpenAI's chat completions.
import { replyEvents, replyJson } from './model-words.mjs';

const base = { id: 'fake', created: 1, model: 'fake' };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** @type {import('./model-words.mjs').Dialect} */
export const chat = {
  speaks: (path) => path.endsWith('/chat/completions'),
  offered: ({ tools = [] }) =>
    tools.map((/** @type {any} */ tool) => ({
      name: tool.function?.name ?? '',
      description: tool.function?.description ?? '',
    })),
  results: ({ messages = [] }) =>
    messages
      .filter((/** @type {any} */ one) => one.role === 'tool')
      .map((/** @type {any} */ one) => one.content),
  reply({ response, body, call, text }) {
    const message = call
      ? { role: 'assistant', content: null, tool_calls: [toolCall(call)] }
      : { role: 'assistant', content: text };
    const finish_reason = call ? 'tool_calls' : 'stop';
    if (!body.stream) {
      const choices = [{ index: 0, message, finish_reason }];
      return replyJson(response, { ...base, object: 'chat.completion', choices, usage });
    }
    const chunk = (/** @type {object} */ choice) => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, ...choice }],
    });
    const events = [
      chunk({ delta: message, finish_reason: null }),
      { ...chunk({ delta: {}, finish_reason }), usage },
    ];
    return replyEvents(response, events, { end: 'data: [DONE]\n\n' });
  },
};

/** @param {import('./model-words.mjs').ToolCall} call */
const toolCall = ({ name, args, turn }) => ({
  index: 0,
  id: `call_${turn}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
