/** A file as it was when a call was judged; at run time it must still be the same. */
import { z } from 'zod';

export const FilePin = z.strictObject({
  /** With links followed. */
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  size: z.string(),
  /** Nanoseconds. */
  modified: z.string(),
  /** Nanoseconds; unlike the other it cannot be set back. */
  changed: z.string(),
  /** Null when it may be run but not read, or is too large to be read. */
  sha256: z.string().nullable(),
});
export type FilePin = Readonly<z.infer<typeof FilePin>>;
