// A model on loopback that speaks four dialects and follows a script: one tool call per turn, then a
// closing text that quotes what the tools said. It makes real clients work without a network or a login.
import { once } from 'node:events';
import http from 'node:http';
import { anthropic } from './model-anthropic.mjs';
import { chat } from './model-chat.mjs';
import { gemini } from './model-gemini.mjs';
import { responses } from './model-responses.mjs';
import { replyJson } from './model-words.mjs';

/** @typedef {import('./model-words.mjs').Step} Step */
/** @typedef {import('./model-words.mjs').OfferedTool} OfferedTool */

/** @type {import('./model-words.mjs').Dialect[]} */
const dialects = [chat, responses, anthropic, gemini];

/**
 * @typedef {(offered: OfferedTool[], results: unknown[], request: string) => Step | undefined} Decide what
 *   it does next, by the tools it is offered, what they have said so far, and the whole request as text
 */

/**
 * @param {Step[] | Decide} script
 * @param {string} [address] another address of loopback, for clients in a sandbox with a loopback of its own
 * @returns {Promise<{ url: string, seen: string[], close(): void }>}
 */
export async function startFakeModel(script, address = '127.0.0.1') {
  /** @type {string[]} */
  const seen = [];
  const server = http.createServer((request, response) => {
    answer(request, response, script, seen).catch((/** @type {unknown} */ error) => {
      seen.push(String(error));
      response.destroy();
    });
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://${address}:${port}`,
    seen,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 * @param {Step[] | Decide} script
 * @param {string[]} seen
 */
async function answer(request, response, script, seen) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const sent = Buffer.concat(chunks).toString();
  const body = JSON.parse(sent || '{}');
  const path = (request.url ?? '').split('?')[0] ?? '';
  const dialect = dialects.find((one) => one.speaks(path));
  seen.push(`${request.method} ${path}${dialect ? '' : ' (nothing here)'}`);
  if (!dialect) return replyJson(response, { error: { message: 'nothing here' } }, 404);
  const results = dialect.results(body);
  const offered = dialect.offered(body);
  const step = Array.isArray(script) ? nextStep(script, results) : script(offered, results, sent);
  const tool = step && toolNamed(step.tool, offered);
  const call = step && tool ? { ...tool, args: step.args, turn: results.length } : undefined;
  if (step && !tool) {
    seen.push(`no ${step.tool} among ${offered.map(({ name }) => name).join(' ') || 'no tools'}`);
  }
  const text = `The tools said: ${JSON.stringify(results)}`;
  dialect.reply({ response, body, path, text, ...(call ? { call } : {}) });
}

/** A person who takes their time makes an answer "pending"; then it waits on, as agents are told to. @param {Step[]} script @param {unknown[]} results */
function nextStep(script, results) {
  const last = JSON.stringify(results.at(-1) ?? '');
  if (isPending(last)) {
    const request_id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(last)?.[0];
    return { tool: 'await_access', args: { request_id } };
  }
  return script[results.filter((one) => !isPending(JSON.stringify(one))).length];
}

const isPending = (/** @type {string} */ said) =>
  /status\\*":\s*\\*"pending|\(pending\)/.test(said);

/** @param {string} wanted @param {OfferedTool[]} tools */
const toolNamed = (wanted, tools) =>
  tools.find(({ name }) => name === wanted) ??
  tools.find(({ name }) => /gatehouse/i.test(name) && name.endsWith(wanted)) ??
  tools.find(({ name }) => name.endsWith(wanted));
