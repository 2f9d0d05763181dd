/** An access ask in the form that survives a restart. */
import { z } from 'zod';
import { agentTransports, savedScopes, type AccessAsk } from '../access/access.ts';
import { HistoryBasis } from '../access/remembered.ts';
import { agentNames } from '../agents/agent-programs.ts';
import { AskId, ClaimedId, ClientId, RequestId } from '../base/ids.ts';

const pid = z.int();
const path = z.string();
const pin = z.strictObject({ path, device: z.string(), inode: z.string() });

const VerifiedCallerOnDisk = z.strictObject({
  pid,
  executable: path,
  cwd: path.nullable(),
  parents: z.array(z.strictObject({ pid, executable: path.nullable(), cwd: path.nullable() })),
  startedAt: z.number().nullable(),
  sameAsBefore: z.boolean(),
});

export const AccessAskOnDisk: z.ZodType<AccessAsk> = z.strictObject({
  kind: z.literal('access'),
  askId: AskId,
  requestId: RequestId,
  agent: z.strictObject({
    clientId: z.union([ClientId, ClaimedId]),
    claimedName: z.string(),
    claimedVersion: z.string(),
    door: z.enum(agentTransports),
    verified: VerifiedCallerOnDisk.nullable(),
    remote: z.string().max(100).optional(),
  }),
  scopes: savedScopes,
  roots: z.array(path),
  pins: z.array(pin),
  picked: z.array(pin).default([]),
  rootWarnings: z.record(z.string(), z.string()),
  reason: z.string(),
  inOurWords: z.literal(true).optional(),
  call: z.string().optional(),
  run: z.strictObject({ agent: z.enum(agentNames), hosts: z.array(z.string()) }).optional(),
  requestedSeconds: z.int(),
  askedAt: z.number(),
  deadline: z.number(),
  waiting: z.int(),
  isRemembered: z.literal(true).optional(),
  lastTime: z
    .strictObject({
      scopes: savedScopes,
      seconds: z.int(),
      grantedAt: z.number(),
      unused: savedScopes,
      leftOut: savedScopes,
      standing: z.strictObject({ whyNot: z.string().nullable(), never: savedScopes }),
      history: HistoryBasis.optional(),
    })
    .optional(),
  roles: z
    .array(
      z.strictObject({
        name: z.string(),
        scopes: savedScopes,
        roots: z.array(path),
        isOwn: z.boolean(),
      }),
    )
    .optional(),
  cutByRole: z
    .strictObject({ role: z.string(), scopes: savedScopes, roots: z.array(path) })
    .optional(),
});
