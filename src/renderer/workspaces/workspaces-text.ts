/** All text of the Workspaces page. */
import type {
  AgentStatus,
  ServerView,
  WorkspaceView,
} from '../../shared/integrations/workspaces.ts';
import { count } from '../text/counting.ts';

export const workspacesText = {
  // create-dialog.tsx
  newWorkspaceFor: (name: string | number) => `New workspace for ${name}`,
  aFolderNextToThe: 'A folder next to the project, on its own new branch.',
  cancel: 'Cancel',
  creating: 'Creating…',
  createWorkspace: 'Create workspace',
  workspaceAndBranchName: 'Workspace and branch name',
  baseBranch: 'Base branch',

  // delete-dialog.tsx
  deleteTitle: (name: string | number) => `Delete the workspace ${name}?`,
  keepTheBranch: 'Keep the branch',
  deleteWorkspace: 'Delete workspace',

  // log-dialog.tsx
  opencodeLog: (name: string | number) => `OpenCode log: ${name}`,
  theLogIsEmpty: 'The log is empty.',
  close: 'Close',

  // project-card.tsx
  project: (name: string | number) => `Project ${name}`,
  newWorkspace: 'New workspace…',
  removeFromListLabel: (name: string | number) => `Remove from list: ${name}`,
  removeFromListButton: 'Remove from list…',
  removeFromListTitle: (name: string | number) => `Remove ${name} from the list?`,
  remove: 'Remove',
  itsFoldersBranchesAndWorkspaces:
    'Its folders, branches and workspaces are not touched. Agents no longer see it.',

  // workspace-card.tsx
  workspace: (name: string | number) => `Workspace ${name}`,
  theProjectItself: 'the project itself',
  branch: 'Branch',
  files: 'Files',
  opencode: 'OpenCode',
  agents: 'Agents',
  startOpencodeIn: (name: string | number) => `Start OpenCode in ${name}`,
  startOpencode: 'Start OpenCode',
  stopOpencodeIn: (name: string | number) => `Stop OpenCode in ${name}`,
  stopOpencode: 'Stop OpenCode',
  log: 'Log…',
  deleteLabel: (name: string | number) => `Delete the workspace ${name}`,
  delete: 'Delete…',
  forgetTheWorkspace: (name: string | number) => `Forget the workspace ${name}`,
  forget: 'Forget',

  // workspaces-page.tsx
  workspaces: 'Workspaces',
  addAProject: 'Add a project…',
  addAFolderOrA:
    'Add a folder or a git repository. Each agent can then work in its own workspace: a git worktree on its own branch, with an OpenCode whose access you control here.',
  openCodeWasNotFound: (why: string) => `OpenCode was not found. ${why}`,
  openCodeRunsFrom: 'OpenCode runs from {path}.',
  openCodeRunsFromPath: 'OpenCode runs from {path}, the first on your PATH.',
  choose: 'Choose…',
  chooseAnother: 'Choose another…',
  useTheOneOnMy: 'Use the one on my PATH',

  // Messages
  theProjectsCurrentCommit: "The project's current commit",
  checkingItsContents: 'Checking its contents…',
  itCannotBeDeletedRightNow: (why: string | number) => `It cannot be deleted right now. ${why}`,
  gatehouseIsNotResponding: 'Gatehouse is not responding.',
  gatehouseDidNotRespondNothingWas: 'Gatehouse did not respond. Nothing was changed.',
  added: (path: string | number) => `Added ${path}.`,
  removedFromTheListItsFolders: (path: string | number) =>
    `Removed ${path} from the list. Its folders and branches are unchanged.`,
  removedFromTheList: (path: string | number) => `Removed ${path} from the list.`,
  created: (path: string | number) => `Created ${path}.`,
  movedToTheTrash: (path: string | number) => `Moved ${path} to the trash.`,
  opencodeNowRunsFrom: (path: string | number) => `OpenCode now runs from ${path}.`,
  opencodeNowRunsFromYourPath: 'OpenCode now runs from your PATH.',
  startingOpencodeIn: (path: string | number) => `Starting OpenCode in ${path}.`,
  stoppedOpencodeIn: (path: string | number) => `Stopped OpenCode in ${path}.`,
  noProjectsYet: 'No projects yet',
} as const;

export function changesWords({ changes }: WorkspaceView): string | null {
  if (changes === null) return null;
  return changes === 0 ? 'No uncommitted changes' : count(changes, 'uncommitted change');
}

export function agentWords({ type, counts }: AgentStatus): string | null {
  if (type === 'none') return null;
  if (type === 'mixed') return `${count(counts.busy, 'agent')} busy, ${counts.idle} idle`;
  return `${count(counts.total, 'agent')} ${type}`;
}

const states: Readonly<Record<ServerView['state'], string>> = {
  stopped: 'OpenCode is not running',
  starting: 'OpenCode is starting',
  running: 'OpenCode is running',
  waiting: 'OpenCode stopped and will restart',
  failed: 'OpenCode keeps crashing. Automatic restart is off.',
};

export function serverWords({ state, port, why }: ServerView): string {
  const words = state === 'running' ? `${states.running} on port ${port ?? '?'}` : states[state];
  return why === null ? words : `${words}: ${why}`;
}
