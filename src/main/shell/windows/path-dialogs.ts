/**
 * The system's own dialogs. Projects, OpenCode's program and folders picked for an ask are taken from
 * here by main, and no page can name them instead. What `choosePath` finds goes to the page, which may
 * as well send another path: whoever takes it must check it.
 */
import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import type { PathPurpose } from '../../../shared/ipc/path-choice.ts';
import { shellText } from '../shell-text.ts';

interface PathDialogRequest {
  readonly title: string;
  readonly startAt?: string | null;
}

export const chooseFolder = (
  above: BrowserWindow | null,
  asked: PathDialogRequest,
): Promise<string | null> => choose(above, asked, 'openDirectory');

export const chooseFile = (
  above: BrowserWindow | null,
  asked: PathDialogRequest,
): Promise<string | null> => choose(above, asked, 'openFile');

const purposes: Readonly<
  Record<PathPurpose, readonly [title: string, what: 'openDirectory' | 'openFile']>
> = {
  'rule-folder': [shellText.ruleFolderTitle, 'openDirectory'],
  'role-folder': [shellText.roleFolderTitle, 'openDirectory'],
  'backend-folder': [shellText.backendWorkspaceTitle, 'openDirectory'],
  'agent-folder': [shellText.agentFolderTitle, 'openDirectory'],
  'server-folder': [shellText.serverFolderTitle, 'openDirectory'],
  certificate: [shellText.certificateFile, 'openFile'],
  key: [shellText.privateKeyFile, 'openFile'],
};

export function choosePath(
  above: BrowserWindow | null,
  purpose: PathPurpose,
): Promise<string | null> {
  const [title, what] = purposes[purpose];
  return choose(above, { title }, what);
}

/** Null when nothing was chosen. */
async function choose(
  above: BrowserWindow | null,
  { title, startAt }: PathDialogRequest,
  what: 'openDirectory' | 'openFile',
): Promise<string | null> {
  const options: OpenDialogOptions = {
    title,
    properties: [what, 'showHiddenFiles'],
    ...(startAt ? { defaultPath: startAt } : {}),
  };
  const { canceled, filePaths } = await (above
    ? dialog.showOpenDialog(above, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}
