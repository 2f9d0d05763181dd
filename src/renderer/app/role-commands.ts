/** Sends commands about roles, and reports their results to the user. */
import type { RoleDraft } from '../../shared/access/roles.ts';
import type { ClientId } from '../../shared/base/ids.ts';
import type { RoleFileReceipt, RoleReceipt } from '../../shared/ipc/roles.ts';
import { appText } from './app-text.ts';
import { bridge } from './bridge.ts';
import { say } from './store.ts';

/** Null when it was done; otherwise why not. */
async function attempt(work: () => Promise<RoleReceipt>): Promise<string | null> {
  try {
    const receipt = await work();
    return receipt.done ? null : receipt.why;
  } catch {
    return appText.noResponse;
  }
}

async function saying(work: () => Promise<RoleReceipt>, words: string | null): Promise<boolean> {
  const why = await attempt(work);
  say(why ?? words);
  return why === null;
}

/** Null when it was saved; otherwise why not. */
export async function saveRole(draft: RoleDraft, roleId: string | null): Promise<string | null> {
  const why = await attempt(() => bridge.command('roles:save', { draft, roleId }));
  if (why === null) say(appText.roleSaved(draft.name));
  return why;
}

export const removeRole = (roleId: string): Promise<boolean> =>
  saying(() => bridge.command('roles:remove', { roleId }), null);

export const restoreRole = (roleId: string): Promise<boolean> =>
  saying(() => bridge.command('roles:restore', { roleId }), appText.roleRestored);

/** Null when it was done; otherwise why not. */
export const assignRole = (client: string, roleId: string | null): Promise<string | null> =>
  attempt(() => bridge.command('roles:assign', { client: client as ClientId, roleId }));

async function withFile(
  work: () => Promise<RoleFileReceipt>,
  words: (amount: number, file: string) => string,
): Promise<void> {
  try {
    const receipt = await work();
    if (receipt.kind === 'done') say(words(receipt.amount, receipt.file));
    if (receipt.kind === 'failed') say(receipt.why);
  } catch {
    say(appText.noResponse);
  }
}

export const exportRoles = (): Promise<void> =>
  withFile(() => bridge.command('roles:export'), appText.rolesExported);

export const importRoles = (): Promise<void> =>
  withFile(() => bridge.command('roles:import'), appText.rolesImported);
