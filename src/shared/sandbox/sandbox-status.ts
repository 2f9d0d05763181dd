/** Whether commands can run in a sandbox on this computer, as the probe at startup found it. */
import { z } from 'zod';

/** Why there is no sandbox. Each has its own sentence and its own fix. */
export const sandboxCauses = [
  'missing',
  'apparmor',
  'namespaces',
  'container',
  'unsupported-system',
  'failed',
] as const;
export type SandboxCause = (typeof sandboxCauses)[number];

export const SandboxStatus = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), version: z.string() }),
  z.strictObject({
    kind: z.literal('unavailable'),
    cause: z.enum(sandboxCauses),
    /** Why, in one sentence. */
    sentence: z.string(),
    /** What the user can do about it; empty when there is nothing. */
    fix: z.string(),
  }),
]);
export type SandboxStatus = Readonly<z.infer<typeof SandboxStatus>>;

export const isReady = (status: SandboxStatus): boolean => status.kind === 'ready';
