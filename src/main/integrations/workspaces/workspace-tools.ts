/** Executes the workspace tools. */
import {
  done,
  failed,
  isError,
  type Outcome,
  type ActionError,
} from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { Executor, ResolvedCall } from '../../core/core.ts';
import { argsOf, workspaceTools, type WorkspaceToolName } from './tool-definitions.ts';
import type { Workspaces } from './workspaces.ts';

type WorkspaceToolHandler = (folder: string, call: ResolvedCall) => Promise<Outcome>;

export class WorkspaceTools implements Executor {
  readonly name = 'Workspaces of Gatehouse';
  readonly inApp = true;
  readonly actions: ReadonlySet<string> = new Set();
  readonly previews: ReadonlySet<string> = new Set(['workspace_delete']);
  readonly tools: NonNullable<Executor['tools']>;
  readonly #workspaces: Workspaces;
  readonly #handlers: Readonly<Record<WorkspaceToolName, WorkspaceToolHandler>>;

  constructor(workspaces: Workspaces) {
    this.#workspaces = workspaces;
    this.tools = workspaceTools((name) => workspaces.realPathOf(name));
    this.#handlers = handlersFor(workspaces);
  }

  async run(call: ResolvedCall): Promise<Outcome> {
    const folder = call.places[0]?.path;
    const isOurs = Object.hasOwn(this.#handlers, call.action);
    if (folder === undefined || !isOurs) return failed('unknown-action');
    return this.#handlers[call.action as WorkspaceToolName](folder, call);
  }

  async preview(call: ResolvedCall): Promise<Plan | ActionError> {
    const { keepBranch } = argsOf('workspace_delete', call);
    const path = call.places[0]?.path ?? '';
    const { clientId } = call.agent;
    const removal = await this.#workspaces.planRemoval({ path, keepBranch, clientId });
    if (isError(removal)) return removal;
    return { truncated: false, recoverability: removal.sentence, digest: removal.digest };
  }
}

const handlersFor = (
  workspaces: Workspaces,
): Readonly<Record<WorkspaceToolName, WorkspaceToolHandler>> => ({
  async workspace_get_status(folder) {
    const status = await workspaces.statusOf(folder);
    return isError(status) ? status : done({ ...status });
  },
  async workspace_get_metadata(folder) {
    const read = await workspaces.metadataOf(folder);
    return isError(read) ? read : done({ ...read.notes });
  },
  async workspace_set_metadata(folder, call) {
    const { key, value } = argsOf('workspace_set_metadata', call);
    const error = await workspaces.setMetadata(folder, key, value);
    return error ?? { ...done({ result: null }), plain: null };
  },
  async workspace_get_opencode_port(folder) {
    const port = workspaces.portOf(folder);
    return { ...done({ port }), plain: port };
  },
  workspace_delete(path, call) {
    const { keepBranch } = argsOf('workspace_delete', call);
    const { agent, plan } = call;
    const planned = plan === null || plan === 'unknown' ? undefined : plan.digest;
    return workspaces.remove({ path, keepBranch, planned, clientId: agent.clientId });
  },
});
