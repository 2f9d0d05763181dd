/** What the hub and an editor plugin say to each other; the built-in workbench speaks the same. */
import { z } from 'zod';
import type { ActionName } from './actions.ts';
import { eventCategories, isEvent, type EventCategory } from './events.ts';
import { FileChange } from './outcomes.ts';

export const pluginProtocolVersion = 1;
export const workbenchPluginId = 'workbench';

/** What the built-in workbench does; these are offered to agents even before it has connected. */
export const workbenchActions = [
  'open_file',
  'create_file',
  'rename_file',
  'delete_file',
  'watch_file',
  'search_files',
  'find_in_file',
  'find_in_project',
  'regex_search',
  'replace_text',
  'git_status',
  'git_add',
  'git_commit',
  'git_diff',
  'git_branch',
] as const satisfies readonly ActionName[];
export type WorkbenchAction = (typeof workbenchActions)[number];

const rootOnWire = z.strictObject({ path: z.string(), device: z.string(), inode: z.string() });

export const Hello = z.strictObject({
  type: z.literal('hello'),
  protocol: z.int(),
  plugin_id: z.string().min(1).max(64),
  name: z.string().min(1).max(100),
  version: z.string().max(40),
  actions: z.array(z.string().max(64)).max(200),
  workspace_folders: z.array(z.string().max(4096)).max(100),
});

export const Result = z.discriminatedUnion('status', [
  z.strictObject({
    type: z.literal('result'),
    id: z.string(),
    status: z.literal('ok'),
    data: z.record(z.string(), z.unknown()),
    /** Which files hold something else now; the contents are kept by digest. */
    changes: z.array(FileChange).max(10_000).optional(),
  }),
  z.strictObject({
    type: z.literal('result'),
    id: z.string(),
    status: z.literal('error'),
    data: z.strictObject({ code: z.string().max(64), message: z.string().max(2000) }),
  }),
]);

/** Something happened, whether or not anybody asked for it. */
export const PluginEvent = z.strictObject({
  type: z.literal('event'),
  event: z.enum(Object.keys(eventCategories) as [EventCategory, ...EventCategory[]]),
  data: z.looseObject({
    name: z.string().refine(isEvent),
    /** What it is about; only sessions that hold this path hear of it. */
    path: z.string().max(4096).optional(),
  }),
  /** Only this session hears of it. */
  session_id: z.string().max(64).optional(),
});
export type PluginEvent = z.infer<typeof PluginEvent>;

export const FromPlugin = z.union([Hello, Result, PluginEvent]);
export type FromPlugin = z.infer<typeof FromPlugin>;

export const Welcome = z.strictObject({ type: z.literal('welcome'), protocol: z.int() });

export const Command = z.strictObject({
  type: z.literal('cmd'),
  id: z.string(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** The folders of the session, so that the plugin can check the paths again. */
  roots: z.array(rootOnWire),
  /** Folders below them that must be left out of listings and searches. */
  skip: z.array(z.string()).optional(),
  result_bytes: z.int(),
  session_id: z.string(),
  /** Whose call it is. */
  agent_id: z.string(),
  /** The entry of the ledger that holds the consent. */
  entry_id: z.string(),
});
export type Command = z.infer<typeof Command>;

/** Nobody waits for that command any more. */
export const Cancel = z.strictObject({ type: z.literal('cancel'), id: z.string() });
export type Cancel = z.infer<typeof Cancel>;

export const ToPlugin = z.discriminatedUnion('type', [Welcome, Command, Cancel]);
export type ToPlugin = z.infer<typeof ToPlugin>;
