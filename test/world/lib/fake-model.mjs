// A model on loopback that speaks OpenAI's chat completions and follows a script: one tool call per
// turn, then a closing text that quotes what the tools said. It makes real clients work without a
// network or a login.
import { once } from 'node:events';
import http from 'node:http';

/**
 * @param {{ tool: string, args: object }[]} script tools by the end of their name
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function startFakeModel(script) {
  const server = http.createServer((request, response) => {
    void answer(request, response, script);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 * @param {{ tool: string, args: object }[]} script
 */
async function answer(request, response, script) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const {
    messages = [],
    tools = [],
    stream,
  } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  const told = messages.filter((/** @type {{ role: string }} */ one) => one.role === 'tool');
  const step = script[told.length];
  const name = step && toolNamed(step.tool, tools);
  const message =
    step && name
      ? { role: 'assistant', content: null, tool_calls: [toolCall(name, step.args, told.length)] }
      : { role: 'assistant', content: `The tools said: ${JSON.stringify(told.map(contentOf))}` };
  reply(response, message, Boolean(stream));
}

/** @param {string} wanted @param {{ function?: { name: string } }[]} tools */
const toolNamed = (wanted, tools) =>
  tools.map((tool) => tool.function?.name ?? '').find((name) => name.endsWith(wanted));

/** @param {{ content: unknown }} message */
const contentOf = ({ content }) => content;

/** @param {string} name @param {object} args @param {number} turn */
const toolCall = (name, args, turn) => ({
  index: 0,
  id: `call_${turn}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

/** @param {http.ServerResponse} response @param {{ tool_calls?: object[] }} message @param {boolean} stream */
function reply(response, message, stream) {
  const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
  const base = { id: 'fake', created: 1, model: 'fake' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!stream) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason }];
    response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
    return;
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
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
}
