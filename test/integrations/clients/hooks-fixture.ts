/** Installs and removes hooks as the sheet does: looks at the diff, then clicks. */
import type { ClientSetupRequest, KnownClient } from '../../../src/shared/integrations/clients.ts';
import { codexProgram } from '../../fakes/codex-program.ts';
import { ClientSetupFixture, ours } from './client-setup-fixture.ts';

export async function hooksRequest(
  here: ClientSetupFixture,
  client: KnownClient,
): Promise<ClientSetupRequest> {
  const { hooks } = await here.card(client);
  if (!hooks) throw new Error(client);
  return {
    client,
    undo: [],
    write: hooks.files.map((file) => ({ purpose: 'hooks', way: null, file })),
  };
}

export async function applied(here: ClientSetupFixture, request: ClientSetupRequest) {
  const shown = await here.setup.preview(request);
  if (shown.kind !== 'possible') throw new Error(JSON.stringify(shown));
  const receipt = await here.setup.apply(request, shown.files);
  if (receipt.kind !== 'done') throw new Error(receipt.why);
  return shown;
}

export const installed = async (here: ClientSetupFixture, client: KnownClient) =>
  applied(here, await hooksRequest(here, client));

export async function undoAll(here: ClientSetupFixture, client: KnownClient): Promise<void> {
  const { changes } = await here.card(client);
  await applied(here, { client, undo: changes.map(({ changeId }) => changeId), write: [] });
}

export const openWithCodex = (command = ours): Promise<ClientSetupFixture> =>
  ClientSetupFixture.open({ path: codexProgram(), command });

/** A hook of another program. */
export const theirs = { matcher: 'Bash', hooks: [{ type: 'command', command: 'their-check' }] };
