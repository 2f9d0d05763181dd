/** Routes that create, list and revoke client keys. */
import { z } from 'zod';
import type { SessionEnd } from '../../../shared/access/access.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { withBody, type Routes } from './routes.ts';

const KeyName = z.strictObject({ name: ClientId });
const NewKey = KeyName.extend({ in_path: z.boolean().default(false) });

export function keyRoutes(core: Core, clientKeys: ClientKeys): Routes {
  return {
    'GET /keys': async () => ({ keys: clientKeys.list() }),
    'POST /keys': withBody(NewKey, async ({ name, in_path: inPath }) => {
      const added = await clientKeys.add(name, { inPath });
      if (isError(added)) return added;
      const detail = inPath ? `${name}; it may stand in the address` : name;
      if (await core.note('client-key.added', detail)) return { name, key: added.key };
      await clientKeys.revoke(name);
      return refused('audit-unavailable');
    }),
    'POST /keys/revoke': withBody(KeyName, async ({ name }) => {
      const problem = await takeClientKey(core, clientKeys, name, 'management-api');
      return problem ?? { name, revoked: true };
    }),
  };
}

/** Revokes the key, withdraws the client's asks and ends its sessions. */
async function takeClientKey(
  core: Core,
  clientKeys: ClientKeys,
  name: ClientId,
  by: SessionEnd,
): Promise<Refused | null> {
  const problem = await clientKeys.revoke(name);
  if (problem) return problem;
  endAllOf(core, name, by);
  await core.note('client-key.revoked', name);
  return null;
}

/**
 * A new key for the MCP client inside an editor, which replaces an earlier one; null when it cannot
 * have one. The user asked for it in the editor, so the user ended what the earlier one had opened.
 */
export async function newEditorKey(
  core: Core,
  clientKeys: ClientKeys,
  pluginId: string,
): Promise<string | null> {
  const made = await clientKeys.addForEditor(pluginId);
  if (isError(made)) {
    await core.note('plugin.client-key-refused', `${pluginId}: ${made.message} ${made.hint}`);
    return null;
  }
  const client = clientKeys.ownerOf(made.key);
  if (client) endAllOf(core, client, 'person');
  return made.key;
}

/** Revokes the key of the MCP client inside an editor, together with the key of the editor. */
export async function takeEditorKey(
  core: Core,
  clientKeys: ClientKeys,
  pluginId: string,
): Promise<void> {
  const client = clientKeys.clientInEditor(pluginId);
  if (client) await takeClientKey(core, clientKeys, client, 'person');
}

/** Withdraws the asks and ends the sessions of a client that has lost its key. */
function endAllOf(core: Core, client: ClientId, by: SessionEnd): void {
  core.asks.withdrawAllOf(client);
  for (const { sessionId, agent, ended } of core.sessions.list()) {
    if (agent.clientId === client && !ended) core.sessions.end(sessionId, by);
  }
}
