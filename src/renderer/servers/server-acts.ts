/** Sends commands about servers to the main process and reports their results to the user. */
import type { MainPayload } from '../../shared/ipc/main-window.ts';
import type { ServerCommand, ServerName } from '../../shared/servers/server-commands.ts';
import type { ServerReceipt } from '../../shared/servers/server-views.ts';
import type { ServerReplies } from '../../shared/ipc/servers.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { serversText } from './servers-text.ts';

/** Commands that change something. */
export type ServerAct = {
  [Name in ServerCommand]: ServerReplies[Name] extends ServerReceipt ? Name : never;
}[ServerCommand];

const unreachable: ServerReceipt = {
  kind: 'refused',
  why: serversText.noResponse,
  hint: serversText.tryAgain,
};

export const sendAct = async <Name extends ServerAct>(
  name: Name,
  payload: MainPayload<Name>,
): Promise<ServerReceipt> => {
  const send = bridge.command as (command: Name, sent: MainPayload<Name>) => Promise<ServerReceipt>;
  return send(name, payload).catch(() => unreachable);
};

/** Says the result below the page; true when it was done. */
export async function act<Name extends ServerAct>(
  name: Name,
  payload: MainPayload<Name>,
): Promise<boolean> {
  const receipt = await sendAct(name, payload);
  say(receipt.kind === 'done' ? receipt.words : serversText.failed(receipt.why, receipt.hint));
  return receipt.kind === 'done';
}

/** Main checks it again. */
export const serverName = (name: string): ServerName => name as ServerName;
