/**
 * What the user granted before: offers it again in the ask, or grants it without asking where the
 * user said so. Whatever differs from what was granted leads to an ask.
 */
import type { AllowAccess, Agent, Root, Session } from '../../../shared/access/access.ts';
import type { LastTime, StandingTerms, SuspendReason } from '../../../shared/access/remembered.ts';
import type { ClientId, SessionId } from '../../../shared/base/ids.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { Emitter } from '../../../shared/base/emitter.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Needs } from '../dependencies.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import {
  foldersOf,
  hasSamePrograms,
  identityOf,
  isSameFolders,
  type AskerIdentity,
  type RememberedFolder,
} from './asker-identity.ts';
import { lastTimeOf } from './last-time.ts';
import { PastGrants } from './past-grants.ts';
import { isClockBack, scopesAt, untilAfter, type StandingGrant } from './standing-grant.ts';
import { StandingGrants } from './standing-grants.ts';
import { isNeverStanding, isRuledOut, standingOffer } from './standing-limits.ts';
import { StartLimit } from './start-limit.ts';
import { offerOf, SuggestedAccess } from './suggested-access.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { ResolvedCall } from '../call/call.ts';

interface Deps {
  readonly needs: Needs;
  readonly ledger: Pick<Ledger, 'record'>;
  readonly rules: Pick<RuleStore, 'list'>;
  readonly sessions: {
    readonly get: (sessionId: SessionId) => Session | null;
    readonly onEnded: Emitter<Session>['on'];
  };
}

export interface RequestFacts {
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly seconds: number;
}

/** What a standing grant gives to a request. */
export interface StandingStart {
  readonly grantId: string;
  readonly allow: AllowAccess;
  readonly detail: string;
}

interface GivenAccess {
  readonly agent: Agent;
  readonly requested: RequestFacts;
  readonly allow: AllowAccess;
  readonly sessionId: SessionId;
}

interface Asker {
  readonly asker: AskerIdentity;
  readonly folders: readonly RememberedFolder[];
}

export class RememberedAccess implements Disposable {
  readonly #deps: Deps;
  readonly #past: PastGrants;
  readonly #limit: StartLimit;
  readonly #disposables = new Disposables();
  readonly #used = new Map<SessionId, ReadonlySet<Scope>>();
  readonly standing: StandingGrants;
  readonly suggested: SuggestedAccess;

  private constructor(deps: Deps) {
    this.#deps = deps;
    const { needs, ledger, sessions } = deps;
    this.#past = new PastGrants(needs);
    this.#limit = new StartLimit(needs.clock);
    this.standing = new StandingGrants({ needs, ledger });
    this.suggested = new SuggestedAccess({ needs, ledger });
    this.#disposables.add(
      sessions.onEnded((session) => {
        this.#used.delete(session.sessionId);
        this.#past.ended(session.sessionId);
        this.standing.ended(session);
      }),
    );
  }

  static async open(deps: Deps): Promise<RememberedAccess> {
    const remembered = new RememberedAccess(deps);
    await remembered.#past.load();
    await remembered.standing.load();
    await remembered.suggested.load();
    return remembered;
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  /** Whether what this caller is granted in these folders may be remembered at all. */
  knows(agent: Agent, roots: readonly Root[]): boolean {
    return roots.length > 0 && identityOf(agent, this.#deps.needs) !== null;
  }

  lastTime(agent: Agent, request: RequestFacts): LastTime | null {
    const asking = this.#asking(agent, request.roots);
    // The user has not yet approved another program that uses the key.
    if (!asking || agent.verified?.sameAsBefore !== true) return null;
    const past = this.#past.find(asking.asker, asking.folders);
    const standing = standingOffer(request, this.#deps.needs);
    if (past) return lastTimeOf(past, request, standing);
    const suggestion = this.suggested.find(asking.asker.client, asking.folders);
    return suggestion && offerOf(suggestion, request, standing);
  }

  /** Null: the user is asked. */
  async standingStart(agent: Agent, request: RequestFacts): Promise<StandingStart | null> {
    const { needs, rules } = this.#deps;
    const asking = this.#asking(agent, request.roots);
    const grant = asking && this.standing.inFolders(asking.asker.client, asking.folders);
    if (!grant || grant.suspended) return null;
    const { grantId } = grant;
    const changed = await this.#whatChanged(grant, asking, agent);
    if (changed) this.standing.suspend(grantId, changed);
    if (changed || (await this.#isScreenLocked()) || !this.isUsable(grantId)) return null;
    if (isRuledOut(rules.list(), asking.asker.client, request.roots)) return null;
    const isMore = request.scopes.some((scope) => !grant.requested.includes(scope));
    const isLonger = request.seconds > Math.max(grant.requestedSeconds, grant.seconds);
    const { active, lapsed } = scopesAt(grant, needs.clock.now());
    const scopes = request.scopes.filter((scope) => active.includes(scope));
    if (isMore || isLonger || scopes.length === 0 || !this.#limit.mayStart(grantId)) return null;
    const roots = request.roots.map(({ path }) => path);
    const unused = request.scopes.filter((scope) => lapsed.includes(scope));
    return {
      grantId,
      allow: { kind: 'allow', scopes, roots, seconds: grant.seconds },
      detail: detailOf(grant, unused),
    };
  }

  /** Checked again after the decision was recorded. */
  isUsable(grantId: string): boolean {
    const grant = this.standing.get(grantId);
    return grant !== null && grant.suspended === null;
  }

  /** The user said yes in the window. */
  async granted({ agent, requested, allow, sessionId }: GivenAccess): Promise<void> {
    const asking = this.#asking(agent, requested.roots);
    if (!asking || allow.once) return;
    const { asker, folders } = asking;
    const { scopes, seconds, standing } = allow;
    this.suggested.answered(asker.client, folders);
    // What was granted in other folders than requested cannot be offered for the requested ones.
    if (allow.forget || !isForAll(allow, requested)) return this.#past.forgetIn(asker, folders);
    const facts = { requested: requested.scopes, requestedSeconds: requested.seconds };
    this.#past.granted({ asker, folders, sessionId, ...facts, scopes, seconds });
    if (standing) await this.#addStanding(asking, standing, { requested, allow, sessionId });
  }

  /** A standing grant started the session. */
  started(grantId: string, { agent, requested, allow, sessionId }: GivenAccess): void {
    this.standing.started(grantId, sessionId);
    const asking = this.#asking(agent, requested.roots);
    if (!asking) return;
    const facts = { requested: requested.scopes, requestedSeconds: requested.seconds };
    const { scopes, seconds } = allow;
    this.#past.granted({ ...asking, sessionId, ...facts, scopes, seconds });
  }

  /** A call uses these scopes of its session; for a sub-session they count for the whole one. */
  readonly used = (sessionId: SessionId, scopes: readonly Scope[]): void => {
    const { parentId = null } = this.#deps.sessions.get(sessionId) ?? {};
    if (parentId !== null) return this.used(parentId, scopes);
    const before = this.#used.get(sessionId) ?? new Set();
    if (scopes.every((scope) => before.has(scope))) return;
    const all = new Set([...before, ...scopes]);
    this.#used.set(sessionId, all);
    this.#past.used(sessionId, [...all]);
    this.standing.used(sessionId, scopes);
  };

  forget(client: ClientId): void {
    this.#past.forget(client);
    this.standing.forget(client);
    this.suggested.forget(client);
  }

  async #addStanding(
    { asker, folders }: Asker,
    { days }: StandingTerms,
    { requested, allow, sessionId }: Omit<GivenAccess, 'agent'>,
  ): Promise<void> {
    const { needs } = this.#deps;
    const programPins = await this.#pinsOf(asker);
    if (!programPins) return;
    const now = needs.clock.now();
    const kept = allow.scopes.filter((scope) => !isNeverStanding(scope));
    const grant: StandingGrant = {
      ...{ grantId: needs.newId(), asker, programPins, folders, seconds: allow.seconds },
      ...{ requested: requested.scopes, requestedSeconds: requested.seconds },
      scopes: kept.map((scope) => ({ scope, usedAt: now })),
      ...{ createdAt: now, until: untilAfter(days, now), lastUsedAt: null, starts: 0 },
      ...{ seenAt: now, suspended: null },
    };
    await this.standing.add(grant, sessionId);
  }

  async #whatChanged(
    grant: StandingGrant,
    { asker, folders }: Asker,
    { verified }: Agent,
  ): Promise<SuspendReason | null> {
    if (grant.asker.key !== asker.key) return 'key';
    if (!hasSamePrograms(grant.asker, asker) || verified?.sameAsBefore !== true) return 'program';
    if (!isSameFolders(grant.folders, folders)) return 'folder';
    if (isClockBack(grant, this.#deps.needs.clock.now())) return 'clock';
    const pins = await this.#pinsOf(asker);
    return pins && JSON.stringify(pins) === JSON.stringify(grant.programPins) ? null : 'program';
  }

  /** By content: the file at the path may have been replaced. Null when one cannot be read. */
  async #pinsOf({ programs }: AskerIdentity): Promise<readonly string[] | null> {
    const { commands } = this.#deps.needs;
    const pins = await Promise.all(
      programs.map(async (program) => commands.pinFile?.(program) ?? null),
    );
    const marks = pins.flatMap((pin) => (pin ? [pin.sha256 ?? JSON.stringify(pin)] : []));
    return marks.length === programs.length ? marks : null;
  }

  async #isScreenLocked(): Promise<boolean> {
    const { settings, isScreenLocked } = this.#deps.needs;
    return settings.session.endOnScreenLock && (await isScreenLocked?.()) === true;
  }

  /** Null when nothing may be remembered of the caller, or no folder is requested. */
  #asking(agent: Agent, roots: readonly Root[]): Asker | null {
    const { needs } = this.#deps;
    const asker = roots.length > 0 ? identityOf(agent, needs) : null;
    return asker && { asker, folders: foldersOf(roots, needs) };
  }
}

const isForAll = (allow: AllowAccess, { roots }: RequestFacts): boolean =>
  allow.roots.length === roots.length && roots.every(({ path }) => allow.roots.includes(path));

function detailOf({ createdAt }: StandingGrant, unused: readonly Scope[]): string {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const left = unused.length > 0 ? ` Left out, not used for a while: ${unused.join(' ')}.` : '';
  return `You said on ${day} that it starts without asking here.${left}`;
}

/** Code in the sandbox may write if the session has one of these. */
const writingScopes: readonly Scope[] = ['write:files', 'create:files', 'edit:buffers'];
const gitScopes: readonly Scope[] = ['git:status', 'view:diffs', 'git:commit', 'git:branch'];

type UsingCall = Pick<ResolvedCall, 'scopes' | 'command' | 'session'>;

/** The scopes that a call makes use of; what no call uses is left out the next time. Pure. */
export function scopesUsedBy({ scopes, command, session }: UsingCall): readonly Scope[] {
  if (!command) return scopes;
  const onlyReads = command.effects.every((effect) => effect === 'reads');
  const programs = [command, ...(command.parts ?? [])].map(({ program }) => program ?? '');
  const isGit = programs.some((program) => lastNameOf(program) === 'git');
  const more = [
    'read:files' as const,
    ...(onlyReads ? [] : writingScopes),
    ...(isGit ? gitScopes : []),
  ].filter((scope) => session.scopes.includes(scope));
  return [...new Set([...scopes, ...more])];
}
