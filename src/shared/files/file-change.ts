import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A file before and after a call, by the digest of its content; null if there is none. */
export const FileChange = z.strictObject({
  path: z.string().max(4096),
  before: digest.nullable(),
  after: digest.nullable(),
});
export type FileChange = z.infer<typeof FileChange>;
