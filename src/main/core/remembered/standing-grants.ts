/** The user's standing grants, saved on disk with their last use. A change is recorded in the ledger first. */
import { z } from 'zod';
import { isRevocation, type Session } from '../../../shared/access/access.ts';
import type { StandingGrantView, SuspendReason } from '../../../shared/access/remembered.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId, SessionId } from '../../../shared/base/ids.ts';
import type { StandingReceipt } from '../../../shared/ipc/standing.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Needs } from '../dependencies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasSamePaths, type RememberedFolder } from './asker-identity.ts';
import { loadMarked, saveMarked } from './marked-state.ts';
import {
  grantSentence,
  isExpired,
  isLiftable,
  StandingGrant,
  viewOfGrant,
} from './standing-grant.ts';

const storedAs = 'standing-grants';
export const mostStanding = 200;
const maxToRestore = 50;

const notOnRecord = 'It could not be written to the ledger, so nothing was changed.';
const notKnown = 'That grant is no longer there.';

type ChangeName = 'added' | 'removed' | 'restored' | 'suspended' | 'resumed' | 'renewed';

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'stateStore' | 'mac' | 'newId'>;
  readonly ledger: Pick<Ledger, 'record'>;
}

export class StandingGrants {
  readonly #deps: Deps;
  readonly #changed = new Emitter<void>();
  /** Sessions that a grant started, or in which it was made. */
  readonly #sessions = new Map<SessionId, string>();
  /** Removed by the user since the app started, newest last. */
  readonly #removed = new Map<string, StandingGrant>();
  #grants: readonly StandingGrant[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly onChanged = this.#changed.on;

  async load(): Promise<void> {
    const stored = z.array(StandingGrant).max(mostStanding);
    this.#grants = (await loadMarked(storedAs, stored, this.#deps.needs)) ?? [];
  }

  /** Those that have not expired. */
  list(): readonly StandingGrant[] {
    const now = this.#deps.needs.clock.now();
    return this.#grants.filter((grant) => !isExpired(grant, now));
  }

  views(): readonly StandingGrantView[] {
    const now = this.#deps.needs.clock.now();
    return this.list().map((grant) => viewOfGrant(grant, now));
  }

  get(grantId: string): StandingGrant | null {
    return this.list().find((grant) => grant.grantId === grantId) ?? null;
  }

  inFolders(client: ClientId, folders: readonly RememberedFolder[]): StandingGrant | null {
    const isIt = (item: StandingGrant): boolean =>
      item.asker.client === client && hasSamePaths(item.folders, folders);
    return this.list().find(isIt) ?? null;
  }

  /** Replaces an earlier one of the same client in the same folders. */
  async add(grant: StandingGrant, sessionId: SessionId): Promise<boolean> {
    const others = this.list().filter(
      ({ asker, folders }) =>
        asker.client !== grant.asker.client || !hasSamePaths(folders, grant.folders),
    );
    if (others.length >= mostStanding) return false;
    if (!(await this.#record('added', grant, 'person'))) return false;
    this.#sessions.set(sessionId, grant.grantId);
    this.#save([...others, grant]);
    return true;
  }

  async remove(grantId: string): Promise<StandingReceipt> {
    const grant = this.get(grantId);
    if (!grant) return refusal(notKnown);
    if (!(await this.#record('removed', grant, 'person'))) return refusal(notOnRecord);
    this.#removed.set(grantId, grant);
    for (const oldest of [...this.#removed.keys()].slice(0, -maxToRestore))
      this.#removed.delete(oldest);
    this.#drop((item) => item.grantId === grantId);
    return { done: true };
  }

  /** Undoes a removal by the user. */
  async restore(grantId: string): Promise<StandingReceipt> {
    const grant = this.#removed.get(grantId);
    const { client } = grant?.asker ?? {};
    if (!grant || isExpired(grant, this.#deps.needs.clock.now())) return refusal(notKnown);
    if (client && this.inFolders(client, grant.folders))
      return refusal('There is a newer one for the same folders.');
    if (!(await this.#record('restored', grant, 'person'))) return refusal(notOnRecord);
    this.#removed.delete(grantId);
    this.#save([...this.list(), grant]);
    return { done: true };
  }

  async resume(grantId: string): Promise<StandingReceipt> {
    const grant = this.get(grantId);
    if (!grant?.suspended) return refusal(notKnown);
    if (!isLiftable(grant.suspended.why))
      return refusal('Allow it the next time it asks: then you see what changed.');
    if (!(await this.#record('resumed', grant, 'person'))) return refusal(notOnRecord);
    this.#change(grantId, { suspended: null, seenAt: this.#deps.needs.clock.now() });
    return { done: true };
  }

  /** Grants scopes again that were left out because they were not used. */
  async renewScopes(grantId: string, scopes: readonly Scope[]): Promise<StandingReceipt> {
    const grant = this.get(grantId);
    if (!grant) return refusal(notKnown);
    if (!(await this.#record('renewed', grant, 'person', scopes.join(' '))))
      return refusal(notOnRecord);
    this.#touchScopes(grantId, scopes);
    return { done: true };
  }

  /** Takes effect at once; recorded afterwards. */
  suspend(grantId: string, why: SuspendReason): void {
    const grant = this.get(grantId);
    if (!grant || grant.suspended) return;
    this.#change(grantId, { suspended: { why, at: this.#deps.needs.clock.now() } });
    void this.#record('suspended', grant, 'policy', why);
  }

  suspendAll(): void {
    for (const { grantId } of this.list()) this.suspend(grantId, 'revoked-all');
  }

  /** The client lost its key: neither its grants nor their removal can come back. */
  forget(client: ClientId): void {
    const own = this.list().filter(({ asker }) => asker.client === client);
    for (const [grantId, { asker }] of this.#removed)
      if (asker.client === client) this.#removed.delete(grantId);
    if (own.length === 0) return;
    this.#drop(({ asker }) => asker.client === client);
    for (const grant of own) void this.#record('removed', grant, 'policy', 'its key was replaced');
  }

  started(grantId: string, sessionId: SessionId): void {
    const grant = this.get(grantId);
    if (!grant) return;
    const now = this.#deps.needs.clock.now();
    this.#sessions.set(sessionId, grantId);
    this.#change(grantId, { lastUsedAt: now, seenAt: now, starts: grant.starts + 1 });
  }

  used(sessionId: SessionId, usedScopes: readonly Scope[]): void {
    const grantId = this.#sessions.get(sessionId);
    if (grantId !== undefined) this.#touchScopes(grantId, usedScopes);
  }

  /** A user who ends its session does not want it to start again without asking, so the grant is suspended. */
  ended({ sessionId, ended }: Session): void {
    const grantId = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (grantId !== undefined && isRevocation(ended?.by)) this.suspend(grantId, 'session-ended');
  }

  #touchScopes(grantId: string, used: readonly Scope[]): void {
    const now = this.#deps.needs.clock.now();
    const grant = this.get(grantId);
    if (!grant) return;
    const scopes = grant.scopes.map((scope) =>
      used.includes(scope.scope) ? { ...scope, usedAt: now } : scope,
    );
    this.#change(grantId, { scopes });
  }

  #change(grantId: string, facts: Partial<StandingGrant>): void {
    this.#save(
      this.list().map((item) => (item.grantId === grantId ? { ...item, ...facts } : item)),
    );
  }

  #drop(isDropped: (grant: StandingGrant) => boolean): void {
    this.#save(this.list().filter((grant) => !isDropped(grant)));
  }

  #record(
    what: ChangeName,
    grant: StandingGrant,
    decidedBy: 'person' | 'policy',
    why = '',
  ): Promise<boolean> {
    const { ledger, needs } = this.#deps;
    const { grantId, asker, folders, scopes, until } = grant;
    const args = {
      ...{ grantId, client: asker.client, programs: asker.programs, until },
      folders: folders.map(({ path }) => path),
      scopes: scopes.map(({ scope }) => scope),
    };
    const detail = `${grantSentence(grant)}${why === '' ? '' : ` (${why})`}`;
    const facts = { action: `standing.${what}`, args, detail, rule: grantId };
    const entry = { phase: 'note', entry: needs.newId(), actor: 'gatehouse' } as const;
    return ledger.record({ ...entry, ...facts, decided_by: decidedBy });
  }

  #save(grants: readonly StandingGrant[]): void {
    this.#grants = grants;
    this.#changed.emit();
    void saveMarked(storedAs, grants, this.#deps.needs);
  }
}

const refusal = (why: string): StandingReceipt => ({ done: false, why });
