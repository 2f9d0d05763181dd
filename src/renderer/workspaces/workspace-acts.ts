/** Sends this page's commands to the main process and reports their results. */
import type { MainCommand, MainPayload } from '../../shared/ipc/main-window.ts';
import type { ProjectId, WorkspaceReceipt } from '../../shared/integrations/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { workspacesText } from './workspaces-text.ts';

const notReached = workspacesText.noResponse;

/** Null when it was done; else why not. */
async function reportResult(
  work: () => Promise<WorkspaceReceipt>,
  words: (path: string) => string,
): Promise<string | null> {
  try {
    const receipt = await work();
    if (receipt.kind === 'refused') return `${receipt.why} ${receipt.hint}`;
    if (receipt.kind === 'done') say(words(receipt.path));
    return null;
  } catch {
    return notReached;
  }
}

const orSay = async (working: Promise<string | null>): Promise<void> => {
  const error = await working;
  if (error !== null) say(error);
};

export const addProject = (): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('workspaces:add'),
      (path) => workspacesText.added(path),
    ),
  );

export const forgetProject = (projectId: ProjectId): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('workspaces:forget-project', { projectId }),
      (path) => workspacesText.projectRemoved(path),
    ),
  );

export const forgetWorkspace = (path: string): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('workspaces:forget', { path }),
      () => workspacesText.workspaceRemoved(path),
    ),
  );

export const createWorkspace = (
  request: MainPayload<'workspaces:create'>,
): Promise<string | null> =>
  reportResult(
    () => bridge.command('workspaces:create', request),
    (path) => workspacesText.created(path),
  );

export const deleteWorkspace = (
  request: MainPayload<'workspaces:delete'>,
): Promise<string | null> =>
  reportResult(
    () => bridge.command('workspaces:delete', request),
    (path) => workspacesText.movedToTrash(path),
  );

export const chooseOpenCode = (): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('opencode:choose'),
      (path) => workspacesText.openCodeSourceChanged(path),
    ),
  );

export const takeOpenCodeOfPath = (): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('opencode:choose-usual'),
      () => workspacesText.openCodeSourceReset,
    ),
  );

export const startOpenCodeWithWorkspaces = (
  change: MainPayload<'opencode:start-with-workspaces'>,
): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command('opencode:start-with-workspaces', change),
      (path) =>
        change.starts
          ? workspacesText.openCodeStarts(path)
          : workspacesText.openCodeDoesNotStart(path),
    ),
  );

type OpenCodeCommand = Extract<MainCommand, 'opencode:start' | 'opencode:stop'>;

const onOpenCode = (name: OpenCodeCommand, path: string, words: string): Promise<void> =>
  orSay(
    reportResult(
      () => bridge.command(name, { path }),
      () => words,
    ),
  );

export const startOpenCode = (path: string): Promise<void> =>
  onOpenCode('opencode:start', path, workspacesText.startingOpenCode(path));

export const stopOpenCode = (path: string): Promise<void> =>
  onOpenCode('opencode:stop', path, workspacesText.stoppedOpenCode(path));
