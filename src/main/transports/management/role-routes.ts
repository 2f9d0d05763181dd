/** Routes that list, import and assign roles. None of them lets a client do more; only the window does. */
import { z } from 'zod';
import { RoleFile, type Role } from '../../../shared/access/roles.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import { withBody, type Routes } from './routes.ts';

const Assignment = z.strictObject({ client: ClientId, role: z.string().min(1).max(100) });

export const roleRoutes = ({ roles }: Pick<Core, 'roles'>): Routes => ({
  'GET /roles': async () => ({ roles: roles.list().map(wireOf) }),
  'POST /roles/import': withBody(RoleFile, async (file) => {
    const receipt = await roles.import(file.roles, 'restrict');
    return receipt.done ? { imported: file.roles.length } : refused('only-in-window', receipt.why);
  }),
  'POST /roles/assign': withBody(Assignment, async ({ client, role: name }) => {
    const role = roles.list().find((item) => item.name.toLowerCase() === name.toLowerCase());
    if (!role) return refused('unknown-role');
    const receipt = await roles.assign(client, role.roleId, 'restrict');
    if (!receipt.done) return refused('only-in-window', receipt.why);
    return { client, role: role.name, assigned: true };
  }),
});

const wireOf = ({ roleId, isLimit, changedAt, ...role }: Role) => ({
  role_id: roleId,
  ...role,
  is_limit: isLimit,
  changed: new Date(changedAt).toISOString(),
});
