/**
 * Answers hooks of an agent that runs inside the sandbox of `gatehouse run`. Whatever comes out of that sandbox is
 * that agent, in that session: any code in there can report a call that nobody made, or none. So what is said here
 * is recorded as the agent's word, and is given nothing that the sandbox does not give: no other access, no content
 * of a file, no other client's calls.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { maxHookBytes, sandboxedHookRoute } from '../../../shared/native/hook-protocol.ts';
import { nativeTitles } from '../../../shared/native/native-actions.ts';
import {
  nativeClients,
  type HookAnswer,
  type NativeClient,
} from '../../../shared/native/native-call.ts';
import type { Core } from '../../core/core.ts';
import { readJson, replyRefused } from '../http/replies.ts';
import { pathOf, type HttpRoute } from '../http/request-router.ts';
import type { AdapterFor } from './hook-endpoint.ts';
import type { NativeCalls } from './native-calls.ts';

interface Deps {
  readonly calls: Pick<NativeCalls, 'receive'>;
  readonly adapterFor: AdapterFor;
  readonly core: Pick<Core, 'sessions'>;
  /** Who started the agent in the sandbox; undefined for a client that runs in none. */
  readonly runBy: (clientId: ClientId) => VerifiedCaller | null | undefined;
}

const words = new RegExp(String.raw`^${sandboxedHookRoute}([a-z-]{1,40})(?:/([a-zA-Z]{1,40}))?$`);

/** Of the messages of one sandbox that are read at a time: a few large ones, or many small ones. */
const maxReadBytes = 4 * maxHookBytes;

export function sandboxedHooks(deps: Deps): HttpRoute<'client'> {
  const reading = new Map<ClientId, number>();
  return {
    audience: 'client',
    matches: (method, path) => method === 'POST' && path.startsWith(sandboxedHookRoute),
    async serve(request, response, { clientId }) {
      const verified = deps.runBy(clientId);
      if (verified === undefined) return replyRefused(response, 'unknown-route');
      const [, name = '', event] = words.exec(pathOf(request)) ?? [];
      const client = nativeClients.find((one) => one === name);
      if (client === undefined) return replyRefused(response, 'unknown-route');
      const before = reading.get(clientId) ?? 0;
      const bytes = announcedBytes(request);
      if (before + bytes > maxReadBytes) return reply(response, unread(tooMuchAtOnce));
      reading.set(clientId, before + bytes);
      const body = await readJson(request, maxHookBytes).finally(() => {
        const left = (reading.get(clientId) ?? 0) - bytes;
        if (left > 0) reading.set(clientId, left);
        else reading.delete(clientId);
      });
      return serve(deps, { body, response, client, event, clientId, verified });
    },
  };
}

const tooMuchAtOnce = 'Too many large calls came at once.';

/** A message that does not say its length may have the longest. */
function announcedBytes({ headers }: IncomingMessage): number {
  const announced = Number(headers['content-length'] ?? maxHookBytes);
  return Number.isSafeInteger(announced) ? Math.min(announced, maxHookBytes) : maxHookBytes;
}

interface Asked {
  readonly body: Awaited<ReturnType<typeof readJson>>;
  readonly response: ServerResponse;
  readonly client: NativeClient;
  readonly event: string | undefined;
  readonly clientId: ClientId;
  readonly verified: VerifiedCaller | null;
}

async function serve(
  { calls, adapterFor, core }: Deps,
  { body, response, client, event: eventName, clientId, verified }: Asked,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  if (isError(body)) return reply(response, unread(body.message));
  const adapter = adapterFor(client, body.json);
  const event = adapter.read(body.json, eventName);
  const roots = core.sessions.liveOf(clientId);
  if (isError(roots)) return reply(response, unread(roots.message));
  const agentName = nativeTitles[client];
  const claimed = { clientId, claimedName: agentName, claimedVersion: '' };
  const sender = {
    ...{ client, agentName },
    agent: Object.freeze({ ...claimed, door: 'hook', verified } as const),
    sandboxed: roots.flatMap((session) => session.roots.map(({ path }) => path)),
  };
  return reply(response, adapter.answer(event, await calls.receive(event, sender, gone.signal)));
}

const unread = (why: string): HookAnswer => ({
  ...{ exitCode: 2, stdout: '' },
  stderr: `Gatehouse: ${why} This was not run.\n`,
});

/** Claude Code takes the body for what a command would print; a status that is no success blocks the tool. */
function reply(response: ServerResponse, { exitCode, stdout, stderr }: HookAnswer): void {
  if (response.destroyed) return;
  const text = exitCode === 0 ? stdout : stderr;
  const isJson = exitCode === 0 && stdout !== '';
  response.writeHead(exitCode === 0 ? 200 : 403, {
    'Content-Type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}
