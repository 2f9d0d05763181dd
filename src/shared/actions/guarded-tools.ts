/**
 * Tools that are not actions but pass the same gate: scope, kind, and the sentence shown to the
 * user. Their schemas are next to the tools.
 */
import type { Scope } from '../access/scopes.ts';
import type { ActionKind } from './action-info.ts';

export interface GuardedTool {
  readonly scope: Scope;
  readonly kind: ActionKind;
  /** What a call would do, in the form of an action's sentence. */
  readonly sentence: string;
}

const tool = (scope: Scope, kind: ActionKind, sentence: string): GuardedTool => ({
  scope,
  kind,
  sentence,
});

/** An editor's tool is looked up by its own name, without the editor's prefix. */
export const guardedTools = {
  debug_session: tool('debug:session', 'run', "use the editor's debugger"),

  workspace_get_status: tool(
    'manage:workspace',
    'read',
    'see whether the workspace has uncommitted work and how busy its agents are',
  ),
  workspace_get_metadata: tool('manage:workspace', 'read', 'read the notes of the workspace'),
  workspace_set_metadata: tool('manage:workspace', 'write', 'change a note of the workspace'),
  workspace_get_opencode_port: tool(
    'manage:workspace',
    'read',
    "see the port of the workspace's OpenCode",
  ),
  workspace_delete: tool('manage:workspace', 'destroy', 'delete the workspace and its folder'),

  ide_chat_send: tool('backend:send', 'write', 'send a message to an agent of the backend'),
  ide_chat_history: tool('backend:read', 'read', 'read a conversation from the backend'),
  ide_session_list: tool('backend:read', 'read', 'list the agent sessions of the backend'),
  ide_session_create: tool('backend:send', 'write', 'start an agent session at the backend'),
  ide_plan_status: tool('backend:read', 'read', 'see the progress of a backend plan'),
  ide_build_status: tool('backend:read', 'read', 'see the status of a backend build'),
  ide_build_list: tool('backend:read', 'read', 'list the builds of the backend'),
  ide_build_logs: tool('backend:read', 'read', 'read the log of a build of the backend'),
  ide_dashboard_overview: tool('backend:read', 'read', 'see the overview of the backend'),
  ide_dashboard_activity: tool('backend:read', 'read', "see the backend's events"),
  ide_dashboard_metrics: tool('backend:read', 'read', "see the backend's metrics"),

  getCurrentColors: tool('editor:theme', 'read', 'see the editor colours'),
  getColor: tool('editor:theme', 'read', 'see an editor colour'),
  setColor: tool('editor:theme', 'write', 'change an editor colour'),
  setColors: tool('editor:theme', 'write', 'change editor colours'),
  resetColor: tool('editor:theme', 'write', 'reset an editor colour'),
  resetAllColors: tool('editor:theme', 'write', 'reset all editor colours'),
} as const satisfies Record<string, GuardedTool>;

export type GuardedToolName = keyof typeof guardedTools;

interface GuardedFamily extends GuardedTool {
  readonly names: RegExp;
}

/** Tools whose names others choose. Their effects are unknown, so they count as running code. */
export const guardedFamilies: readonly GuardedFamily[] = [
  {
    names: /^tab\d+_./,
    ...tool('browser:tools', 'run', 'use a tool of an open browser tab'),
  },
];

const isGuardedName = (name: string): name is GuardedToolName => Object.hasOwn(guardedTools, name);

export function guardedTool(name: string): GuardedTool | null {
  if (isGuardedName(name)) return guardedTools[name];
  return guardedFamilies.find((family) => family.names.test(name)) ?? null;
}
