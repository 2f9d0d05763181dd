/** An access ask as it is kept across a restart. */
import { z } from 'zod';
import { scopeName, type AccessAsk } from './access.ts';
import { AskId, ClientId, RequestId } from './ids.ts';

export const AccessAskOnDisk: z.ZodType<AccessAsk> = z.strictObject({
  kind: z.literal('access'),
  askId: AskId,
  requestId: RequestId,
  agent: z.strictObject({
    clientId: ClientId,
    claimedName: z.string(),
    claimedVersion: z.string(),
    door: z.literal('mcp'),
  }),
  scopes: z.array(scopeName),
  roots: z.array(z.string()),
  rootWarnings: z.record(z.string(), z.string()),
  reason: z.string(),
  requestedSeconds: z.int(),
  askedAt: z.number(),
  deadline: z.number(),
  waiting: z.int(),
});
