/** All text of the Workspaces page. */
import type {
  AgentStatus,
  ServerView,
  WorkspaceView,
} from '../../shared/integrations/workspaces.ts';
import { count } from '../text/counting.ts';

export const workspacesText = {
  // create-dialog.tsx
  createTitle: (name: string) => `New workspace for ${name}`,
  createNote: 'A folder next to the project, on its own new branch.',
  cancel: 'Cancel',
  creating: 'Creating…',
  createWorkspace: 'Create workspace',
  nameLabel: 'Workspace and branch name',
  baseBranch: 'Base branch',

  // delete-dialog.tsx
  deleteTitle: (name: string) => `Delete the workspace ${name}?`,
  keepTheBranch: 'Keep the branch',
  deleteWorkspace: 'Delete workspace',

  // log-dialog.tsx
  logTitle: (name: string) => `OpenCode log: ${name}`,
  emptyLog: 'The log is empty.',
  close: 'Close',

  // project-card.tsx
  project: (name: string) => `Project ${name}`,
  newWorkspace: 'New workspace…',
  removeFromListLabel: (name: string) => `Remove from list: ${name}`,
  removeFromListButton: 'Remove from list…',
  removeFromListTitle: (name: string) => `Remove ${name} from the list?`,
  remove: 'Remove',
  startsOpenCode: 'Start OpenCode automatically',
  startsOpenCodeInGit: 'In each workspace, when it is created and when Gatehouse starts.',
  startsOpenCodeInFolder: 'In this folder, when Gatehouse starts.',
  removeFromListConsequence:
    'Its folders, branches and workspaces are not touched. Agents no longer see it.',

  // workspace-card.tsx
  workspace: (name: string) => `Workspace ${name}`,
  isProjectFolder: 'the project itself',
  branch: 'Branch',
  files: 'Files',
  openCode: 'OpenCode',
  agents: 'Agents',
  startOpenCodeLabel: (name: string) => `Start OpenCode in ${name}`,
  startOpenCode: 'Start OpenCode',
  stopOpenCodeLabel: (name: string) => `Stop OpenCode in ${name}`,
  stopOpenCode: 'Stop OpenCode',
  log: 'Log…',
  deleteLabel: (name: string) => `Delete the workspace ${name}`,
  delete: 'Delete…',
  forgetLabel: (name: string) => `Forget the workspace ${name}`,
  forget: 'Forget',

  // workspaces-page.tsx
  workspaces: 'Workspaces',
  addProject: 'Add a project…',
  emptyHint:
    'Add a folder or a git repository. Each agent can then work in its own workspace: a git worktree on its own branch, with an OpenCode whose access you control here.',
  openCodeNotFound: (why: string) => `OpenCode was not found. ${why}`,
  openCodeSource: 'OpenCode runs from {path}.',
  openCodeSourceOnPath: 'OpenCode runs from {path}, the first on your PATH.',
  choose: 'Choose…',
  chooseAnother: 'Choose another…',
  useOpenCodeOnPath: 'Use the one on my PATH',

  // Messages
  currentCommit: "The project's current commit",
  checkingContents: 'Checking its contents…',
  cannotDelete: (why: string) => `It cannot be deleted right now. ${why}`,
  notResponding: 'Gatehouse is not responding.',
  noResponse: 'Gatehouse did not respond. Nothing was changed.',
  added: (path: string) => `Added ${path}.`,
  projectRemoved: (path: string) =>
    `Removed ${path} from the list. Its folders and branches are unchanged.`,
  workspaceRemoved: (path: string) => `Removed ${path} from the list.`,
  created: (path: string) => `Created ${path}.`,
  movedToTrash: (path: string) => `Moved ${path} to the trash.`,
  openCodeSourceChanged: (path: string) => `OpenCode now runs from ${path}.`,
  openCodeSourceReset: 'OpenCode now runs from your PATH.',
  openCodeStarts: (path: string) => `OpenCode starts automatically in ${path}.`,
  openCodeDoesNotStart: (path: string) => `OpenCode no longer starts automatically in ${path}.`,
  startingOpenCode: (path: string) => `Starting OpenCode in ${path}.`,
  stoppedOpenCode: (path: string) => `Stopped OpenCode in ${path}.`,
  emptyTitle: 'No projects yet',
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
