/** Settings of all our WebSocket servers: limited message size, no compression. */
import { WebSocketServer, type ServerOptions } from 'ws';
import { endRefused } from '../http/replies.ts';
import { closeCodes } from './close-codes.ts';

/** The only subprotocol. A token that a client offers beside it is never sent back. */
export const subprotocol = 'gatehouse.v1';

interface SocketServerOptions extends ServerOptions {
  /** An option of `ws` that its types do not list. */
  readonly closeTimeout: number;
}

export function newSocketServer(maxPayload: number): WebSocketServer {
  const options: SocketServerOptions = {
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    maxFragments: 64,
    maxBufferedChunks: 1024,
    // Time for a slow reader to read the reason, even on a busy machine.
    closeTimeout: 10_000,
    // A flood of pings would fill the buffer with pongs; LiveSocket answers as many as it can send.
    autoPong: false,
    handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
  };
  const server = new WebSocketServer(options);
  server.on('wsClientError', (_error, socket) => endRefused(socket, 'bad-request'));
  return server;
}

/** Closes all sockets after their token was replaced. */
export function endAllOf(server: WebSocketServer): void {
  for (const socket of server.clients) socket.close(closeCodes.ended, 'the token was replaced');
}

export function closeServer(server: WebSocketServer): Promise<void> {
  for (const socket of server.clients) {
    socket.close(closeCodes.goingAway, 'Gatehouse is closing');
    socket.terminate();
  }
  return new Promise((resolve) => server.close(() => resolve()));
}
