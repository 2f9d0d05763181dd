/** What an agent asks for, what a person answers, and the stay that comes of it. */
import { z } from 'zod';
import type { AskId, ClientId, RequestId, SessionId } from './ids.ts';
import { isScope, type Scope } from './scopes.ts';
import { maxReasonLength, maxSessionSeconds, minSessionSeconds } from './session-limits.ts';

export const scopeName = z.string().refine(isScope, 'unknown scope') as unknown as z.ZodType<Scope>;

/** A folder pinned by what it is (device and inode), not only by how it is called. */
export interface Root {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

export interface Agent {
  readonly clientId: ClientId;
  /** Name and version as the program tells them; nothing has checked them. */
  readonly claimedName: string;
  readonly claimedVersion: string;
  readonly door: 'mcp';
}

export type RequestStatus = 'PENDING' | 'APPROVED' | 'DENIED' | 'EXPIRED' | 'CANCELLED';

export interface AccessAsk {
  readonly kind: 'access';
  readonly askId: AskId;
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  /** Warnings of ours about the roots, by path. */
  readonly rootWarnings: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly requestedSeconds: number;
  readonly askedAt: number;
  /** Silence becomes no at this moment (wall clock, ms). */
  readonly deadline: number;
}

export type Ask = AccessAsk;

export {
  defaultSessionSeconds,
  maxReasonLength,
  maxSessionSeconds,
  minSessionSeconds,
} from './session-limits.ts';

export const AccessAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('allow'),
    scopes: z.array(scopeName).min(1).readonly(),
    roots: z.array(z.string()).min(1).readonly(),
    seconds: z.int().min(minSessionSeconds).max(maxSessionSeconds),
  }),
  z.strictObject({ kind: z.literal('deny'), reason: z.string().max(maxReasonLength) }),
]);
export type AccessAnswer = z.infer<typeof AccessAnswer>;

export type SessionState = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

export type SessionEnd = 'deadline' | 'clock-moved' | 'person' | 'agent' | 'quit';

export interface Session {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly state: SessionState;
  /** Null while it is live. */
  readonly ended: { readonly at: number; readonly by: SessionEnd } | null;
  readonly calls: number;
  readonly lastAction: string | null;
}

export const RequestAccessArgs = z.strictObject({
  scopes: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(64)
    .describe('Rights you need, such as read:files; ask for as few as you can'),
  roots: z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(16)
    .describe('Absolute paths of the folders you need'),
  reason: z
    .string()
    .min(1)
    .max(maxReasonLength)
    .describe('Why you need this, in a sentence the person will read'),
  ttl_seconds: z
    .int()
    .min(minSessionSeconds)
    .max(maxSessionSeconds)
    .optional()
    .describe('How long you need it; the person decides'),
});
export type RequestAccessArgs = z.infer<typeof RequestAccessArgs>;
