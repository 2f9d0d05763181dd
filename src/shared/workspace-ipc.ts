/** What the Workspaces page asks of main, and what it is answered. */
import { z } from 'zod';
import {
  ProjectId,
  WorkspaceName,
  type OpenCodeProgram,
  type RemovalView,
  type WorkspaceReceipt,
} from './workspaces.ts';

const path = z.string().min(1).max(4096);

export const workspaceCommands = {
  'workspaces:refresh': z.undefined(),
  /** Main asks which folder. */
  'workspaces:add': z.undefined(),
  'workspaces:forget-project': z.strictObject({ projectId: ProjectId }),
  'workspaces:forget': z.strictObject({ path }),
  'workspaces:create': z.strictObject({ projectId: ProjectId, name: WorkspaceName }),
  'workspaces:look': z.strictObject({ path, keepBranch: z.boolean() }),
  'workspaces:delete': z.strictObject({
    path,
    keepBranch: z.boolean(),
    /** What the look before it said. */
    seen: z.string().regex(/^[0-9a-f]{64}$/),
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
  'workspaces:look': RemovalView;
  'workspaces:delete': WorkspaceReceipt;
  'opencode:start': WorkspaceReceipt;
  'opencode:stop': WorkspaceReceipt;
  /** The last lines it wrote. */
  'opencode:log': readonly string[];
}
