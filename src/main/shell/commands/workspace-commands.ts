/** Workspaces for the window. Main asks which folder or program; the page names only what it was shown. */
import type { BrowserWindow } from 'electron';
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { Outcome } from '../../../shared/actions/outcomes.ts';
import type { WorkspaceReceipt } from '../../../shared/integrations/workspaces.ts';
import { chooseFile, chooseFolder } from '../windows/path-dialogs.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import type { SettingsEditor } from './settings-editor.ts';
import { shellText } from '../shell-text.ts';

type WorkspaceCommandName = Extract<
  keyof MainReplies,
  `workspaces:${string}` | `opencode:${string}`
>;
type WorkspaceHandlers = Pick<IpcHandlers<typeof mainCommands, MainReplies>, WorkspaceCommandName>;

export function workspaceCommands(
  { workspaces }: Pick<ShellDeps, 'workspaces'>,
  settings: Pick<SettingsEditor, 'change'>,
  window: () => BrowserWindow | null,
): WorkspaceHandlers {
  const use = async (program: string | null): Promise<WorkspaceReceipt> => {
    const change = await settings.change({ name: 'opencode.program', value: program });
    return change.saved
      ? { kind: 'done', path: program ?? '' }
      : { kind: 'refused', why: change.why, hint: '' };
  };
  return {
    async 'workspaces:refresh'() {
      await workspaces.refresh();
      return workspaces.opencodeProgram();
    },
    async 'workspaces:add'() {
      const folder = await chooseFolder(window(), { title: shellText.addProject });
      if (folder === null) return { kind: 'not-chosen' };
      return receiptOf(await workspaces.addProject(folder));
    },
    'workspaces:forget-project': async ({ projectId }) =>
      receiptOf(await workspaces.forgetProject(projectId)),
    'workspaces:forget': async ({ path }) => receiptOf(await workspaces.forgetMissing(path)),
    'workspaces:create': async (draft) => receiptOf(await workspaces.create(draft)),
    'workspaces:branches': ({ projectId }) => workspaces.branches(projectId),
    'workspaces:look': ({ path, keepBranch }) => workspaces.look(path, keepBranch),
    'workspaces:delete': async ({ path, keepBranch, seen }) =>
      receiptOf(await workspaces.remove(path, keepBranch, seen), path),
    async 'opencode:choose'() {
      const program = await chooseFile(window(), { title: shellText.chooseOpenCode });
      if (program === null) return { kind: 'not-chosen' };
      const { why } = await workspaces.opencodeProgram(program);
      return why === null ? use(program) : { kind: 'refused', why, hint: '' };
    },
    'opencode:choose-usual': () => use(null),
    'opencode:start-with-workspaces': async ({ projectId, starts }) =>
      receiptOf(await workspaces.setOpenCodeStart(projectId, starts)),
    'opencode:start': async ({ path }) => receiptOf(await workspaces.startOpenCode(path), path),
    'opencode:stop': async ({ path }) => receiptOf(await workspaces.stopOpenCode(path), path),
    'opencode:log': ({ path }) => workspaces.opencodeLog(path),
  };
}

function receiptOf(outcome: Outcome, path = ''): WorkspaceReceipt {
  if (outcome.kind !== 'done') return { kind: 'refused', why: outcome.message, hint: outcome.hint };
  const { path: newPath } = outcome.data;
  return { kind: 'done', path: typeof newPath === 'string' ? newPath : path };
}
