/**
 * Whether commands can run in a sandbox on this computer, as determined by the probe at startup.
 */
import { z } from 'zod';

/** Why there is no sandbox. Each cause has its own sentence and fix. */
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
  z.strictObject({
    kind: z.literal('ready'),
    version: z.string(),
    /** The isolation that does not work on this computer, as one sentence. */
    note: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('unavailable'),
    cause: z.enum(sandboxCauses),
    /** The cause, as one sentence. */
    why: z.string(),
    /** The cause, and its consequence for commands. */
    sentence: z.string(),
    /** What the user can do about it; empty if nothing. */
    fix: z.string(),
  }),
]);
export type SandboxStatus = Readonly<z.infer<typeof SandboxStatus>>;

/** Why commands run without a sandbox, and what the user can do about it. */
export type NoSandbox = Readonly<
  Pick<Extract<SandboxStatus, { kind: 'unavailable' }>, 'sentence' | 'fix'>
>;

/**
 * For an agent, which does not run without a sandbox, so the sentence about commands does not
 * apply.
 */
export const whyNoSandbox = (status: SandboxStatus | null | undefined): string =>
  status?.kind === 'unavailable'
    ? `${status.why} ${status.fix}`.trim()
    : 'This start of Gatehouse has none.';

export const isReady = (status: SandboxStatus): boolean => status.kind === 'ready';

/** The session id used for trying the sandbox at startup. */
export const probeSession = 'probe';
