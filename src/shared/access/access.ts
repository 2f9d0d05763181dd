/** Access: what an agent requests, what the user answers, and the session that results. */
import { z } from 'zod';
import { SessionId, type AskId, type ClientId, type RequestId } from '../base/ids.ts';
import type { ShownRun } from '../agents/agent-run.ts';
import { requestableNames } from './presets.ts';
import { StandingTerms, type LastTime } from './remembered.ts';
import type { RoleCut, RoleOffer } from './role-offer.ts';
import { isScope, type Scope } from './scopes.ts';
import type { LeftBehindView } from '../sandbox/left-behind.ts';
import { maxReasonLength, maxSessionSeconds, minSessionSeconds } from './session-limits.ts';

export const scopeName = z.string().refine(isScope, 'unknown scope') as unknown as z.ZodType<Scope>;

/** For saved data: a scope of an older version is dropped. */
export const savedScopes = z
  .array(z.string())
  .transform((names): readonly Scope[] => names.filter(isScope));

/** The same for records keyed by scope. */
export const withSavedScope = <Kept extends { readonly scope: string }>(kept: z.ZodType<Kept>) =>
  z
    .array(kept)
    .transform((each) =>
      each.filter((item): item is Kept & { readonly scope: Scope } => isScope(item.scope)),
    );

/** A folder pinned by device and inode, not only by its path. */
export interface Root {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

/** The calling process, as the operating system reports it. */
export interface VerifiedCaller {
  readonly pid: number;
  readonly executable: string;
  readonly cwd: string | null;
  /** Nearest first. */
  readonly parents: readonly {
    readonly pid: number;
    readonly executable: string | null;
    readonly cwd: string | null;
  }[];
  readonly startedAt: number | null;
  /**
   * False if the key was used by another program before and the user has not approved this one.
   */
  readonly sameAsBefore: boolean;
}

/** Over `management`, an agent's identity is only its own claim. */
export const agentTransports = ['mcp', 'management', 'hook'] as const;
export type AgentTransport = (typeof agentTransports)[number];

export interface Agent {
  readonly clientId: ClientId;
  /** Name and version as the program claims them; unverified. */
  readonly claimedName: string;
  readonly claimedVersion: string;
  readonly door: AgentTransport;
  /** Null when the calling process is unknown. */
  readonly verified: VerifiedCaller | null;
  /**
   * The remote address, for calls through the second listener; null for agents on this machine.
   */
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
  /** The same folders, pinned when access was requested: an approval is valid only for these. */
  readonly pins: readonly Root[];
  /** Subfolders that the user picked: access may be granted for these instead. */
  readonly picked: readonly Root[];
  /** Gatehouse's warnings about the roots, by path. */
  readonly rootWarnings: Readonly<Record<string, string>>;
  readonly reason: string;
  /** The agent gave no reason; Gatehouse wrote it because of a call without access. */
  readonly inOurWords?: true | undefined;
  /**
   * The first call that waits for this answer, in words; left out if the agent asked on its own.
   */
  readonly call?: string | undefined;
  /** The agent itself runs in the sandbox; left out if only its commands do. */
  readonly run?: ShownRun | undefined;
  readonly requestedSeconds: number;
  readonly askedAt: number;
  /** Denied if there is no answer by then (wall clock, ms). */
  readonly deadline: number;
  /**
   * How many calls wait for this answer; 0 if none does any more, for example after a restart.
   */
  readonly waiting: number;
  /** The grant is remembered for the next request; left out if it is not. */
  readonly isRemembered?: true | undefined;
  /** Left out if nothing similar was granted before. */
  readonly lastTime?: LastTime | undefined;
  /**
   * The user's roles that include part of the request, the client's own first; left out if there
   * are none.
   */
  readonly roles?: readonly RoleOffer[] | undefined;
  readonly cutByRole?: RoleCut | undefined;
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
  /** From now on, the same is granted without asking; only if the ask offers it. */
  standing: StandingTerms.optional(),
  /** The next ask does not offer "Same as last time". */
  forget: z.literal(true).optional(),
});
export type AllowAccess = z.infer<typeof AllowAccess>;

/** DEGRADED: no editor can serve it at the moment. PAUSED: the user paused it. */
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
  | 'management-api'
  | 'leaked'
  | 'agent'
  | 'root-gone'
  | 'quit';

/** Whether the user revoked it: by a click, or through the management API or the command line. */
export const isRevocation = (by: SessionEnd | undefined): boolean =>
  by === 'person' || by === 'management-api';

export interface Session {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  /** The parent of a sub-session, which has at most the parent's access and ends with it. */
  readonly parentId: SessionId | null;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  /** Valid for one call, and ends with it. */
  readonly once: boolean;
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Scopes that end before the session: granted later, or for a shorter time. */
  readonly scopeEnds?: Readonly<Record<string, number>>;
  /** The session ends then if no call comes before. */
  readonly idleEndsAt: number;
  readonly state: SessionState;
  /** Null while the session is live. */
  readonly ended: { readonly at: number; readonly by: SessionEnd } | null;
  readonly calls: number;
  readonly lastAction: string | null;
  /** The standing grant that started it without asking. */
  readonly standingGrant?: string | undefined;
  /**
   * For an ended session: what its sandboxed programs left behind that can run on the user's
   * machine.
   */
  readonly left?: LeftBehindView | undefined;
}

/** Null if calls are not limited. A running call counts as used. */
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
    .describe('Absolute paths of folders; none for browser:tools, mcp: and backend scopes'),
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
