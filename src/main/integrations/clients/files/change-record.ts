/** The record of each change of a client's file, so that it can be undone byte for byte. */
import { z } from 'zod';
import { clientIds, clientPurposes, clientWays } from '../../../../shared/integrations/clients.ts';
import { ClientId } from '../../../../shared/base/ids.ts';
import type { Json } from '../edit/json-value.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const json: z.ZodType<Json, Json> = z.json();
const keyPath = z.array(z.string()).readonly();

const ConfigEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), path: keyPath, value: json }),
  z.strictObject({
    kind: z.literal('include'),
    path: keyPath,
    item: json,
    by: z.string().exactOptional(),
    mark: z.string().exactOptional(),
    isFirst: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('remove'),
    path: keyPath,
    item: z.strictObject({ by: z.string(), name: z.string() }).exactOptional(),
  }),
]);

const valueBefore = z.strictObject({ was: json.exactOptional(), depth: z.int() }).nullable();

/**
 * The journal keeps the field names of earlier versions, so that versions can undo each other's
 * changes.
 */
const CompletedEdit = z.codec(
  z.strictObject({ wish: ConfigEdit, before: valueBefore }),
  z.strictObject({ edit: ConfigEdit, before: valueBefore }),
  {
    decode: ({ wish: edit, before }) => ({ edit, before }),
    encode: ({ edit, before }) => ({ wish: edit, before }),
  },
);

export const ChangeRecord = z.strictObject({
  changeId: z.uuid(),
  client: z.enum(clientIds),
  purpose: z.enum(clientPurposes),
  way: z.enum(clientWays).nullable(),
  scope: z.enum(['user', 'project']),
  file: z.string(),
  target: z.string(),
  at: z.number(),
  /** At startup, `writing` and `undoing` occur only after a crash. */
  phase: z.enum(['writing', 'written', 'undoing']),
  before: digest.nullable(),
  after: digest,
  /** The content that an undo will leave, while it is in progress. */
  undone: digest.nullable(),
  mode: z.int(),
  names: z.strictObject({ fresh: z.string(), kept: z.string() }),
  /** Folders created for it, outermost first. */
  folders: z.array(z.string()).readonly(),
  fulfilled: z.array(CompletedEdit).readonly(),
  /**
   * The user kept another program's change of it, so it is no longer compared with what we would
   * write.
   */
  accepted: z.literal(true).exactOptional(),
  /** The client key that this change created. */
  key: ClientId.nullable(),
  /** When that key was last used. */
  seen: z.strictObject({ at: z.number(), executable: z.string().nullable() }).nullable(),
});
export type ChangeRecord = z.infer<typeof ChangeRecord>;
