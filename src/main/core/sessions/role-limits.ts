/** What a client's role means for its requests and its live sessions. */
import type { RoleCut, RoleOffer } from '../../../shared/access/role-offer.ts';
import { isFolderOfRole, type Role } from '../../../shared/access/roles.ts';
import type { Root } from '../../../shared/access/access.ts';
import { needsFolder, type Scope } from '../../../shared/access/scopes.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Emitter } from '../../../shared/base/emitter.ts';
import type { AccessSpec } from './access-spec.ts';
import type { SessionCommands } from './session-commands.ts';
import type { SessionStore } from './session-store.ts';

/** The user's roles, as far as sessions need them. */
export interface ClientRoles {
  list(): readonly Role[];
  of(client: string): Role | null;
  readonly onChanged: Emitter<void>['on'];
}

/** What may be asked for, and what the role leaves out of it. */
export interface LimitedSpec {
  readonly spec: AccessSpec;
  readonly cut?: RoleCut;
}

/** Without what a limiting role does not include; refused when nothing is left. */
export function withinRole(spec: AccessSpec, role: Role | null): LimitedSpec | Refused {
  if (!role?.isLimit) return { spec };
  const scopes = spec.scopes.filter((scope) => role.scopes.includes(scope));
  const roots = spec.roots.filter(({ path }) => isFolderOfRole(role, path));
  const lostScopes = spec.scopes.filter((scope) => !scopes.includes(scope));
  const lostRoots = spec.roots.filter((root) => !roots.includes(root)).map(({ path }) => path);
  if (scopes.length === 0) return beyond(role, lostScopes);
  if (roots.length === 0 && needsFolder(scopes)) return beyond(role, lostRoots);
  if (lostScopes.length === 0 && lostRoots.length === 0) return { spec };
  const kept = needsFolder(scopes) ? roots : [];
  const cut = { role: role.name, scopes: lostScopes, roots: lostRoots };
  return { spec: { ...spec, scopes, roots: kept }, cut };
}

/** The role may have become stricter since the request was shown. */
export function whyBeyondRole(
  { scopes, roots }: { readonly scopes: readonly Scope[]; readonly roots: readonly Root[] },
  role: Role | null,
): Refused | null {
  if (!role?.isLimit) return null;
  const scope = scopes.find((item) => !role.scopes.includes(item));
  const root = roots.find(({ path }) => !isFolderOfRole(role, path))?.path;
  const lost = scope ?? root;
  return lost === undefined ? null : beyond(role, [lost]);
}

const beyond = ({ name }: Role, lost: readonly string[]): Refused =>
  refused('beyond-role', `The role ${name} does not include ${lost.join(', ')}.`);

const mostOffers = 4;

/** Roles that include a part of the request, the client's own first. */
export function roleOffers(
  { scopes, roots }: AccessSpec,
  roles: readonly Role[],
  client: string,
): readonly RoleOffer[] | undefined {
  const offers = roles.flatMap((role) => {
    const kept = scopes.filter((scope) => role.scopes.includes(scope));
    const inRole = roots.filter(({ path }) => isFolderOfRole(role, path)).map(({ path }) => path);
    if (kept.length === 0 || (inRole.length === 0 && needsFolder(kept))) return [];
    const isOwn = role.clients.some((item) => item === client);
    return [{ name: role.name, scopes: kept, roots: inRole, isOwn }];
  });
  const ordered = offers.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return ordered.length === 0 ? undefined : ordered.slice(0, mostOffers);
}

interface RoleFollowers {
  readonly roles: Pick<ClientRoles, 'of' | 'onChanged'>;
  readonly sessions: Pick<SessionCommands, 'narrow'> & Pick<SessionStore, 'list'>;
}

/** A limit that the user sets applies to sessions that have begun, too. */
export const narrowToRoles = ({ roles, sessions }: RoleFollowers): Disposable =>
  roles.onChanged(() => {
    for (const session of sessions.list()) {
      const role = roles.of(session.agent.clientId);
      if (session.ended || !role || !whyBeyondRole(session, role)) continue;
      const { scopes, folders } = role;
      const to = { scopes, ...(folders.length > 0 ? { roots: folders } : {}) };
      void sessions.narrow(session.sessionId, to);
    }
  });
