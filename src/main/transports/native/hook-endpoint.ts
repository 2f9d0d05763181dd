/**
 * Answers `gatehouse hook` on the private socket. Without a key it proves that this is Gatehouse and does nothing
 * else; with one it turns the client's JSON into an event, and the verdict into what that client understands.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import { isError, refused } from '../../../shared/actions/outcomes.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import { hookProofPort, hookRoute, maxHookBytes } from '../../../shared/native/hook-protocol.ts';
import { nativeTitles } from '../../../shared/native/native-actions.ts';
import {
  nativeClients,
  type HookAnswer,
  type NativeAdapter,
  type NativeClient,
  type NativeEvent,
} from '../../../shared/native/native-call.ts';
import type { Credential } from '../http/credentials.ts';
import { readJson, replyJson, replyRefused } from '../http/replies.ts';
import { replyProof, type Prove } from '../http/server-proof.ts';
import type { NativeCalls, NativeSender } from './native-calls.ts';

export type AdapterFor = (client: NativeClient, input: unknown) => NativeAdapter;

/** A hook was received from this client. */
export interface HookSighting {
  readonly client: NativeClient;
  readonly kind: NativeEvent['kind'];
  readonly cwd: string | null;
}

interface Deps {
  readonly calls: Pick<NativeCalls, 'receive'>;
  readonly adapterFor: AdapterFor;
  readonly prove: Prove;
  /** The agent that started the bridge; null when it cannot be found. */
  readonly agentBehind: (socket: Socket, clientId: ClientId) => Promise<VerifiedCaller | null>;
  readonly onSeen: (sighting: HookSighting) => void;
}

/** JSON in a JSON string grows: quotes and line breaks take two bytes each, control characters six. */
const maxBody = 2 * maxHookBytes + 4_096;

/** `input` is what the client wrote to the hook's stdin, as text. */
const HookMessage = z.strictObject({
  client: z.enum(nativeClients),
  event: z.string().max(100).optional(),
  input: z.string(),
});

type ByClient = Extract<Credential, { audience: 'client' }>;

export class HookEndpoint {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(path: string): boolean {
    return path === hookRoute;
  }

  /** True when the request was a challenge and has its answer. */
  prove(request: IncomingMessage, response: ServerResponse): boolean {
    return replyProof(request, response, { prove: this.#deps.prove, port: hookProofPort });
  }

  async serve(request: IncomingMessage, response: ServerResponse, by: ByClient): Promise<void> {
    if (request.method !== 'POST') return replyRefused(response, 'unknown-route');
    const body = await readJson(request, maxBody);
    if (isError(body)) return replyRefused(response, body);
    const message = HookMessage.safeParse(body.json);
    if (!message.success) return replyRefused(response, refused('invalid-arguments'));
    // The bridge takes the key of the client it names; another one was not given to that client.
    if (message.data.client !== by.clientId)
      return replyRefused(response, refused('invalid-arguments', 'client: has another key.'));
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await this.#answer(message.data, request.socket, by, gone.signal);
    if (!response.destroyed) replyJson(response, 200, answer);
  }

  async #answer(
    { client, event: name, input }: z.infer<typeof HookMessage>,
    socket: Socket,
    { clientId }: ByClient,
    gone: AbortSignal,
  ): Promise<HookAnswer> {
    const { adapterFor, calls, onSeen } = this.#deps;
    const read = readStrictJson(input);
    const json = 'json' in read ? read.json : null;
    const adapter = adapterFor(client, json);
    const event: NativeEvent =
      'json' in read
        ? adapter.read(json, name)
        : { kind: 'unreadable', message: `The hook's input is not valid JSON. ${read.detail}` };
    const cwd = 'cwd' in event ? event.cwd : null;
    onSeen({ client: adapter.client, kind: event.kind, cwd });
    const sender = await this.#sender(event, adapter, socket, clientId);
    return adapter.answer(event, await calls.receive(event, sender, gone));
  }

  async #sender(
    event: NativeEvent,
    { client }: NativeAdapter,
    socket: Socket,
    clientId: ClientId,
  ): Promise<NativeSender> {
    const agentName = nativeTitles[client];
    const isQuestion = event.kind === 'before' || event.kind === 'permission';
    // Looked for each time: the conversation is only a claim, by which another program could pass for this one.
    const verified = isQuestion ? await this.#deps.agentBehind(socket, clientId) : null;
    const claimedVersion = isQuestion ? (event.clientVersion ?? '').slice(0, 40) : '';
    const agent = { clientId, claimedName: agentName, claimedVersion, door: 'hook', verified };
    return { client, agentName, agent: Object.freeze(agent) as NativeSender['agent'] };
  }
}
