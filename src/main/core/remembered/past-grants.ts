/** What each program was last granted in which folders, and what of it was used; kept across restarts. */
import { z } from 'zod';
import { savedScopes, withSavedScope } from '../../../shared/access/access.ts';
import type { ClientId, SessionId } from '../../../shared/base/ids.ts';
import { inScopeOrder, type Scope } from '../../../shared/access/scopes.ts';
import type { Needs } from '../dependencies.ts';
import {
  AskerIdentity,
  hasSamePaths,
  isSameFolders,
  isSameIdentity,
  RememberedFolder,
} from './asker-identity.ts';
import { loadMarked, saveMarked } from './marked-state.ts';

const storedAs = 'past-grants';
/** Beyond that, the oldest are dropped. */
const maxKept = 300;

const PastGrant = z.strictObject({
  asker: AskerIdentity,
  folders: z.array(RememberedFolder).readonly(),
  at: z.int(),
  /** What was requested, granted or not. */
  requested: savedScopes,
  requestedSeconds: z.int(),
  granted: withSavedScope(
    z.strictObject({
      scope: z.string(),
      seconds: z.int(),
      /** In the last session that had it and made a call; null: there was none yet. */
      wasUsed: z.boolean().nullable(),
    }),
  ),
});
export type PastGrant = z.infer<typeof PastGrant>;

export interface GrantFacts {
  readonly asker: AskerIdentity;
  readonly folders: readonly RememberedFolder[];
  readonly sessionId: SessionId;
  readonly requested: readonly Scope[];
  readonly requestedSeconds: number;
  readonly scopes: readonly Scope[];
  readonly seconds: number;
}

interface FollowedSession {
  readonly asker: AskerIdentity;
  readonly folders: readonly RememberedFolder[];
  readonly scopes: ReadonlySet<Scope>;
}

export class PastGrants {
  readonly #needs: Pick<Needs, 'clock' | 'stateStore' | 'mac'>;
  readonly #live = new Map<SessionId, FollowedSession>();
  #past: readonly PastGrant[] = [];

  constructor(needs: Pick<Needs, 'clock' | 'stateStore' | 'mac'>) {
    this.#needs = needs;
  }

  async load(): Promise<void> {
    this.#past = (await loadMarked(storedAs, z.array(PastGrant).max(maxKept), this.#needs)) ?? [];
  }

  /** What the same program was granted in the same folders; null when never, or one of them changed. */
  find(asker: AskerIdentity, folders: readonly RememberedFolder[]): PastGrant | null {
    const isIt = (item: PastGrant): boolean =>
      isSameIdentity(item.asker, asker) && isSameFolders(item.folders, folders);
    return this.#past.find(isIt) ?? null;
  }

  /** Scopes that were not requested this time stay as they were granted before. */
  granted(facts: GrantFacts): void {
    const { asker, folders, sessionId, seconds } = facts;
    const past = this.find(asker, folders);
    const before = new Map(past?.granted.map((item) => [item.scope, item]));
    const scopes = new Set([...(this.#live.get(sessionId)?.scopes ?? []), ...facts.scopes]);
    this.#live.set(sessionId, { asker, folders, scopes });
    const kept = [...before.values()].filter(({ scope }) => !facts.requested.includes(scope));
    const now = facts.scopes.map((scope) => {
      const wasUsed = before.get(scope)?.wasUsed ?? null;
      return { scope, seconds, wasUsed };
    });
    this.#put({
      ...{ asker, folders, at: this.#needs.clock.now() },
      requested: inScopeOrder([...(past?.requested ?? []), ...facts.requested]),
      requestedSeconds: facts.requestedSeconds,
      granted: [...kept, ...now],
    });
  }

  /** Calls of the session have used these scopes so far. */
  used(sessionId: SessionId, usedScopes: readonly Scope[]): void {
    const followed = this.#live.get(sessionId);
    const past = followed && this.find(followed.asker, followed.folders);
    if (!past) return;
    const granted = past.granted.map((item) =>
      followed.scopes.has(item.scope)
        ? { ...item, wasUsed: usedScopes.includes(item.scope) }
        : item,
    );
    this.#put({ ...past, granted });
  }

  ended(sessionId: SessionId): void {
    this.#live.delete(sessionId);
  }

  /** The user wants nothing remembered of these folders. */
  forgetIn(asker: AskerIdentity, folders: readonly RememberedFolder[]): void {
    const rest = this.#past.filter((item) => !isAbout(item, asker.client, folders));
    if (rest.length < this.#past.length) this.#save(rest);
  }

  /** The client was removed. */
  forget(client: ClientId): void {
    const rest = this.#past.filter(({ asker }) => asker.client !== client);
    if (rest.length < this.#past.length) this.#save(rest);
  }

  /** One per client and folders: what another program or an earlier key was granted is dropped. */
  #put(past: PastGrant): void {
    const { asker, folders } = past;
    const others = this.#past.filter((item) => !isAbout(item, asker.client, folders));
    this.#save([...others, past].slice(-maxKept));
  }

  #save(past: readonly PastGrant[]): void {
    this.#past = past;
    void saveMarked(storedAs, past, this.#needs);
  }
}

const isAbout = (
  { asker, folders }: PastGrant,
  client: ClientId,
  others: readonly RememberedFolder[],
): boolean => asker.client === client && hasSamePaths(folders, others);
