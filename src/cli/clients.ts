/** The body of `GET /clients`, and what it means for a client's own tools. */
import { isMoreOpen, type ToolStatus } from '../shared/integrations/clients.ts';
import { callApp } from './app-client.ts';

export interface ListedClient {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly own_tools: { readonly edit: ToolStatus; readonly shell: ToolStatus };
  readonly hooks: ListedHooks | null;
}

export interface ListedHooks {
  readonly state: string;
  readonly why: string | null;
  readonly trust: string;
  readonly switched_off: readonly { readonly file: string; readonly setting: string }[];
  readonly version: string | null;
  readonly tested_version: string | null;
  readonly newer_than_tested: boolean;
}

export const listClients = async (): Promise<readonly ListedClient[]> =>
  (await callApp<{ clients: ListedClient[] }>('GET', '/clients')).clients;

export function ownToolsOf({ own_tools, hooks }: ListedClient): string {
  if (hooks && hooks.state !== 'off') return hooksProblem(hooks) ?? hooksState(hooks);
  const { edit, shell } = own_tools;
  return standings[isMoreOpen(edit, shell) ? edit : shell];
}

const standings: Readonly<Record<ToolStatus, string>> = {
  free: 'not under the gate: run without asking',
  asks: 'not under the gate: the client asks',
  denied: 'off',
  unknown: 'unknown',
};

const hooksState = ({ state, newer_than_tested, version, tested_version }: ListedHooks): string => {
  const newer = newer_than_tested
    ? `, ${version} is newer than ${tested_version}, which was tested`
    : '';
  return state === 'seen' ? `under the gate${newer}` : `under the gate, not used yet${newer}`;
};

/** Null while nothing is known to keep the hooks from working. */
export function hooksProblem({ why, trust, switched_off }: ListedHooks): string | null {
  const [first] = switched_off;
  if (why !== null) return `NOT under the gate: ${why}`;
  if (first) return `NOT under the gate where ${first.file} has ${first.setting}`;
  if (trust === 'unchecked')
    return 'under the gate, but Codex was not asked yet whether it trusts it';
  return trust === 'unknown'
    ? 'under the gate, but Codex could not be asked whether it trusts it'
    : null;
}
