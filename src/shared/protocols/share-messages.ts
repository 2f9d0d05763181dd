/**
 * The messages of src/shared/editing/share-protocol.ts as schemas, for the hub and the workbench.
 */
import { z } from 'zod';

const path = z.string().max(4096);
const epoch = z.string().max(64);
const version = z.string().max(64);
const bytes = z.base64();

const update = z.strictObject({ kind: z.literal('update'), epoch, update: bytes });

const toShared = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('join'),
    epoch,
    state: bytes,
    version,
    before: version.nullable(),
    clean: z.boolean(),
  }),
  update,
  z.strictObject({ kind: z.literal('leave') }),
]);

const fromShared = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('joined'), epoch, update: bytes, vector: bytes }),
  z.strictObject({ kind: z.literal('start'), epoch, state: bytes }),
  z.strictObject({ kind: z.literal('apart') }),
  update,
]);

/** From an editor: about a document that it has open. */
export const ShareMessage = z.strictObject({ type: z.literal('share'), path, message: toShared });
export type ShareMessage = z.infer<typeof ShareMessage>;

/** Only from the built-in workbench, which has the shared texts: for one editor. */
export const SharedReply = z.strictObject({
  ...{ type: z.literal('shared_reply'), path, message: fromShared },
  editor: z.string().max(64),
});
export type SharedReply = z.infer<typeof SharedReply>;

/** To the workbench: an editor's message. */
export const SharedBy = z.strictObject({
  ...{ type: z.literal('shared_by'), path, message: toShared },
  editor: z.string().max(64),
});

/** To the workbench: an editor disconnected, and may come back. */
export const SharerLost = z.strictObject({
  type: z.literal('sharer_lost'),
  editor: z.string().max(64),
});

/** To an editor: the workbench's reply, or changes by others. */
export const SharedNotice = z.strictObject({
  type: z.literal('shared_notice'),
  path,
  message: fromShared,
});

/** To an editor: the workbench is available, and documents can be shared. */
export const SharingOpen = z.strictObject({ type: z.literal('sharing_open') });
