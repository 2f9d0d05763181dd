/** `<data>/settings.json`: unknown keys are kept out, missing ones have these defaults. */
import { z } from 'zod';

export const Settings = z.strictObject({
  startHidden: z.boolean().default(true),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Whether whoever has the management token may say yes to access; never to a single call. */
  approveOverHttp: z.boolean().default(false),
  /** A second listener, for another interface: only with TLS, and never by default. */
  listen: z
    .strictObject({
      host: z.string().min(1).max(255),
      port: z.int().min(1).max(65_535),
      certFile: z.string().min(1),
      keyFile: z.string().min(1),
      /** Names under which it may be called, besides `host`. */
      names: z.array(z.string().min(1).max(255)).max(16).default([]),
    })
    .nullable()
    .default(null),
  /** Seconds a question waits for the person before silence becomes no. */
  askTimeoutSeconds: z.int().min(10).max(3600).default(300),
  /** Names or paths that are asked about before a change, beside those that always are. */
  protectedNames: z.array(z.string().trim().min(1).max(400)).max(200).readonly().default([]),
  session: z
    .strictObject({
      idleSeconds: z.int().min(60).max(28_800).default(600),
      endOnScreenLock: z.boolean().default(true),
    })
    .prefault({}),
  limits: z
    .strictObject({
      callsPerSecond: z.number().min(0.1).max(1000).default(10),
      burst: z.int().min(1).max(1000).default(20),
      pendingAsksPerClient: z.int().min(1).max(64).default(8),
      sessions: z.int().min(1).max(64).default(8),
      callsAtOnce: z.int().min(1).max(256).default(16),
      sameCallPerMinute: z.int().min(1).max(1000).default(30),
      editBytes: z.int().min(1024).max(16_777_216).default(102_400),
      editBytesPerFile: z.int().min(1024).max(1_073_741_824).default(2_097_152),
      editBytesPerDay: z.int().min(1024).max(1_073_741_824).default(20_971_520),
      resultBytes: z.int().min(1024).max(16_777_216).default(1_048_576),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = Settings.parse({});
