/**
 * What the user can do with the MCP servers behind the gate. The same schemas validate the
 * window's messages, the management routes and the stored data.
 */
import { z } from 'zod';
import { ClaimedId, ClientId } from '../base/ids.ts';
import { serverNamePattern } from './server-name.ts';
import { toolPolicies } from './server-views.ts';

export const ServerName = z
  .string()
  .regex(serverNamePattern, 'use 1 to 32 lower-case letters, digits and hyphens')
  .brand<'ServerName'>();
export type ServerName = z.infer<typeof ServerName>;

/** The name of an environment variable, or of a `${NAME}` in arguments and URLs. */
export const SecretName = z.string().regex(/^[A-Za-z_]\w{0,127}$/);
export const HeaderName = z.string().regex(/^[A-Za-z][\w-]{0,127}$/);

const argument = z.string().max(4096);
const folder = z.string().min(1).max(4096);
const host = z.string().min(1).max(253);

/**
 * `env` and `headers` are names: each value is the secret of that name in the keyring. `${NAME}`
 * in an argument or the URL is replaced by the secret of that name when the server starts.
 */
export const StdioServer = z.strictObject({
  kind: z.literal('stdio'),
  command: z.string().min(1).max(4096),
  args: z.array(argument).max(200).readonly(),
  env: z.array(SecretName).max(100).readonly(),
  /** Folders it may use, and hosts it may reach. */
  folders: z.array(folder).max(50).readonly(),
  hosts: z.array(host).max(100).readonly(),
  /** The user decided that it runs without the sandbox. */
  isOutsideSandbox: z.boolean(),
});

export const RemoteServer = z.strictObject({
  kind: z.enum(['http', 'sse']),
  url: z.url({ protocol: /^https?$/ }).max(4096),
  headers: z.array(HeaderName).max(50).readonly(),
});

export const ServerSpec = z.discriminatedUnion('kind', [StdioServer, RemoteServer]);
export type ServerSpec = z.infer<typeof ServerSpec>;

const secretValue = z.string().min(1).max(64_000);
export const Secrets = z.record(z.union([SecretName, HeaderName]), secretValue);
export type Secrets = z.infer<typeof Secrets>;

const name = ServerName;
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const clientId = z.union([ClientId, ClaimedId]);
const toolName = z.string().min(1).max(256);
const names = z.array(ServerName).min(1).max(200).readonly();
const seenFile = z.strictObject({ file: z.string().min(1).max(4096), seen: digest.nullable() });

/** What the user reviewed, by digest. `tool` null: the server's instructions. */
export const ReviewedText = z.strictObject({ tool: toolName.nullable(), seen: digest });
export type ReviewedText = z.infer<typeof ReviewedText>;

const review = z.strictObject({ name, texts: z.array(ReviewedText).min(1).max(2000).readonly() });

export const serverCommands = {
  'servers:list': z.undefined(),
  'servers:details': z.strictObject({ name }),
  'servers:log': z.strictObject({ name }),
  /** As it was added, to edit it. */
  'servers:spec': z.strictObject({ name }),
  'servers:add': z.strictObject({ name, spec: ServerSpec, secrets: Secrets }),
  'servers:edit': z.strictObject({ name, spec: ServerSpec }),
  'servers:remove': z.strictObject({ name }),
  'servers:enable': z.strictObject({ name, isEnabled: z.boolean() }),
  'servers:restart': z.strictObject({ name }),
  /** For the window only: no other transport may accept what a server says about itself. */
  'servers:accept': review,
  'servers:reject': review,
  'servers:set-policy': z.strictObject({ name, tool: toolName, policy: z.enum(toolPolicies) }),
  /** `tool` null: the whole server. */
  'servers:set-visible': z.strictObject({
    name,
    tool: toolName.nullable(),
    client: clientId,
    isVisible: z.boolean(),
  }),
  /** Null removes it. */
  'servers:set-secret': z.strictObject({
    name,
    secret: z.union([SecretName, HeaderName]),
    value: secretValue.nullable(),
  }),
  /** Opens the browser. */
  'servers:login': z.strictObject({ name }),
  'servers:logout': z.strictObject({ name }),
  'servers:found': z.undefined(),
  'servers:preview-move': z.strictObject({ names }),
  'servers:move': z.strictObject({ names, seen: z.array(seenFile).max(100).readonly() }),
  'servers:undo-move': z.strictObject({ moveId: z.uuid() }),
} as const;

export type ServerCommand = keyof typeof serverCommands;
export type ServerPayload<Name extends ServerCommand> = z.infer<(typeof serverCommands)[Name]>;
