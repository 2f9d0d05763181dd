/** Workspaces for the window. Main asks which folder; the page names only what it was shown. */
import { dialog, type BrowserWindow } from 'electron';
import type { mainCommands, MainReplies } from '../../shared/ipc.ts';
import type { Outcome } from '../../shared/outcomes.ts';
import type { WorkspaceReceipt } from '../../shared/workspaces.ts';
import type { House } from './house.ts';
import type { IpcHandlers } from './ipc.ts';

type Name = Extract<keyof MainReplies, `workspaces:${string}` | `opencode:${string}`>;
type Handlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, Name>;

export function workspaceCommands(
  { workspaces }: Pick<House, 'workspaces'>,
  window: () => BrowserWindow | null,
): Handlers {
  return {
    async 'workspaces:refresh'() {
      await workspaces.refresh();
      return workspaces.opencodeProgram();
    },
    async 'workspaces:add'() {
      const folder = await chosenFolder(window());
      if (folder === null) return { kind: 'not-chosen' };
      return receiptOf(await workspaces.addProject(folder));
    },
    'workspaces:forget-project': async ({ projectId }) =>
      receiptOf(await workspaces.forgetProject(projectId)),
    'workspaces:forget': async ({ path }) => receiptOf(await workspaces.forgetMissing(path)),
    'workspaces:create': async (wish) => receiptOf(await workspaces.create(wish)),
    'workspaces:look': ({ path, keepBranch }) => workspaces.look(path, keepBranch),
    'workspaces:delete': async ({ path, keepBranch, seen }) =>
      receiptOf(await workspaces.remove(path, keepBranch, seen), path),
    'opencode:start': async ({ path }) => receiptOf(await workspaces.startOpenCode(path), path),
    'opencode:stop': async ({ path }) => receiptOf(await workspaces.stopOpenCode(path), path),
    'opencode:log': ({ path }) => workspaces.opencodeLog(path),
  };
}

async function chosenFolder(window: BrowserWindow | null): Promise<string | null> {
  if (!window) return null;
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Add a project',
    properties: ['openDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

function receiptOf(outcome: Outcome, path = ''): WorkspaceReceipt {
  if (outcome.kind !== 'done') return { kind: 'refused', why: outcome.message, hint: outcome.hint };
  const { path: told } = outcome.data;
  return { kind: 'done', path: typeof told === 'string' ? told : path };
}
