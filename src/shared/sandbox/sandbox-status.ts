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
  z.strictObject({
    kind: z.literal('ready'),
    version: z.string(),
    /** What does not hold on this computer, in one sentence. */
    note: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('unavailable'),
    cause: z.enum(sandboxCauses),
    /** Why, in one sentence. */
    why: z.string(),
    /** The same, and what it means for commands. */
    sentence: z.string(),
    /** What the user can do about it; empty when there is nothing. */
    fix: z.string(),
  }),
]);
export type SandboxStatus = Readonly<z.infer<typeof SandboxStatus>>;

/** Why commands run without a sandbox, and what the user can do about it. */
export type NoSandbox = Readonly<
  Pick<Extract<SandboxStatus, { kind: 'unavailable' }>, 'sentence' | 'fix'>
>;

/** For an agent, which does not run without one: what is said about commands is not true of it. */
export const whyNoSandbox = (status: SandboxStatus | null | undefined): string =>
  status?.kind === 'unavailable'
    ? `${status.why} ${status.fix}`.trim()
    : 'This start of Gatehouse has none.';

export const isReady = (status: SandboxStatus): boolean => status.kind === 'ready';

/** The session in whose name the sandbox is tried when the app starts. */
export const probeSession = 'probe';
