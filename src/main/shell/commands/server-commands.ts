/**
 * What the Servers page may do. A server that shall run without the sandbox is confirmed in a system
 * dialog, which no page can answer.
 */
import type { mainCommands, MainReplies } from '../../../shared/ipc/main-window.ts';
import type { ServerName, ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { ServerReceipt } from '../../../shared/servers/server-views.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { realHome } from '../../platform/paths/real-home.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { IpcHandlers } from '../windows/ipc.ts';
import { shellText } from '../shell-text.ts';
import type { SettingQuestion } from './setting-confirmations.ts';

type ServerHandlers = Pick<
  IpcHandlers<typeof mainCommands, MainReplies>,
  Extract<keyof MainReplies, `servers:${string}`>
>;

export function serverCommands(
  { servers, serverMoves }: Pick<ShellDeps, 'servers' | 'serverMoves'>,
  confirm: (question: SettingQuestion) => Promise<boolean>,
): ServerHandlers {
  const confirmed = async (
    name: ServerName,
    spec: ServerSpec,
    save: () => Promise<ServerReceipt>,
  ): Promise<ServerReceipt> => {
    const question = questionAbout(name, spec, servers.specOf(name));
    return question === null || (await confirm(question)) ? save() : notConfirmed;
  };
  return {
    'servers:list': () => servers.list(),
    'servers:details': ({ name }) => servers.details(name),
    'servers:log': ({ name }) => servers.log(name),
    'servers:spec': ({ name }) => servers.specOf(name),
    'servers:add': ({ name, spec, secrets }) =>
      confirmed(name, spec, () => servers.add(name, spec, secrets)),
    'servers:edit': ({ name, spec }) => confirmed(name, spec, () => servers.edit(name, spec)),
    'servers:remove': ({ name }) => servers.remove(name),
    'servers:enable': ({ name, isEnabled }) => servers.enable(name, isEnabled),
    'servers:restart': ({ name }) => servers.restart(name),
    'servers:accept': ({ name, texts }) => servers.accept(name, texts),
    'servers:reject': ({ name, texts }) => servers.reject(name, texts),
    'servers:set-policy': (change) => servers.setPolicy(change),
    'servers:set-visible': (change) => servers.setVisible(change),
    'servers:set-secret': (change) => servers.setSecret(change),
    'servers:login': ({ name }) => servers.login(name),
    'servers:logout': ({ name }) => servers.logout(name),
    'servers:found': async () => ({ ...(await serverMoves.found()), home: realHome() }),
    'servers:preview-move': ({ names }) => serverMoves.preview(names),
    'servers:move': ({ names, seen }) => serverMoves.move(names, seen),
    'servers:undo-move': ({ moveId }) => serverMoves.undo(moveId),
  };
}

/** Null for a server in the sandbox, and if nothing that was confirmed before changes. */
function questionAbout(
  name: string,
  spec: ServerSpec,
  before: ServerSpec | null,
): SettingQuestion | null {
  if (spec.kind !== 'stdio' || !spec.isOutsideSandbox) return null;
  if (JSON.stringify(spec) === JSON.stringify(before)) return null;
  const command = visibleText([spec.command, ...spec.args].join(' '));
  return {
    message: shellText.unsandboxedServerTitle(name),
    detail: `${shellText.unsandboxedServerConsequence}\n\n${shellText.serverCommandLine(command)}`,
    yes: shellText.allowUnsandboxedServer,
  };
}

const notConfirmed: ServerReceipt = {
  kind: 'refused',
  why: shellText.notConfirmed,
  hint: shellText.notConfirmedHint,
};
