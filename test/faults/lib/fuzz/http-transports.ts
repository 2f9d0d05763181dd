/** Fuzzes whatever is asked over HTTP: both eras of MCP, the management API, and bytes that are hardly HTTP. */
import { isObject } from '../../../../src/shared/base/is-object.ts';
import http from 'node:http';
import type { Chance } from '../chance.ts';
import { exchange, rawExchange, repliesIn, type HttpReply, type Request } from './http-exchange.ts';
import { mutatedJson, mutatedText } from './mutate.ts';
import { httpReplyProblem, jsonOf } from './shapes.ts';
import { atOnce, whyOf, type Fuzzing, type Tally } from './tally.ts';

/** Those of all transports together stay below what strangers may hold open at once. */
const lanes = 10;

type Kind = 'legacy' | 'modern' | 'management';

export async function fuzzRequests(kind: Kind, fuzzing: Fuzzing, tally: Tally): Promise<void> {
  const { app, recorded } = fuzzing;
  const { port } = app.facts;
  const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
  const corpus = recorded[kind].filter(({ path }) => path !== '/mcp/events');
  const bodies = corpus.flatMap(({ body }) => (body === null ? [] : [jsonOf(body)]));
  let mcpSession: string | null = null;
  try {
    await atOnce(lanes, async () => {
      const next = tally.next();
      if (!next) return false;
      if (kind === 'legacy') mcpSession ??= await initialize(fuzzing);
      const { number, chance } = next;
      const live = liveHeaders(kind, fuzzing, mcpSession);
      const sent = mutatedRequest(numbered(chance.pick(corpus), number), live, bodies, chance);
      try {
        const reply = await exchange(port, agent, sent);
        tally.answered(reply.status);
        const problem = httpReplyProblem(reply) ?? crossing(sent, reply);
        if (problem) tally.found(number, problem, JSON.stringify(sent));
        if (sent.headers['mcp-session-id'] === mcpSession && reply.status === 404)
          mcpSession = null;
      } catch (error) {
        if (!isRace(error)) tally.found(number, whyOf(error), JSON.stringify(sent));
        else tally.answered('cut');
      }
      return true;
    });
  } finally {
    agent.destroy();
  }
}

/** A kept connection that the app closed in the moment it was used again. */
const isRace = (error: unknown): boolean =>
  isObject(error) && ['ECONNRESET', 'EPIPE'].includes(String(error['code']));

async function initialize({ app, recorded }: Fuzzing): Promise<string> {
  const [first] = recorded.legacy;
  if (!first) throw new Error('nothing was recorded');
  const reply = await exchange(app.facts.port, false, first);
  if (!reply.sessionId) throw new Error(`initialize answered ${reply.status} ${reply.text}`);
  return reply.sessionId;
}

function liveHeaders(
  kind: Kind,
  { app }: Fuzzing,
  mcpSession: string | null,
): Readonly<Record<string, string>> {
  if (kind === 'management') return { authorization: app.managementToken() };
  return mcpSession === null ? {} : { 'mcp-session-id': mcpSession };
}

/** With an id of its own, so that the answer can be matched. */
function numbered(request: Request, number: number): Request {
  const json = request.body === null ? null : jsonOf(request.body);
  if (!isObject(json) || json['id'] === undefined) return request;
  return { ...request, body: JSON.stringify({ ...json, id: `n${number}` }) };
}

function mutatedRequest(
  recorded: Request,
  live: Readonly<Record<string, string>>,
  bodies: readonly unknown[],
  chance: Chance,
): Request {
  const started = recorded.headers['mcp-session-id'] !== undefined || 'authorization' in live;
  const headers = { ...recorded.headers, ...(started ? live : {}) };
  const { body } = recorded;
  const text = body === null || chance.often(0.05) ? body : mutatedBody(body, bodies, chance);
  return {
    method: chance.often(0.02)
      ? chance.pick(['PUT', 'GET', 'HEAD', 'DELETE', 'PATCH'])
      : recorded.method,
    path: chance.often(body === null ? 0.7 : 0.05)
      ? mutatedPath(recorded.path, chance)
      : recorded.path,
    headers: chance.often(0.1) ? mutatedHeaders(headers, chance) : headers,
    body: text,
  };
}

function mutatedBody(body: string, bodies: readonly unknown[], chance: Chance): string {
  // What is no JSON costs a connection, and the bytes below are full of it.
  if (chance.often(0.9)) return mutatedJson(jsonOf(body), bodies, chance);
  return mutatedText(body, [JSON.stringify(chance.pick(bodies))], chance);
}

const printable = (text: string): string => text.replaceAll(/[^\x21-\x7e]/g, '~');

function mutatedPath(path: string, chance: Chance): string {
  if (chance.often(0.5)) return printable(mutatedText(path, [path], chance)).replace(/^[^/]*/, '/');
  const name = chance.pick([
    'status',
    'limit',
    'after',
    'since',
    'q',
    '__proto__',
    'x',
    'last_event_id',
  ]);
  const value = chance.pick([
    '',
    '-1',
    '1e9',
    '%00',
    '%ZZ',
    '[]',
    'PENDING',
    'a'.repeat(3_000),
    '%F0%9F',
  ]);
  return `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`;
}

/** All but the credential, which would be another test; and what a library would not send at all. */
function mutatedHeaders(headers: Request['headers'], chance: Chance): Request['headers'] {
  const names = Object.keys(headers).filter((name) => name !== 'authorization');
  const name = chance.pick([...names, 'mcp-name', 'x-workspace-path', 'last-event-id', 'expect']);
  if (name === 'content-length' || name === 'host') return headers;
  const { [name]: value = '', ...rest } = headers;
  if (chance.often(0.3)) return rest;
  return { ...rest, [name]: printable(mutatedText(value, [value], chance)) };
}

/** An answer to somebody else's request. */
function crossing({ body }: Request, { text }: HttpReply): string | null {
  const [request, reply] = [body === null ? null : jsonOf(body), jsonOf(text)];
  if (!isObject(request) || !isObject(reply) || !('jsonrpc' in reply)) return null;
  const id = reply['id'] ?? null;
  return id === null || id === request['id'] ? null : `it answers ${JSON.stringify(id)}`;
}

/** Bytes: requests of all transports with a credential that may be lost, and upgrades with frames behind them. */
export async function fuzzBytes({ app, recorded }: Fuzzing, tally: Tally): Promise<void> {
  const { port, keys } = app.facts;
  const { legacy, modern, management } = recorded;
  const requests = [...legacy, ...modern, ...management];
  const texts = [
    ...requests.map((request) => bytesOf(request, port)),
    upgradeOf('/plugin/fuzzer', keys.plugin, port),
    upgradeOf('/mcp/events/ws', app.managementToken(), port),
    upgradeOf('/mcp/session/00000000-0000-4000-8000-000000000000', keys.raw, port),
  ];
  await atOnce(lanes, async () => {
    const next = tally.next();
    if (!next) return false;
    const { number, chance } = next;
    const sent = mutatedText(chance.pick(texts), texts, chance);
    try {
      const replies = repliesIn(await rawExchange(port, Buffer.from(sent, 'latin1')), false);
      if (typeof replies === 'string') tally.found(number, replies, sent);
      else for (const reply of replies) look(reply, number, sent, tally);
      if (replies.length === 0) tally.answered('cut');
    } catch (error) {
      tally.found(number, whyOf(error), sent);
    }
    return true;
  });
}

function look(reply: HttpReply, number: number, sent: string, tally: Tally): void {
  tally.answered(reply.status);
  const problem = httpReplyProblem(reply);
  if (problem) tally.found(number, problem, sent);
}

function bytesOf({ method, path, headers, body }: Request, port: number): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const sized = body === null ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const first = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`;
  return `${first}${lines.join('')}${sized}\r\n${body ?? ''}`;
}

/** A text frame, masked with zeros, so that its content can be read here. */
const frame = `\x81\x8a\0\0\0\0{"type":1}`;

const upgradeOf = (path: string, key: string, port: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n` +
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n${frame}${frame}`;
