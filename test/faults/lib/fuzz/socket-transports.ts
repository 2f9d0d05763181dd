/** Fuzzes what is said on the sockets of sessions and plugins. */
import { isObject } from '../../../../src/shared/base/is-object.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { actions } from '../../../../src/shared/actions/actions.ts';
import type { Chance } from '../chance.ts';
import { mutatedJson, mutatedText } from './mutate.ts';
import { callsOn, everyScope } from './recorded.ts';
import { jsonOf, pluginMessageProblem, sessionMessageProblem } from './shapes.ts';
import { atOnce, whyOf, type Fuzzing, type Tally } from './tally.ts';

const sessions = 5;
/** Sent before all of them must be answered. */
const volley = 48;
const timeoutMs = 60_000;

export async function fuzzSessions(fuzzing: Fuzzing, tally: Tally): Promise<void> {
  const { project } = fuzzing.app.facts;
  const corpus = callsOn(project).flatMap(({ name, args }) => [
    { type: 'cmd', id: 'n', action: name, args },
    { type: 'cmd', id: 7, action: actions[name].category, args: { operation: name, ...args } },
  ]);
  let opened = 0;
  await atOnce(sessions, async () => {
    const socket = await sessionSocket(fuzzing, `fuzz-${(opened += 1)}`);
    try {
      for (;;) {
        const made = messagesOf(corpus, tally, volley);
        if (made.length === 0) return false;
        if (!(await answeredAll(socket, made, tally))) return true;
      }
    } finally {
      socket.terminate();
    }
  });
}

interface Made {
  readonly number: number;
  readonly text: string;
}

function messagesOf(corpus: readonly object[], tally: Tally, max: number): readonly Made[] {
  const texts = corpus.map((one) => JSON.stringify(one));
  const made: Made[] = [];
  while (made.length < max) {
    const next = tally.next();
    if (!next) break;
    const { number, chance } = next;
    made.push({
      number,
      text: mutated({ ...chance.pick(corpus), id: `n${number}` }, texts, chance),
    });
  }
  return made;
}

function mutated(message: object, texts: readonly string[], chance: Chance): string {
  if (chance.often(0.4)) return mutatedText(JSON.stringify(message), texts, chance);
  return mutatedJson(message, [jsonOf(chance.pick(texts))], chance);
}

function codeIn({ status, data }: Record<string, unknown>): string {
  if (status !== 'error' || !isObject(data)) return String(status);
  // The one code that does not say by itself what went wrong.
  const isVague = data['code'] === 'action-failed';
  return isVague ? `action-failed: ${String(data['message']).slice(0, 120)}` : String(data['code']);
}

/** False when the app closed the socket, as it may; every message gets an answer or a reason. */
async function answeredAll(
  socket: WebSocket,
  made: readonly Made[],
  tally: Tally,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const number = made[0]?.number ?? 0;
  let left = made.length;
  const sent = (): string => made.map(({ text }) => text).join('\n');
  const onMessage = (data: WebSocket.RawData): void => {
    const message = jsonOf((data as Buffer).toString('utf8'));
    const problem = sessionMessageProblem(message);
    if (problem) tally.found(number, `${problem} in ${JSON.stringify(message)}`, sent());
    if (!isObject(message) || message['type'] !== 'result') return;
    tally.answered(codeIn(message));
    left -= 1;
    if (left === 0) resolve(null);
  };
  const closed = (code: number): void => resolve(`closed with ${code}`);
  socket.on('message', onMessage).once('close', closed);
  for (const { text } of made) socket.send(text);
  const late = setTimeout(() => resolve('no answer in time'), timeoutMs);
  const ended = await promise;
  clearTimeout(late);
  socket.off('message', onMessage).off('close', closed);
  if (ended === 'no answer in time') tally.found(number, `${left} unanswered`, sent());
  if (ended?.startsWith('closed') && !/44(01|03|08|29)$/.test(ended)) {
    tally.found(number, ended, sent());
  }
  if (ended) tally.answered(ended);
  return ended === null;
}

async function sessionSocket({ app }: Fuzzing, agentId: string): Promise<WebSocket> {
  const { port, project } = app.facts;
  const ask = { agent_id: agentId, scopes: everyScope, roots: [project], reason: 'to be fuzzed' };
  const { request_id } = await manage('/mcp/request_access', ask);
  for (let tries = 0; tries < 200; tries += 1) {
    const claimed = await manage('/mcp/claim', { request_id });
    const { session_id: id, session_token: token } = claimed;
    if (typeof token === 'string') {
      const headers = { Authorization: `Bearer ${token}` };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp/session/${String(id)}`, { headers });
      await once(socket, 'open');
      return socket.on('error', () => undefined);
    }
    await sleep(20);
  }
  throw new Error('no session was given');

  async function manage(path: string, json: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { Authorization: app.managementToken(), 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
    return (await response.json()) as Record<string, unknown>;
  }
}

const hello = {
  ...{ type: 'hello', protocol: 1, plugin_id: 'fuzzer', name: 'Fuzzer', version: '1' },
  actions: ['get_code_lens'],
  workspace_folders: ['/nowhere'],
  tools: [
    {
      name: 'setColor',
      description: 'Sets a colour.',
      scope: 'editor:theme',
      input_schema: { type: 'object', properties: { color: { type: 'string' } } },
    },
  ],
};

const pluginMessages = [
  hello,
  { type: 'result', id: 'x', status: 'ok', data: {}, changes: [] },
  { type: 'result', id: 'x', status: 'error', data: { code: 'not-found', message: 'gone' } },
  { type: 'event', event: 'file_system', data: { name: 'file_created', path: '/nowhere/a' } },
  { type: 'event', event: 'git_state', data: { name: 'branch_changed', branch: 'main' } },
  { type: 'pair', code: '123456' },
];

const perConnection = 10;

export async function fuzzPlugins({ app }: Fuzzing, tally: Tally): Promise<void> {
  const { port, keys } = app.facts;
  const headers = { Authorization: `Bearer ${keys.plugin}` };
  await atOnce(2, async () => {
    const made = messagesOf(pluginMessages, tally, perConnection);
    const [first] = made;
    if (!first) return false;
    const sent = made.map(({ text }) => text).join('\n');
    try {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/plugin/fuzzer`, { headers });
      socket.on('error', () => undefined);
      socket.on('message', (data) => {
        const problem = pluginMessageProblem(jsonOf((data as Buffer).toString('utf8')));
        if (problem) tally.found(first.number, problem, sent);
      });
      await once(socket, 'open');
      const closed = once(socket, 'close') as Promise<[number]>;
      if (first.number % 3 !== 0) socket.send(JSON.stringify(hello));
      for (const { text } of made) socket.send(text);
      socket.close(1000);
      const [code] = await closed;
      tally.answered(code);
      if (![1000, 1005, 1006, 1008, 4409].includes(code)) {
        tally.found(first.number, `closed with ${code}`, sent);
      }
    } catch (error) {
      tally.found(first.number, whyOf(error), sent);
    }
    return true;
  });
}
