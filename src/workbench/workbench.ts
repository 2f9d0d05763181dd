/** The built-in editor: connects to the hub like any plugin and carries out what it is told. */
import { WebSocket } from 'ws';
import type { Disposable } from '../shared/base/disposable.ts';
import { failed, type Outcome } from '../shared/outcomes.ts';
import {
  pluginProtocolVersion,
  ToPlugin,
  workbenchPluginId,
  type Command,
  type FromPlugin,
  type WorkbenchAction,
} from '../shared/plugin-protocol.ts';
import { openFile } from './files/open-file.ts';

const badMessage = 1008;

const hands: Readonly<Record<WorkbenchAction, (command: Command) => Promise<Outcome>>> = {
  open_file: openFile,
};

export interface WorkbenchOptions {
  readonly hubUrl: string;
  readonly pluginKey: string;
  readonly version: string;
  readonly onClosed: (why: string) => void;
}

export class Workbench implements Disposable {
  readonly #options: WorkbenchOptions;
  readonly #socket: WebSocket;

  constructor(options: WorkbenchOptions) {
    this.#options = options;
    this.#socket = new WebSocket(`${options.hubUrl}/plugin/${workbenchPluginId}`, {
      headers: { Authorization: `Bearer ${options.pluginKey}` },
      perMessageDeflate: false,
      handshakeTimeout: 5_000,
    });
  }

  start(): void {
    this.#socket.on('open', () => this.#send(this.#hello()));
    this.#socket.on('message', (data) => {
      this.#receive((data as Buffer).toString('utf8')).catch(() =>
        this.#socket.close(badMessage, 'that was no message we understand'),
      );
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code, reason) => this.#options.onClosed(`${code} ${String(reason)}`));
  }

  dispose(): void {
    this.#socket.terminate();
  }

  #hello(): FromPlugin {
    return {
      type: 'hello',
      protocol: pluginProtocolVersion,
      plugin_id: workbenchPluginId,
      name: 'Workbench',
      version: this.#options.version,
      actions: Object.keys(hands),
      workspace_folders: [],
    };
  }

  async #receive(text: string): Promise<void> {
    const message = ToPlugin.parse(JSON.parse(text));
    if (message.type === 'cmd') this.#send(resultOf(message.id, await carryOut(message)));
  }

  #send(message: FromPlugin): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

const isOurs = (action: string): action is WorkbenchAction => Object.hasOwn(hands, action);

async function carryOut(command: Command): Promise<Outcome> {
  if (!isOurs(command.action)) return failed('unknown-action');
  return hands[command.action](command).catch((error: unknown) =>
    failed('action-failed', String(error)),
  );
}

function resultOf(id: string, outcome: Outcome): FromPlugin {
  if (outcome.kind === 'done')
    return { type: 'result', id, status: 'ok', data: { ...outcome.data } };
  const { code, message } = outcome;
  return { type: 'result', id, status: 'error', data: { code, message } };
}
