/** Clicks of this page as commands; what they did comes back as words. */
import type { MainCommand, MainPayload } from '../../shared/ipc/main-window.ts';
import type { ProjectId, WorkspaceReceipt } from '../../shared/integrations/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';

const notReached = 'Gatehouse did not respond. Nothing was changed.';

/** Null when it was done; else why not. */
async function told(
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
    told(
      () => bridge.command('workspaces:add'),
      (path) => `Added ${path}.`,
    ),
  );

export const forgetProject = (projectId: ProjectId): Promise<void> =>
  orSay(
    told(
      () => bridge.command('workspaces:forget-project', { projectId }),
      (path) => `Removed ${path} from the list. Its folders and branches are unchanged.`,
    ),
  );

export const forgetWorkspace = (path: string): Promise<void> =>
  orSay(
    told(
      () => bridge.command('workspaces:forget', { path }),
      () => `Removed ${path} from the list.`,
    ),
  );

export const createWorkspace = (wish: MainPayload<'workspaces:create'>): Promise<string | null> =>
  told(
    () => bridge.command('workspaces:create', wish),
    (path) => `Created ${path}.`,
  );

export const deleteWorkspace = (wish: MainPayload<'workspaces:delete'>): Promise<string | null> =>
  told(
    () => bridge.command('workspaces:delete', wish),
    (path) => `Moved ${path} to the trash.`,
  );

export const chooseOpenCode = (): Promise<void> =>
  orSay(
    told(
      () => bridge.command('opencode:choose'),
      (path) => `OpenCode now runs from ${path}.`,
    ),
  );

export const takeOpenCodeOfPath = (): Promise<void> =>
  orSay(
    told(
      () => bridge.command('opencode:choose-usual'),
      () => 'OpenCode now runs from your PATH.',
    ),
  );

type OpenCodeCommand = Extract<MainCommand, 'opencode:start' | 'opencode:stop'>;

const onOpenCode = (name: OpenCodeCommand, path: string, words: string): Promise<void> =>
  orSay(
    told(
      () => bridge.command(name, { path }),
      () => words,
    ),
  );

export const startOpenCode = (path: string): Promise<void> =>
  onOpenCode('opencode:start', path, `Starting OpenCode in ${path}.`);

export const stopOpenCode = (path: string): Promise<void> =>
  onOpenCode('opencode:stop', path, `Stopped OpenCode in ${path}.`);
