/** What changed in a granted folder while a sandboxed command ran, as reported and recorded. */
import { z } from 'zod';

/** A file that would run on the user's machine by itself, held back until the user decides. */
export const HeldBackFile = z.strictObject({
  path: z.string().max(4096),
  /** Its path in the trash. */
  trash_id: z.string().max(64),
  change: z.enum(['created', 'changed']),
  /** Its effect, as one sentence. */
  effect: z.string().max(300),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type HeldBackFile = Readonly<z.infer<typeof HeldBackFile>>;

/** Files that a checkpoint does not contain: how many, and some of their names. */
export const NotCovered = z.strictObject({
  /** `ignored` occurs only in entries of older versions. */
  why: z.enum(['ignored', 'rebuilt', 'too-large', 'unreadable', 'repository', 'failed']),
  count: z.int().min(0),
  names: z.array(z.string().max(4096)).max(5),
});
export type NotCovered = Readonly<z.infer<typeof NotCovered>>;

export const maxHeldBack = 50;

export const RunRecord = z.strictObject({
  folders: z
    .array(
      z.strictObject({
        root: z.string().max(4096),
        /** The checkpoints before and after; null if none could be made. */
        before: z.string().max(64).nullable(),
        after: z.string().max(64).nullable(),
      }),
    )
    .max(100),
  /** Exact, even if the entry does not list every file. */
  files: z.strictObject({
    created: z.int().min(0),
    changed: z.int().min(0),
    deleted: z.int().min(0),
  }),
  not_covered: z.array(NotCovered).max(20),
  held_back: z.array(HeldBackFile).max(maxHeldBack),
  /** How many files are not listed. */
  held_back_more: z.int().min(0),
  /** The search for files to hold back stopped before its end. */
  unsearched: z.boolean(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;

/** The beginning of a held-back file, for the ask; not recorded. */
export const HeldBackText = z.strictObject({
  trash_id: z.string().max(64),
  /** Null if it is not text. */
  text: z.string().max(8000).nullable(),
  /** How many characters follow; left out if none do. */
  more: z.int().positive().optional(),
});
export type HeldBackText = Readonly<z.infer<typeof HeldBackText>>;
