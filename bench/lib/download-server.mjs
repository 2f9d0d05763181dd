// A server in a process of its own: /BYTES sends that many, over HTTP and over TLS with a shared key,
// which needs no certificate. Prints both ports as JSON.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';

const key = Buffer.alloc(32, 7);
const piece = Buffer.alloc(1024 * 1024, 'x');

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
function send({ url = '' }, response) {
  let left = Number(url.slice(1));
  response.writeHead(200, { 'content-length': left });
  const next = () => {
    while (left > 0) {
      const part = piece.subarray(0, left);
      left -= part.length;
      if (!response.write(part)) return void response.once('drain', next);
    }
    response.end();
  };
  next();
}

const plain = http.createServer(send);
const secure = https.createServer(
  { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2', pskCallback: () => key },
  send,
);
const ports = [];
for (const server of [plain, secure]) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ports.push(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
}
console.log(JSON.stringify({ http: ports[0], https: ports[1] }));
