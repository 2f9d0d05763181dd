/** What the hub and an editor plugin say to each other; the built-in workbench speaks the same. */
import { z } from 'zod';
import type { ActionName } from './actions.ts';

export const pluginProtocolVersion = 1;
export const workbenchPluginId = 'workbench';

/** What the built-in workbench does; these are offered to agents even before it has connected. */
export const workbenchActions = ['open_file'] as const satisfies readonly ActionName[];
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
  }),
  z.strictObject({
    type: z.literal('result'),
    id: z.string(),
    status: z.literal('error'),
    data: z.strictObject({ code: z.string().max(64), message: z.string().max(2000) }),
  }),
]);

export const FromPlugin = z.union([Hello, Result]);
export type FromPlugin = z.infer<typeof FromPlugin>;

export const Welcome = z.strictObject({ type: z.literal('welcome'), protocol: z.int() });

export const Command = z.strictObject({
  type: z.literal('cmd'),
  id: z.string(),
  action: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** The folders of the session, so that the plugin can check the paths again. */
  roots: z.array(rootOnWire),
  result_bytes: z.int(),
});
export type Command = z.infer<typeof Command>;

export const ToPlugin = z.discriminatedUnion('type', [Welcome, Command]);
export type ToPlugin = z.infer<typeof ToPlugin>;
