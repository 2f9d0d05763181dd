/** What an agent asks for, what a person answers, and the stay that comes of it. */
import { z } from 'zod';
import { SessionId, type AskId, type ClientId, type RequestId } from '../base/ids.ts';
import { requestableNames } from './presets.ts';
import { isScope, type Scope } from './scopes.ts';
import { maxReasonLength, maxSessionSeconds, minSessionSeconds } from './session-limits.ts';

export const scopeName = z.string().refine(isScope, 'unknown scope') as unknown as z.ZodType<Scope>;

/** A folder pinned by what it is (device and inode), not only by how it is called. */
export interface Root {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

/** The process that calls, as the operating system tells it. */
export interface VerifiedCaller {
  readonly pid: number;
  readonly executable: string;
  readonly cwd: string | null;
  /** The nearest first. */
  readonly parents: readonly {
    readonly pid: number;
    readonly executable: string | null;
    readonly cwd: string | null;
  }[];
  readonly startedAt: number | null;
  /** False when the key was used by another program before, and the person has not approved this one. */
  readonly sameAsBefore: boolean;
}

/** Behind `management` nothing but the agent's own word says who it is. */
export const agentTransports = ['mcp', 'management'] as const;
export type AgentTransport = (typeof agentTransports)[number];

export interface Agent {
  readonly clientId: ClientId;
  /** Name and version as the program tells them; nothing has checked them. */
  readonly claimedName: string;
  readonly claimedVersion: string;
  readonly door: AgentTransport;
  /** Null when we could not find out who calls. */
  readonly verified: VerifiedCaller | null;
  /** The address it calls from, where it came in by the second listener; else it is on this machine. */
  readonly remote?: string | undefined;
}

export type RequestStatus = 'PENDING' | 'APPROVED' | 'DENIED' | 'EXPIRED' | 'CANCELLED';

export interface AccessAsk {
  readonly kind: 'access';
  readonly askId: AskId;
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  /** The same folders as they were when it was asked: a yes counts for these and no others. */
  readonly pins: readonly Root[];
  /** Folders inside them that the person picked: a yes may be for these instead. */
  readonly picked: readonly Root[];
  /** Warnings of ours about the roots, by path. */
  readonly rootWarnings: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The agent gave no reason: it called, and the words are Gatehouse's. */
  readonly inOurWords?: true | undefined;
  readonly requestedSeconds: number;
  readonly askedAt: number;
  /** Silence becomes no at this moment (wall clock, ms). */
  readonly deadline: number;
  /** How many calls wait for this one answer; 0 when whoever asked is gone, say after a restart. */
  readonly waiting: number;
}

export {
  defaultSessionSeconds,
  maxReasonLength,
  maxSessionSeconds,
  minSessionSeconds,
} from './session-limits.ts';

export const AllowAccess = z.strictObject({
  kind: z.literal('allow'),
  scopes: z.array(scopeName).min(1).readonly(),
  roots: z.array(z.string()).readonly(),
  seconds: z.int().min(minSessionSeconds).max(maxSessionSeconds),
  /** The session ends with the first call that is carried out. */
  once: z.literal(true).optional(),
});
export type AllowAccess = z.infer<typeof AllowAccess>;

/** DEGRADED: no editor can serve it just now. PAUSED: the person put it on hold. */
export type SessionState = 'ACTIVE' | 'DEGRADED' | 'PAUSED' | 'EXPIRED' | 'REVOKED';

export type SessionEnd =
  | 'deadline'
  | 'once'
  | 'idle'
  | 'clock-moved'
  | 'slept'
  | 'locked'
  | 'parent'
  | 'person'
  | 'leaked'
  | 'agent'
  | 'quit';

export interface Session {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  /** Whose part it is; it holds no more than that one and ends with it. */
  readonly parentId: SessionId | null;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  /** It is for one call, and ends with it. */
  readonly once: boolean;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** It ends then, too, if no call comes before. */
  readonly idleEndsAt: number;
  readonly state: SessionState;
  /** Null while it is live. */
  readonly ended: { readonly at: number; readonly by: SessionEnd } | null;
  readonly calls: number;
  readonly lastAction: string | null;
}

/** Null when they are not counted. A call under way is none that is left. */
export const callsLeft = ({ once, calls, ended }: Session): 0 | 1 | null => {
  if (!once) return null;
  return calls > 0 || ended ? 0 : 1;
};

export const RequestAccessArgs = z.strictObject({
  scopes: z
    .array(
      z
        .string()
        .min(1)
        .max(64)
        .meta({ enum: [...requestableNames] }),
    )
    .min(1)
    .max(64)
    .describe('The scopes your tools need, or a preset; as few as possible'),
  roots: z
    .array(z.string().min(1).max(4096))
    .max(16)
    .default([])
    .describe('Absolute paths of folders; none for browser:tools and backend scopes'),
  reason: z.string().min(1).max(maxReasonLength).describe('Why, in one sentence for the user'),
  ttl_seconds: z
    .int()
    .min(minSessionSeconds)
    .max(maxSessionSeconds)
    .optional()
    .describe('How long; the user decides'),
  parent_session_id: SessionId.optional().describe(
    'For a sub-agent: the session to take a part of',
  ),
});
export type RequestAccessArgs = z.infer<typeof RequestAccessArgs>;
