/** HTTP client for a running OpenCode server. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/** A permission prompt of OpenCode. Unknown fields belong to newer versions and are ignored. */
export const Permission = z.object({
  id: z.string().min(1).max(200),
  sessionID: z.string().max(200),
  permission: z.string().max(200),
  patterns: z.array(z.string()).default([]),
  metadata: z.record(z.string(), z.unknown()).default({}),
  always: z.array(z.string()).default([]),
  /** The call that it is about. */
  tool: z
    .object({ messageID: z.string().max(200), callID: z.string().max(200) })
    .optional()
    .catch(undefined),
});
export type Permission = z.infer<typeof Permission>;

/** A call of a tool, as a message holds it. */
export const ToolCallPart = z.object({
  type: z.literal('tool'),
  /** Of this part of the message. */
  id: z.string().max(200).optional(),
  sessionID: z.string().min(1).max(200),
  callID: z.string().min(1).max(200),
  tool: z.string().min(1).max(200),
  state: z.object({
    status: z.string().max(40),
    input: z.record(z.string(), z.unknown()).default({}),
    output: z.unknown().optional(),
    metadata: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
});
export type ToolCallPart = z.infer<typeof ToolCallPart>;

const Message = z.object({ parts: z.array(z.unknown()) });

export type PermissionReply =
  | { readonly reply: 'once' }
  | { readonly reply: 'reject'; readonly message: string };

const answerMs = 10_000;
/** A prompt can come before its call has its arguments. */
const argumentsMs = 2_000;
const lookAgainMs = 50;

const maxAnswerLength = 4 * 1024 ** 2;

/** Limits the body whatever Content-Length says. */
async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxAnswerLength) throw new Error('an answer of OpenCode was too long');
  }
  return Buffer.concat(pieces).toString('utf8');
}

const Listed = z.array(
  z.object({
    id: z.string().max(200),
    directory: z.string().optional(),
    time: z.object({ archived: z.number().optional() }).optional(),
  }),
);

export class ServerApi {
  readonly #base: string;
  readonly #workspace: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, password: string, workspace: string) {
    this.#workspace = workspace;
    this.#base = `http://127.0.0.1:${port}`;
    const credential = Buffer.from(`opencode:${password}`).toString('base64');
    this.#headers = {
      Authorization: `Basic ${credential}`,
      'x-opencode-directory': encodeURIComponent(workspace),
    };
  }

  /** The version of a healthy server; rejects otherwise. */
  async version(signal: AbortSignal): Promise<string> {
    const shape = z.object({ healthy: z.literal(true), version: z.string().max(40).default('') });
    return shape.parse(await this.#get('/global/health', signal)).version;
  }

  /** Ids of the busy sessions. */
  async busy(signal: AbortSignal): Promise<readonly string[]> {
    const shape = z.record(z.string(), z.object({ type: z.string() }));
    const statuses = Object.entries(shape.parse(await this.#get('/session/status', signal)));
    return statuses.filter(([, { type }]) => type !== 'idle').map(([session]) => session);
  }

  /** Ids of the sessions of this folder, whatever they do; none where this version of OpenCode lists none. */
  async sessions(signal: AbortSignal): Promise<readonly string[]> {
    const listed = Listed.safeParse(await this.#get('/session', signal).catch(() => []));
    const isHere = ({ directory, time }: z.infer<typeof Listed>[number]): boolean =>
      (directory === undefined || directory === this.#workspace) && time?.archived === undefined;
    return listed.success ? listed.data.filter(isHere).map(({ id }) => id) : [];
  }

  async pending(signal: AbortSignal): Promise<readonly Permission[]> {
    return z.array(Permission).parse(await this.#get('/permission', signal));
  }

  /**
   * The call that a prompt is about, with all its arguments; null when this version does not tell, when
   * several calls have its id, or when it does not run.
   */
  async partOf(permission: Permission, signal: AbortSignal): Promise<ToolCallPart | null> {
    const until = performance.now() + argumentsMs;
    for (;;) {
      const [part, ...others] = await this.#partsOf(permission, signal);
      if (!part || others.length > 0) return null;
      if (part.state.status === 'running') return part;
      if (part.state.status !== 'pending' || performance.now() > until) return null;
      await wait(lookAgainMs);
    }
  }

  async #partsOf(
    { sessionID, tool }: Permission,
    signal: AbortSignal,
  ): Promise<readonly ToolCallPart[]> {
    const ids = [sessionID, tool?.messageID ?? ''];
    if (!tool || !ids.every((id) => id.isWellFormed())) return [];
    const [session, message] = ids.map(encodeURIComponent);
    const at = `/session/${session}/message/${message}`;
    const read = Message.safeParse(await this.#get(at, signal).catch(() => null));
    const parts = (read.success ? read.data.parts : []).flatMap(
      (part) => ToolCallPart.safeParse(part).data ?? [],
    );
    return parts.filter((part) => part.callID === tool.callID && part.sessionID === sessionID);
  }

  /** False when the prompt is no longer open. */
  async reply(id: string, reply: PermissionReply, signal: AbortSignal): Promise<boolean> {
    const response = await this.#fetch(`/permission/${encodeURIComponent(id)}/reply`, signal, {
      method: 'POST',
      headers: { ...this.#headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(reply),
    });
    await response.body?.cancel();
    return response.ok;
  }

  /** Its event stream, which ends with the server. */
  async events(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const response = await fetch(`${this.#base}/global/event`, { headers: this.#headers, signal });
    if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
    return response.body;
  }

  async #get(path: string, signal: AbortSignal): Promise<unknown> {
    const response = await this.#fetch(path, signal, { headers: this.#headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return JSON.parse(await textOf(response)) as unknown;
  }

  #fetch(path: string, signal: AbortSignal, init: RequestInit): Promise<Response> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    return fetch(`${this.#base}${path}`, { ...init, redirect: 'error', signal: bounded });
  }
}
