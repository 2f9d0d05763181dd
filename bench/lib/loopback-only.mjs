// For peers that would listen on every interface: whatever listens, listens on 127.0.0.1. And their
// readers of arguments take Electron for a packaged app unless they are told otherwise.
import net from 'node:net';

Reflect.set(process, 'defaultApp', true);
const listen = Reflect.get(net.Server.prototype, 'listen');

/** @this {net.Server} @param {unknown[]} args */
function listenOnLoopback(...args) {
  const [first] = args;
  const port = typeof first === 'object' && first ? Reflect.get(first, 'port') : Number(first);
  const callback = args.find((arg) => typeof arg === 'function');
  return Reflect.apply(listen, this, [{ port, host: '127.0.0.1' }, callback]);
}

Reflect.set(net.Server.prototype, 'listen', listenOnLoopback);
