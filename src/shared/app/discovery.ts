/** `<data>/gatehouse.json`, through which the user's programs find the running Gatehouse. */
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
  /** The user's second address; null if there is none. */
  tlsUrl: z.string().nullable().default(null),
  managementTokenFile: z.string(),
  /** Of this run, to verify that Gatehouse is the listener (server-proof.ts). */
  proofKey: z.string().regex(/^[0-9a-f]{64}$/),
  startedAt: z.string(),
});
export type Discovery = z.infer<typeof Discovery>;
