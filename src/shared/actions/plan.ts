/**
 * What a call would do beyond what its arguments say. The executor works it out beforehand, without
 * changing anything.
 */
import { z } from 'zod';
import { mostPlannedFiles } from './plan-limits.ts';

export const PlannedFile = z.strictObject({
  path: z.string().max(4096),
  use: z.enum(['write', 'create', 'delete']).default('write'),
  /** How many bytes of new text. */
  bytes: z.int().min(0),
  /** As hunks of a unified diff, without its head. */
  diff: z.string(),
  /** The diff does not hold all that would change. */
  cut: z.boolean(),
  /** A protected file of which nothing that runs would change; counts only from the workbench. */
  inert: z.literal(true).optional(),
});
export type PlannedFile = z.infer<typeof PlannedFile>;

export const PlannedCommand = z.strictObject({
  /** The program first. */
  argv: z.array(z.string().max(131_072)).min(1).max(1000),
  cwd: z.string().max(4096),
  /** What the project itself says that this runs; empty where it says nothing. */
  says: z.string().max(8000),
});
export type PlannedCommand = z.infer<typeof PlannedCommand>;

export const Plan = z.strictObject({
  command: PlannedCommand.optional(),
  /** All files that would be changed; left out where they cannot be named. */
  files: z.array(PlannedFile).max(mostPlannedFiles).optional(),
  /** Some that fit were passed over, and would be left as they are. */
  truncated: z.boolean().default(false),
  /** Whether what would be lost can be had back, in a sentence. */
  recoverability: z.string().max(1000).optional(),
  /** Nothing would be lost for good: it goes to our trash, or its content is stored; counts only from the workbench. */
  recoverable: z.literal(true).optional(),
  /** SHA-256 of all that would be done: sent along with the call, so that nothing else is done. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Plan = z.infer<typeof Plan>;
