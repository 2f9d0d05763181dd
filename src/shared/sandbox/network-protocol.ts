/**
 * The protocol between main and the sandbox host. The host reads data from sandboxed code, so main
 * validates all of its messages; main decides, the host connects.
 */
import { z } from 'zod';
import type { Forward } from '../network/session-network.ts';

const connection = z.int().nonnegative();
const bytes = z.int().nonnegative();

/** Host → main. */
export const FromSandboxHost = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('connect'),
    connection,
    sessionId: z.string().max(100),
    host: z.string().max(300),
    port: z.int().min(0).max(65_535),
  }),
  z.strictObject({
    kind: z.literal('resolved'),
    connection,
    addresses: z.array(z.string().max(64)).max(64),
  }),
  z.strictObject({
    kind: z.literal('closed'),
    connection,
    address: z.string().max(64),
    sent: bytes,
    received: bytes,
  }),
  z.strictObject({ kind: z.literal('failed'), connection, message: z.string().max(500) }),
  z.strictObject({
    kind: z.literal('reply'),
    call: z.int(),
    value: z.unknown().optional(),
    error: z.string().max(2000).optional(),
  }),
  /** Its namespace is gone, and with it everything that used it. */
  z.strictObject({ kind: z.literal('ended'), sessionId: z.string().max(100) }),
]);
export type FromSandboxHost = z.infer<typeof FromSandboxHost>;

/**
 * The route to our MCP endpoint, at the same port inside; every request on it counts as the
 * session's agent.
 */
export interface McpForward {
  readonly port: number;
  /** Sent by the host; it is never inside the sandbox. */
  readonly token: string;
}

/** Main's requests to the sandbox host, and the replies. */
export interface SandboxHostCalls {
  readonly start: { readonly bwrap: string; readonly mcp: McpForward | null };
  readonly stop: object;
  readonly ports: object;
  readonly forward: { readonly port: number };
  readonly 'close-forward': { readonly port: number };
}

export const sandboxHostReplies = {
  start: z.strictObject({ holderPid: z.int().positive() }),
  stop: z.null(),
  ports: z.array(z.int()).max(10_000),
  forward: z.strictObject({ port: z.int(), url: z.string().max(100) }) satisfies z.ZodType<Forward>,
  'close-forward': z.null(),
} as const;

export type SandboxHostCall = keyof SandboxHostCalls;

/** Main → host. */
export type ToSandboxHost =
  | {
      readonly [Name in SandboxHostCall]: {
        readonly kind: 'call';
        readonly call: number;
        readonly name: Name;
        readonly sessionId: string;
        readonly spec: SandboxHostCalls[Name];
      };
    }[SandboxHostCall]
  | { readonly kind: 'resolve'; readonly connection: number; readonly host: string }
  | { readonly kind: 'open'; readonly connection: number; readonly addresses: readonly string[] }
  | {
      readonly kind: 'refuse';
      readonly connection: number;
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: 'abort'; readonly connection: number }
  | { readonly kind: 'end' };
