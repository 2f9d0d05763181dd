/** `<data>/gatehouse.json`: how programs of this user find the running Gatehouse. */
import { z } from 'zod';

export const discoveryFileName = 'gatehouse.json';

export const Discovery = z.object({
  pid: z.int(),
  version: z.string(),
  port: z.int(),
  url: z.string(),
  mcpUrl: z.string(),
  /** Null until that listener is open. */
  browserPort: z.int().nullable(),
  pluginSocket: z.string().nullable(),
  /** The user's second address; null when there is none. */
  tlsUrl: z.string().nullable().default(null),
  managementTokenFile: z.string(),
  /** Of this run, to check that it is us who listen (server-proof.ts). */
  proofKey: z.string().regex(/^[0-9a-f]{64}$/),
  startedAt: z.string(),
});
export type Discovery = z.infer<typeof Discovery>;
