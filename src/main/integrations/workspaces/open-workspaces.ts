/**
 * Connects workspaces to the app: tools for agents, the user's actions, events, and the state for
 * the window.
 */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { AskWorkbench } from '../../../shared/files/file-history.ts';
import { notices } from '../../../shared/app/notices.ts';
import { done, failed, isError, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { PluginEvent } from '../../../shared/protocols/plugin-protocol.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type {
  EditorDeletion,
  RemovalView,
  WorkspaceState,
} from '../../../shared/integrations/workspaces.ts';
import { notGrantable, rootWarning, type Core } from '../../core/core.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import type { Logger } from '../../platform/system/log.ts';
import { OpenCodeManager } from '../opencode/manager.ts';
import type { NativeGate } from '../opencode/prompter.ts';
import { GivenFolders } from './granted-folders.ts';
import { EditorDeletions } from './editor-deletions.ts';
import { OpenCodeStarts } from './opencode-starts.ts';
import { WorkspaceSnapshot } from './workspace-snapshot.ts';
import { WorkspaceRegistry } from './registry.ts';
import type { FolderTrash } from './removal.ts';
import { Workspaces } from './workspaces.ts';
import { WorkspaceTools } from './workspace-tools.ts';

interface Deps {
  readonly dataDir: string;
  readonly log: Logger;
  readonly core: Core;
  readonly native: NativeGate;
  readonly places: Parameters<typeof notGrantable>[1];
  readonly ask: AskWorkbench;
  readonly emitEvent: (event: PluginEvent) => void;
  /** Editors ask for deletions over their own connection. */
  readonly onEditorDeletion: (run: (deletion: EditorDeletion) => Promise<Outcome>) => void;
  readonly clientKeys: ClientKeys;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'opencode'>;
  readonly mcpUrl: string;
  readonly redact: (text: string) => string;
}

const lostList = {
  what: 'workspaces',
  next: 'Their folders and branches are untouched. Repair the list and restart Gatehouse, or add your projects again on the Workspaces page.',
};

export async function openWorkspaces(deps: Deps): Promise<WorkspaceState & Disposable> {
  const { dataDir, core, places, log } = deps;
  const disposables = new Disposables();
  const onSetAside = (movedTo: string): void => {
    log.error(`the list of workspaces could not be read; it is now ${movedTo}`);
    core.state.addNotice(notices.setAside({ ...lostList, movedTo }));
  };
  const registry = new WorkspaceRegistry({ dataDir, onSetAside });
  await registry.load();
  const given = disposables.add(new GivenFolders(core.sessions));
  const agentFolders = (): readonly string[] => [
    ...[...registry.projects, ...registry.made].map(({ path }) => path),
    ...given.list(),
  ];
  const opencode = new OpenCodeManager({ ...deps, agentFolders });
  opencode.endLeftOver();
  const workspaces = disposables.add(
    new Workspaces({
      ...{ dataDir, registry },
      agents: opencode,
      trash: trashOf(deps.ask),
      whyNoProject: (folder) =>
        notGrantable(folder, places)?.message ?? rootWarning(folder, places),
      onError: (text) => {
        log.error(text);
        void core.note('workspace.not-deleted', text);
      },
    }),
  );
  const noteChange = (path: string, change: string): void => {
    const data = { name: 'workspace_changed', path, change } as const;
    deps.emitEvent({ type: 'event', event: 'project_state', data });
  };
  const snapshot = disposables.add(
    new WorkspaceSnapshot({
      list: () => workspaces.list(),
      agents: opencode,
      show: (projects) => core.state.setFacts({ projects }),
    }),
  );
  disposables.add(offerTools(workspaces, core));
  disposables.add(opencode);
  disposables.add(
    opencode.onChanged((path) => {
      noteChange(path, 'agents');
      snapshot.agentsChanged();
    }),
  );
  disposables.add(
    workspaces.onChanged(({ path, change }) => {
      noteChange(path, change);
      void snapshot.refresh();
    }),
  );
  const refresh = (): Promise<void> => snapshot.refresh();
  const parts = { registry, workspaces, opencode, refresh };
  const setOpenCodeStart = openStarts(parts, deps, disposables);
  const state = { ...stateOf(workspaces, opencode, core), refresh, setOpenCodeStart };
  return { ...state, dispose: () => disposables.dispose() };
}

interface StartParts extends Pick<
  ConstructorParameters<typeof OpenCodeStarts>[0],
  'registry' | 'workspaces' | 'opencode'
> {
  readonly refresh: () => Promise<void>;
}

/** Editors may ask for deletions, and OpenCode starts where the user wants it to; returns how they change that. */
function openStarts(
  { refresh, ...parts }: StartParts,
  { core, log, onEditorDeletion }: Pick<Deps, 'core' | 'log' | 'onEditorDeletion'>,
  disposables: Disposables,
): WorkspaceState['setOpenCodeStart'] {
  const editorDeletions = new EditorDeletions({ ...parts, core });
  onEditorDeletion((deletion) => editorDeletions.delete(deletion));
  const starts = disposables.add(
    new OpenCodeStarts({
      ...parts,
      note: (action, detail) => core.note(action, detail),
      onError: (text) => log.error(text),
    }),
  );
  starts.startAll();
  return async (projectId, wanted) => {
    const args = { projectId, starts: wanted };
    const act = { action: 'owner.start_opencode_with_workspaces', path: projectId, args };
    const outcome = await core.userActions.perform(act, () => starts.set(projectId, wanted));
    await refresh();
    return outcome;
  };
}

/** Only if there is a project. */
function offerTools(workspaces: Workspaces, core: Core): Disposable {
  const tools = new WorkspaceTools(workspaces);
  let offered: Disposable | null = null;
  const offer = (): void => {
    if (workspaces.isEmpty === (offered === null)) return;
    if (offered) void offered.dispose();
    offered = offered ? null : core.executors.register(tools);
  };
  offer();
  const listening = workspaces.onChanged(offer);
  return {
    async dispose() {
      await listening.dispose();
      await offered?.dispose();
    },
  };
}

function stateOf(
  workspaces: Workspaces,
  opencode: OpenCodeManager,
  core: Core,
): Omit<WorkspaceState, 'refresh' | 'setOpenCodeStart'> {
  const act = (
    action: string,
    path: string,
    args: object,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> =>
    core.userActions.perform({ action: `owner.${action}`, path, args: { ...args } }, run);
  return {
    addProject: (path) => act('add_project', path, { path }, () => workspaces.addProject(path)),
    forgetProject: (projectId) =>
      act('forget_project', projectId, { projectId }, () => workspaces.forgetProject(projectId)),
    forgetMissing: (path) =>
      act('forget_workspace', path, { path }, () => workspaces.forgetMissing(path)),
    create: (request) =>
      act('create_workspace', request.projectId, request, () => workspaces.create(request)),
    async look(path, keepBranch): Promise<RemovalView> {
      const removal = await workspaces.planRemoval({ path, keepBranch });
      if (isError(removal)) return { kind: 'refused', why: removal.message, hint: removal.hint };
      return { kind: 'possible', seen: removal.digest, sentence: removal.sentence };
    },
    remove: (path, keepBranch, planned) =>
      act('delete_workspace', path, { path, keepBranch }, () =>
        workspaces.remove({ path, keepBranch, planned }),
      ),
    branches: (projectId) => workspaces.branchesOf(projectId),
    opencodeProgram: (wanted) => opencode.program(wanted),
    startOpenCode: (path) =>
      act('start_opencode', path, { path }, async () => {
        const real = workspaces.realPathOf(path);
        return real === null
          ? refused('workspace-not-found')
          : opencode.start(real, workspaces.nameOf(real));
      }),
    stopOpenCode: (path) =>
      act('stop_opencode', path, { path }, async () => {
        await opencode.stop(path);
        return done({ path });
      }),
    opencodeLog: (path) => opencode.logOf(path),
  };
}

/** The workbench manages the trash. */
function trashOf(ask: AskWorkbench): FolderTrash {
  const notThere = (): Outcome => failed('editor-disconnected', 'The workbench did not answer.');
  return {
    async put(path, id) {
      const put = await ask('putAway', { path, ...id, by: 'gatehouse' }).catch(notThere);
      if (put.kind !== 'done') return put;
      return { trashId: String(put.data['trashId']), place: String(put.data['place']) };
    },
    async bringBack(trashId) {
      const back = await ask('untrash', { trashId }).catch(notThere);
      return back.kind === 'done' ? null : back;
    },
  };
}
