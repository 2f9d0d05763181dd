import { z } from 'zod';

export const AskId = z.uuid().brand<'AskId'>();
export type AskId = z.infer<typeof AskId>;

export const RequestId = z.uuid().brand<'RequestId'>();
export type RequestId = z.infer<typeof RequestId>;

export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const EntryId = z.uuid().brand<'EntryId'>();
export type EntryId = z.infer<typeof EntryId>;

/** The name the user gave a client key; it is also the client's id. */
export const ClientId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use 1 to 40 lower-case letters, digits and hyphens')
  .brand<'ClientId'>();
export type ClientId = z.infer<typeof ClientId>;

/** The name that an agent without a key claims. The prefix keeps it different from every key's name. */
export const ClaimedId = z
  .string()
  .regex(
    /^agent:[A-Za-z0-9][\w.@:-]{0,63}$/,
    'use 1 to 64 letters, digits and . _ - @ :, a letter or digit first',
  )
  .brand<'ClientId'>();
