/** Clicks of this page as commands; what they did comes back as words. */
import type { MainCommand, MainPayload } from '../../shared/ipc.ts';
import type { ProjectId, WorkspaceReceipt } from '../../shared/workspaces.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';

const notReached = 'That did not reach Gatehouse. Nothing was changed.';

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
  const trouble = await working;
  if (trouble !== null) say(trouble);
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
      (path) => `${path} is no longer listed. Its folders and branches are as they were.`,
    ),
  );

export const forgetWorkspace = (path: string): Promise<void> =>
  orSay(
    told(
      () => bridge.command('workspaces:forget', { path }),
      () => `${path} is no longer listed.`,
    ),
  );

export const createWorkspace = (wish: MainPayload<'workspaces:create'>): Promise<string | null> =>
  told(
    () => bridge.command('workspaces:create', wish),
    (path) => `Made ${path}.`,
  );

export const deleteWorkspace = (wish: MainPayload<'workspaces:delete'>): Promise<string | null> =>
  told(
    () => bridge.command('workspaces:delete', wish),
    (path) => `Deleted ${path}. It lies in the trash.`,
  );

export const chooseOpenCode = (): Promise<void> =>
  orSay(
    told(
      () => bridge.command('opencode:choose'),
      (path) => `OpenCode is run from ${path} from now on.`,
    ),
  );

export const takeOpenCodeOfPath = (): Promise<void> =>
  orSay(
    told(
      () => bridge.command('opencode:choose-usual'),
      () => 'The OpenCode on your PATH is run from now on.',
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
  onOpenCode('opencode:start', path, `OpenCode starts in ${path}.`);

export const stopOpenCode = (path: string): Promise<void> =>
  onOpenCode('opencode:stop', path, `OpenCode in ${path} has ended.`);
