/**
 * Deletes workspaces for editors: what would be lost is checked first, then the user is asked in the
 * window of Gatehouse, and only what was shown is done.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isError, refused, type Outcome, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Agent } from '../../../shared/access/access.ts';
import { SessionId } from '../../../shared/base/ids.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { EditorDeletion } from '../../../shared/integrations/workspaces.ts';
import type { Core, Prompt } from '../../core/core.ts';
import { editorName } from '../../platform/keys/client-keys.ts';
import type { Removal } from './removal.ts';
import type { Workspaces } from './workspaces.ts';

interface Deps {
  readonly workspaces: Pick<Workspaces, 'realPathOf' | 'planRemoval' | 'remove'>;
  readonly core: Pick<Core, 'prompts' | 'userActions'>;
}

export class EditorDeletions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async delete(deletion: EditorDeletion): Promise<Outcome> {
    const { workspaces, core } = this.#deps;
    const folder = this.#workspaceOf(deletion);
    if (typeof folder !== 'string') return folder;
    const { keepBranch, pluginId, signal } = deletion;
    const removal = await workspaces.planRemoval({ path: folder, keepBranch });
    if (isError(removal)) return removal;
    const prompt = promptFor(deletion, folder, removal);
    const answer = await core.prompts.ask(prompt, signal);
    core.prompts.endRun(prompt.runId);
    if (answer.kind !== 'done') return answer;
    const args = { path: folder, keepBranch, editor: pluginId };
    return core.userActions.perform({ action: 'owner.delete_workspace', path: folder, args }, () =>
      workspaces.remove({ path: folder, keepBranch, planned: removal.digest }),
    );
  }

  /** Only what the editor has open. */
  #workspaceOf({ workspace, folders }: EditorDeletion): string | Refused {
    const { workspaces } = this.#deps;
    if (workspace !== undefined) {
      const real = workspaces.realPathOf(workspace);
      if (real !== null && folders.some((one) => isInside(one, real))) return real;
      return refused('workspace-not-found', 'This editor has no such workspace open.');
    }
    const open = new Set(folders.map((one) => workspaces.realPathOf(one)));
    open.delete(null);
    const [only] = open;
    if (typeof only === 'string' && open.size === 1) return only;
    const why = open.size === 0 ? 'no workspace' : 'more than one workspace';
    return refused('workspace-not-found', `This editor has ${why} open.`);
  }
}

function promptFor(deletion: EditorDeletion, folder: string, removal: Removal): Prompt {
  const { pluginId, name, version, keepBranch } = deletion;
  const agent: Agent = Object.freeze({
    clientId: editorName(pluginId),
    ...{ claimedName: name, claimedVersion: version },
    door: 'mcp',
    verified: null,
  } as const);
  return {
    agent,
    runId: SessionId.parse(randomUUID()),
    action: 'editor.delete_workspace',
    kind: 'destroy',
    sentence: `delete the workspace ${path.basename(folder)}${keepBranch ? ' and keep its branch' : ''}`,
    because: ['An extension of this editor asked for it.'],
    args: { workspace: folder, keepBranch },
    folders: [folder],
    command: null,
    changes: [],
    forSession: null,
    plan: { recoverability: removal.sentence, digest: removal.digest },
  };
}
