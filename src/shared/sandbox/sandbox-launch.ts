/**
 * How one program is started in its session's sandbox. Main derives it from the session's profile;
 * the workbench starts exactly this and decides nothing.
 */
import { z } from 'zod';

export const SandboxLaunch = z.strictObject({
  /** SHA-256 of the profile's canonical text; recorded in the ledger entry. */
  profileSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The absolute path of the bubblewrap program. */
  bwrap: z.string().startsWith('/'),
  /** All arguments of bubblewrap up to, but not including, `--`. */
  args: z.array(z.string()),
  /** The environment inside; also contained in `args`. */
  env: z.record(z.string(), z.string()),
  /** The process whose network namespace is joined; null: no network at all. */
  network: z.strictObject({ holderPid: z.int().positive() }).nullable(),
  limits: z.strictObject({
    /** Limit for all its processes together. */
    memoryBytes: z.int().positive(),
    /** Processes and threads together. */
    processes: z.int().positive(),
    /** Limit for /tmp, and for the private home folder. */
    folderBytes: z.int().positive(),
  }),
  /** Runs before the program inside and sets the per-process limits; may be empty. */
  limiter: z.array(z.string()),
  /**
   * The session's /tmp, home folder and own files: they must exist and be readable only by their
   * owner.
   */
  privateFolders: z.array(z.string()),
  /**
   * It runs without an ask because it can be undone, so it does not start without a checkpoint of
   * all folders.
   */
  needsCheckpoint: z.literal(true).optional(),
  /** A file with the filter's bytes; it is passed on its descriptor (bwrap-descriptors.ts). */
  seccompFile: z.string(),
});
export type SandboxLaunch = Readonly<z.infer<typeof SandboxLaunch>>;
