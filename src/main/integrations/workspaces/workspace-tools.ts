/** Carries out the tools of workspaces for agents that passed the gate. */
import { done, failed, isTrouble, type Outcome, type Trouble } from '../../../shared/outcomes.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { Executor, SettledCall } from '../../core/offers.ts';
import { toolArgs, workspaceTools, type WorkspaceToolName } from './tool-definitions.ts';
import type { Workspaces } from './workspaces.ts';

type Hand = (folder: string, call: SettledCall) => Promise<Outcome>;

export class WorkspaceTools implements Executor {
  readonly name = 'Workspaces of Gatehouse';
  readonly inHouse = true;
  readonly actions: ReadonlySet<string> = new Set();
  readonly previews: ReadonlySet<string> = new Set(['workspace_delete']);
  readonly tools: NonNullable<Executor['tools']>;
  readonly #workspaces: Workspaces;
  readonly #hands: Readonly<Record<WorkspaceToolName, Hand>>;

  constructor(workspaces: Workspaces) {
    this.#workspaces = workspaces;
    this.tools = workspaceTools((name) => workspaces.realPathOf(name));
    this.#hands = handsOn(workspaces);
  }

  async run(call: SettledCall): Promise<Outcome> {
    const folder = call.places[0]?.path;
    const isOurs = Object.hasOwn(this.#hands, call.action);
    if (folder === undefined || !isOurs) return failed('unknown-action');
    return this.#hands[call.action as WorkspaceToolName](folder, call);
  }

  async preview(call: SettledCall): Promise<Plan | Trouble> {
    const { keepBranch } = toolArgs.workspace_delete.parse(call.args);
    const path = call.places[0]?.path ?? '';
    const { clientId } = call.agent;
    const removal = await this.#workspaces.planRemoval({ path, keepBranch, clientId });
    if (isTrouble(removal)) return removal;
    return { truncated: false, recoverability: removal.sentence, digest: removal.digest };
  }
}

const handsOn = (workspaces: Workspaces): Readonly<Record<WorkspaceToolName, Hand>> => ({
  async workspace_get_status(folder) {
    const status = await workspaces.statusOf(folder);
    return isTrouble(status) ? status : done({ ...status });
  },
  async workspace_get_metadata(folder) {
    const read = await workspaces.metadataOf(folder);
    return isTrouble(read) ? read : done({ ...read.notes });
  },
  async workspace_set_metadata(folder, { args }) {
    const { key, value } = toolArgs.workspace_set_metadata.parse(args);
    const trouble = await workspaces.setMetadata(folder, key, value);
    return trouble ?? { ...done({ result: null }), plain: null };
  },
  async workspace_get_opencode_port(folder) {
    const port = workspaces.portOf(folder);
    return { ...done({ port }), plain: port };
  },
  workspace_delete(path, { args, agent, plan }) {
    const { keepBranch } = toolArgs.workspace_delete.parse(args);
    const planned = plan === null || plan === 'unknown' ? undefined : plan.digest;
    return workspaces.remove({ path, keepBranch, planned, clientId: agent.clientId });
  },
});
