// Anthropic's messages.
import { replyEvents, replyJson } from './model-words.mjs';

const usage = { input_tokens: 1, output_tokens: 1 };

/** @type {import('./model-words.mjs').Dialect} */
export const anthropic = {
  speaks: (path) => path.endsWith('/messages') || path.endsWith('/messages/count_tokens'),
  offered: ({ tools = [] }) => tools,
  results: ({ messages = [] }) =>
    messages
      .flatMap((/** @type {any} */ one) => (Array.isArray(one.content) ? one.content : []))
      .filter((/** @type {any} */ part) => part.type === 'tool_result')
      .map((/** @type {any} */ part) => part.content),
  reply({ response, body, path, call, text }) {
    if (path.endsWith('/count_tokens')) return replyJson(response, { input_tokens: 1 });
    const block = call
      ? { type: 'tool_use', id: `toolu_${call.turn}`, name: call.name, input: call.args }
      : { type: 'text', text };
    const stop_reason = call ? 'tool_use' : 'end_turn';
    const about = { id: 'msg_fake', type: 'message', role: 'assistant', model: body.model };
    const message = { ...about, content: [block], stop_reason, stop_sequence: null, usage };
    if (!body.stream) return replyJson(response, message);
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text };
    const empty = call ? { ...block, input: {} } : { type: 'text', text: '' };
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return replyEvents(response, events, { named: true });
  },
};
