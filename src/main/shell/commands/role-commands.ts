/** What the Rules page may do with roles. Files are chosen in dialogs of the system. */
import { dialog, type BrowserWindow } from 'electron';
import { readFile, stat, writeFile } from 'node:fs/promises';
import {
  longestRoleFile,
  readRoleFile,
  roleFileOf,
  type RoleDraft,
} from '../../../shared/access/roles.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { RoleFileReceipt, RoleReplies } from '../../../shared/ipc/roles.ts';
import type { ShellDeps } from '../shell-deps.ts';
import { shellText } from '../shell-text.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { confirmInBox } from '../windows/confirm-dialog.ts';
import { chooseFile } from '../windows/path-dialogs.ts';

type RoleHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, keyof RoleReplies>;
type Roles = ShellDeps['core']['roles'];

export function roleHandlers(
  { core }: Pick<ShellDeps, 'core'>,
  window: () => BrowserWindow | null,
): RoleHandlers {
  const { roles } = core;
  return {
    'roles:save': ({ draft, roleId }) => roles.save(draft, roleId),
    'roles:remove': ({ roleId }) => roles.remove(roleId),
    'roles:restore': ({ roleId }) => roles.restore(roleId),
    'roles:assign': ({ client, roleId }) => roles.assign(client, roleId, 'widen'),
    'roles:export': async () => {
      const receipt = await exportRoles(roles, window());
      if (receipt.kind === 'done')
        void core.note('role.exported', `${receipt.amount} roles to ${receipt.file}`, 'person');
      return receipt;
    },
    'roles:import': () => importRoles(roles, window()),
  };
}

async function exportRoles(roles: Roles, above: BrowserWindow | null): Promise<RoleFileReceipt> {
  if (!above) return { kind: 'not-chosen' };
  const { canceled, filePath } = await dialog.showSaveDialog(above, {
    title: shellText.exportRolesTitle,
    defaultPath: 'gatehouse-roles.json',
    filters: [{ name: shellText.jsonFileType, extensions: ['json'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return { kind: 'not-chosen' };
  const list = roles.list();
  try {
    await writeFile(filePath, `${JSON.stringify(roleFileOf(list), null, 2)}\n`);
    return { kind: 'done', file: filePath, amount: list.length };
  } catch (error) {
    return failed(String(error));
  }
}

async function importRoles(roles: Roles, above: BrowserWindow | null): Promise<RoleFileReceipt> {
  const file = await chooseFile(above, { title: shellText.importRolesTitle });
  if (file === null) return { kind: 'not-chosen' };
  const text = await textOf(file);
  if ('why' in text) return failed(text.why);
  const read = readRoleFile(text.text);
  if ('why' in read) return failed(read.why);
  const isWanted = await confirmInBox({
    message: shellText.importRolesQuestion(read.roles.length),
    detail: read.roles.map((draft) => lineOf(draft, roles)).join('\n'),
    yes: shellText.importRoles,
  });
  if (!isWanted) return { kind: 'not-chosen' };
  const receipt = await roles.import(read.roles, 'widen');
  return receipt.done ? { kind: 'done', file, amount: read.roles.length } : failed(receipt.why);
}

async function textOf(file: string): Promise<{ readonly text: string } | { readonly why: string }> {
  try {
    if ((await stat(file)).size > longestRoleFile) return { why: shellText.roleFileTooLarge };
    return { text: await readFile(file, 'utf8') };
  } catch (error) {
    return { why: String(error) };
  }
}

function lineOf({ name }: RoleDraft, roles: Roles): string {
  const known = roles.list().find((role) => role.name.toLowerCase() === name.toLowerCase());
  return known
    ? shellText.replacedRole(visibleText(name), known.clients.join(', '))
    : shellText.newRole(visibleText(name));
}

const failed = (why: string): RoleFileReceipt => ({ kind: 'failed', why });
