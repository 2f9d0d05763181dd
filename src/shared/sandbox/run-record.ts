/** What changed in a granted folder while a sandboxed command ran, as it is reported and recorded. */
import { z } from 'zod';

/** A file that would run on the user's machine by itself, set aside until the user decides. */
export const HeldBackFile = z.strictObject({
  path: z.string().max(4096),
  /** Where it is in the trash. */
  trash_id: z.string().max(64),
  change: z.enum(['created', 'changed']),
  /** What it would do, in one sentence. */
  effect: z.string().max(300),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type HeldBackFile = Readonly<z.infer<typeof HeldBackFile>>;

/** What a checkpoint does not hold: how many, and some of them by name. */
export const NotCovered = z.strictObject({
  /** `ignored` only in entries of older versions. */
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
        /** The checkpoints from before and after; null where none could be made. */
        before: z.string().max(64).nullable(),
        after: z.string().max(64).nullable(),
      }),
    )
    .max(100),
  /** Exact, also where the entry does not list every file. */
  files: z.strictObject({
    created: z.int().min(0),
    changed: z.int().min(0),
    deleted: z.int().min(0),
  }),
  not_covered: z.array(NotCovered).max(20),
  held_back: z.array(HeldBackFile).max(maxHeldBack),
  /** Files beyond those that are listed. */
  held_back_more: z.int().min(0),
  /** The search for files to hold back was stopped before its end. */
  unsearched: z.boolean(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;

/** The start of a held-back file, for the ask; it is not recorded. */
export const HeldBackText = z.strictObject({
  trash_id: z.string().max(64),
  /** Null when it is no text. */
  text: z.string().max(8000).nullable(),
  /** How many characters of it come after that; left out where there are none. */
  more: z.int().positive().optional(),
});
export type HeldBackText = Readonly<z.infer<typeof HeldBackText>>;
