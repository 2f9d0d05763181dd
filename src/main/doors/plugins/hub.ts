/** Where editor plugins connect: hello, welcome, then commands down and results up. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import {
  FromPlugin,
  pluginProtocolVersion,
  type ToPlugin,
} from '../../../shared/plugin-protocol.ts';
import type { Core } from '../../core/offers.ts';
import type { Credential } from '../wire/credentials.ts';
import { pathOf, type SocketDoor } from '../wire/loopback-server.ts';
import { PluginExecutor } from './plugin-executor.ts';

type PluginCredential = Extract<Credential, { audience: 'plugin' }>;

interface Deps {
  readonly core: Core;
  readonly resultBytes: number;
  readonly onTrouble: (text: string) => void;
}

const helloWithinMs = 5_000;
const badMessage = 1008;

export class PluginHub implements SocketDoor<'plugin'>, Disposable {
  readonly audience = 'plugin';
  readonly #deps: Deps;
  readonly #sockets: WebSocketServer;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      // One message holds one result; JSON writes a control character in six bytes.
      maxPayload: deps.resultBytes * 6 + 65_536,
    });
  }

  matches(path: string): boolean {
    return path.startsWith('/plugin/');
  }

  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    credential: PluginCredential,
  ): void {
    if (pathOf(request) !== `/plugin/${credential.pluginId}`) return void socket.destroy();
    this.#sockets.handleUpgrade(request, socket, head, (plugin) =>
      this.#greet(plugin, credential.pluginId),
    );
  }

  dispose(): Promise<void> {
    for (const plugin of this.#sockets.clients) plugin.terminate();
    return new Promise((resolve) => this.#sockets.close(() => resolve()));
  }

  #greet(plugin: WebSocket, pluginId: string): void {
    const late = setTimeout(() => plugin.close(badMessage, 'say hello first'), helloWithinMs);
    plugin.once('close', () => clearTimeout(late));
    plugin.on('error', (error) => this.#deps.onTrouble(`plugin ${pluginId}: ${error.message}`));
    plugin.once('message', (data) => {
      clearTimeout(late);
      const hello = read(data);
      if (
        hello?.type !== 'hello' ||
        hello.plugin_id !== pluginId ||
        hello.protocol !== pluginProtocolVersion
      ) {
        return plugin.close(badMessage, 'that was no hello we understand');
      }
      this.#welcome(plugin, hello.name, new Set(hello.actions));
    });
  }

  #welcome(plugin: WebSocket, name: string, actions: ReadonlySet<string>): void {
    const send = (message: ToPlugin): void => plugin.send(JSON.stringify(message));
    const executor = new PluginExecutor({
      name,
      actions,
      send,
      resultBytes: this.#deps.resultBytes,
    });
    const registered = this.#deps.core.executors.register(executor);
    plugin.on('message', (data) => {
      const message = read(data);
      if (message?.type === 'result') executor.receive(message);
      else plugin.close(badMessage, 'only results are expected here');
    });
    plugin.once('close', () => {
      void registered.dispose();
      executor.disconnected();
    });
    send({ type: 'welcome', protocol: pluginProtocolVersion });
  }
}

/** Messages come as Buffers, since `binaryType` is left as it is. */
function read(data: RawData): FromPlugin | null {
  try {
    return FromPlugin.parse(JSON.parse((data as Buffer).toString('utf8')));
  } catch {
    return null;
  }
}
