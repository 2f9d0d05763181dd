/** Editors that ask to delete a workspace. One request of an editor at a time. */
import { failed, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { EditorDeletion } from '../../../shared/integrations/workspaces.ts';
import type { DeleteWorkspace, ToPlugin } from '../../../shared/protocols/plugin-protocol.ts';

interface Requester extends Pick<EditorDeletion, 'pluginId' | 'folders'> {
  readonly called: Pick<EditorDeletion, 'name' | 'version'> | null;
  readonly over: AbortSignal;
  sendMessage(message: ToPlugin): void;
}

type Delete = (deletion: EditorDeletion) => Promise<Outcome>;

const notYet: Delete = () => Promise.resolve(failed('action-failed', 'Gatehouse is starting.'));

export class DeletionRequests {
  readonly #waiting = new Set<string>();
  #delete: Delete = notYet;

  /** Set once workspaces are open, which need the hub. */
  carriedOutBy(run: Delete): void {
    this.#delete = run;
  }

  async carryOut(requester: Requester, request: DeleteWorkspace): Promise<void> {
    const { id } = request;
    const outcome = await this.#alone(requester, request);
    if (outcome.kind === 'done') {
      const data = { started: true } as const;
      return requester.sendMessage({ type: 'workspace_deletion', id, status: 'ok', data });
    }
    const { code, message } = outcome;
    const data = { code, message: message.slice(0, 2_000) };
    requester.sendMessage({ type: 'workspace_deletion', id, status: 'error', data });
  }

  async #alone(
    { pluginId, folders, called, over: signal }: Requester,
    { workspace, keepBranch }: DeleteWorkspace,
  ): Promise<Outcome> {
    if (this.#waiting.has(pluginId)) return refused('too-many-at-once');
    this.#waiting.add(pluginId);
    try {
      const { name = pluginId, version = '' } = called ?? {};
      const about = { pluginId, folders, name, version, signal };
      return await this.#delete({ ...about, workspace, keepBranch });
    } finally {
      this.#waiting.delete(pluginId);
    }
  }
}
