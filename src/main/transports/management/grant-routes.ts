/** Routes that list and remove standing grants. None of them makes or resumes one. */
import { z } from 'zod';
import type { StandingGrantView } from '../../../shared/access/remembered.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import type { Core } from '../../core/core.ts';
import { withBody, type Routes } from './routes.ts';

const OneGrant = z.strictObject({ grant_id: z.uuid() });

export const grantRoutes = ({ standing }: Pick<Core, 'standing'>): Routes => ({
  'GET /grants': async () => ({ grants: standing.views().map(wireOf) }),
  'POST /grants/remove': withBody(OneGrant, async ({ grant_id }) => {
    const receipt = await standing.remove(grant_id);
    return receipt.done ? { grant_id, removed: true } : refused('unknown-grant', receipt.why);
  }),
});

const wireOf = (grant: StandingGrantView) => ({
  grant_id: grant.grantId,
  client: grant.client,
  executable: grant.executable,
  roots: grant.roots,
  scopes: grant.scopes,
  lapsed_scopes: grant.lapsed,
  until: timeOf(grant.until),
  last_used: timeOf(grant.lastUsedAt),
  starts: grant.starts,
  suspended: grant.suspended?.why ?? null,
});

const timeOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
