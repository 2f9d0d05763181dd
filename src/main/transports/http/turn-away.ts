/** When file descriptors run out: sends a short reply and closes the connection. */
import type { Duplex } from 'node:stream';
import { endRefused } from './replies.ts';

const lingerMs = 250;
const maxLingering = 16;
let lingering = 0;

/** No reply is possible before TLS. */
export function turnAway(socket: Duplex, canSpeak: boolean): void {
  socket.on('error', () => undefined);
  if (!canSpeak || lingering >= maxLingering) return void socket.destroy();
  lingering += 1;
  // Closing immediately would lose the reply when the request was not read yet.
  const close = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => {
    lingering -= 1;
    clearTimeout(close);
  });
  endRefused(socket, 'no-descriptors');
}
