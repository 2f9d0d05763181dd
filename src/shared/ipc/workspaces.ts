/** IPC of the Workspaces page: its commands and their replies. */
import { z } from 'zod';
import {
  BranchName,
  ProjectId,
  WorkspaceName,
  type OpenCodeProgram,
  type ProjectBranches,
  type RemovalView,
  type WorkspaceReceipt,
} from '../integrations/workspaces.ts';

const path = z.string().min(1).max(4096);

export const workspaceCommands = {
  'workspaces:refresh': z.undefined(),
  /** Main asks for the folder. */
  'workspaces:add': z.undefined(),
  'workspaces:forget-project': z.strictObject({ projectId: ProjectId }),
  'workspaces:forget': z.strictObject({ path }),
  'workspaces:create': z.strictObject({
    projectId: ProjectId,
    name: WorkspaceName,
    base: BranchName.optional(),
  }),
  'workspaces:branches': z.strictObject({ projectId: ProjectId }),
  'workspaces:look': z.strictObject({ path, keepBranch: z.boolean() }),
  'workspaces:delete': z.strictObject({
    path,
    keepBranch: z.boolean(),
    /** The digest that the check returned. */
    seen: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** Main asks for the program. */
  'opencode:choose': z.undefined(),
  'opencode:choose-usual': z.undefined(),
  'opencode:start-with-workspaces': z.strictObject({
    projectId: ProjectId,
    starts: z.boolean(),
  }),
  'opencode:start': z.strictObject({ path }),
  'opencode:stop': z.strictObject({ path }),
  'opencode:log': z.strictObject({ path }),
} as const;

export interface WorkspaceReplies {
  'workspaces:refresh': OpenCodeProgram;
  'workspaces:add': WorkspaceReceipt;
  'workspaces:forget-project': WorkspaceReceipt;
  'workspaces:forget': WorkspaceReceipt;
  'workspaces:create': WorkspaceReceipt;
  'workspaces:branches': ProjectBranches;
  'workspaces:look': RemovalView;
  'workspaces:delete': WorkspaceReceipt;
  'opencode:choose': WorkspaceReceipt;
  'opencode:choose-usual': WorkspaceReceipt;
  'opencode:start-with-workspaces': WorkspaceReceipt;
  'opencode:start': WorkspaceReceipt;
  'opencode:stop': WorkspaceReceipt;
  /** The last lines of its log. */
  'opencode:log': readonly string[];
}
