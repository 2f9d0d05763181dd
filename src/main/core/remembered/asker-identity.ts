/** Who asked, and for which folders, precisely enough to recognise both after a restart. */
import { z } from 'zod';
import type { Agent, Root } from '../../../shared/access/access.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { Needs } from '../dependencies.ts';

export const RememberedFolder = z.strictObject({
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  /** When it was created: a new folder can get the inode of a deleted one. Null: not known. */
  born: z.string().nullable(),
});
export type RememberedFolder = z.infer<typeof RememberedFolder>;

export const AskerIdentity = z.strictObject({
  client: ClientId,
  /** Another key under the same name is another client. */
  key: z.string(),
  /** The calling program; after Gatehouse's own proxy also the program that started it. */
  programs: z.array(z.string()).readonly(),
});
export type AskerIdentity = z.infer<typeof AskerIdentity>;

type IdentityNeeds = Pick<Needs, 'keyMarkOf' | 'ownProgram'>;

/** Null for callers that nothing is remembered of: unverified, remote, or without a key of their own. */
export function identityOf(agent: Agent, needs: IdentityNeeds): AskerIdentity | null {
  const { door, remote, verified, clientId } = agent;
  if (door === 'management' || remote !== undefined || !verified) return null;
  const client = ClientId.safeParse(clientId);
  const key = client.success ? (needs.keyMarkOf?.(client.data) ?? null) : null;
  if (!client.success || key === null) return null;
  const { executable, parents } = verified;
  if (executable !== needs.ownProgram) return { client: client.data, key, programs: [executable] };
  const starter = parents[0]?.executable ?? null;
  return starter === null ? null : { client: client.data, key, programs: [executable, starter] };
}

export const isSameIdentity = (a: AskerIdentity, b: AskerIdentity): boolean =>
  a.client === b.client && a.key === b.key && hasSamePrograms(a, b);

export const hasSamePrograms = (a: AskerIdentity, b: AskerIdentity): boolean =>
  JSON.stringify(a.programs) === JSON.stringify(b.programs);

export const foldersOf = (
  roots: readonly Root[],
  { paths }: Pick<Needs, 'paths'>,
): readonly RememberedFolder[] =>
  roots
    .map(({ path, device, inode }) => ({
      path,
      device,
      inode,
      born: paths.birthTimeOf?.(path) ?? null,
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

export const hasSamePaths = (
  some: readonly RememberedFolder[],
  others: readonly RememberedFolder[],
): boolean =>
  some.length === others.length && some.every(({ path }, at) => path === others[at]?.path);

/** Whether these are the same folders, not new ones with the same names. */
export const isSameFolders = (
  some: readonly RememberedFolder[],
  others: readonly RememberedFolder[],
): boolean => JSON.stringify(some.map(factsOf)) === JSON.stringify(others.map(factsOf));

const factsOf = ({ path, device, inode, born }: RememberedFolder): readonly unknown[] => [
  path,
  device,
  inode,
  born,
];
