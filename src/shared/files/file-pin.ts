/** A file as it was when a call was judged; it must be unchanged when the call runs. */
import { z } from 'zod';

export const FilePin = z.strictObject({
  /** With links resolved. */
  path: z.string(),
  device: z.string(),
  inode: z.string(),
  size: z.string(),
  /** Nanoseconds. */
  modified: z.string(),
  /** Nanoseconds; unlike mtime it cannot be set back. */
  changed: z.string(),
  /** Null if it may be executed but not read, or is too large to read. */
  sha256: z.string().nullable(),
});
export type FilePin = Readonly<z.infer<typeof FilePin>>;
