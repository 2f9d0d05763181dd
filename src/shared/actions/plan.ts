/**
 * What a call would do beyond what its arguments say. The executor computes it beforehand, without
 * changing anything.
 */
import { z } from 'zod';
import { mostPlannedFiles } from './plan-limits.ts';

export const PlannedFile = z.strictObject({
  path: z.string().max(4096),
  use: z.enum(['write', 'create', 'delete']).default('write'),
  /** How many bytes of new text. */
  bytes: z.int().min(0),
  /** Hunks of a unified diff, without its header. */
  diff: z.string(),
  /** The diff does not show everything that would change. */
  cut: z.boolean(),
  /**
   * A protected file whose executable parts would not change. Only the workbench is trusted with
   * this.
   */
  inert: z.literal(true).optional(),
  /** The current content is not stored, so the change cannot be undone. */
  lost: z.literal(true).optional(),
});
export type PlannedFile = z.infer<typeof PlannedFile>;

export const PlannedCommand = z.strictObject({
  /** The program first. */
  argv: z.array(z.string().max(131_072)).min(1).max(1000),
  cwd: z.string().max(4096),
  /** The command as defined in the project's own files; empty if it is not defined there. */
  says: z.string().max(8000),
});
export type PlannedCommand = z.infer<typeof PlannedCommand>;

export const Plan = z.strictObject({
  command: PlannedCommand.optional(),
  /** All files that would change; left out if they cannot be listed. */
  files: z.array(PlannedFile).max(mostPlannedFiles).optional(),
  /** Some matching files were skipped and would stay unchanged. */
  truncated: z.boolean().default(false),
  /** One sentence on whether the lost content can be restored. */
  recoverability: z.string().max(1000).optional(),
  /**
   * Nothing would be lost for good: it goes to our trash, or its content is stored. Only the
   * workbench is trusted with this.
   */
  recoverable: z.literal(true).optional(),
  /**
   * SHA-256 of the whole plan. It is sent with the call, so that the executor does nothing else.
   */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Plan = z.infer<typeof Plan>;
