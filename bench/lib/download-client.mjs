// Downloads once, plainly or through the proxy of the session, and prints how long that took:
// download-client.mjs http|https PORT BYTES [PROXY-PORT]. Runs inside the sandbox, alone.
import http from 'node:http';
import tls from 'node:tls';

const [, , scheme = '', port = '', bytes = '', proxyPort] = process.argv;
const key = Buffer.alloc(32, 7);
const server = { host: '127.0.0.1', port: Number(port) };
const proxy = { host: '127.0.0.1', port: Number(proxyPort) };
const from = proxyPort === undefined ? server : proxy;

/** @param {import('node:net').Socket} [socket] */
function secured(socket) {
  const how = {
    ...{ ciphers: 'PSK-AES128-GCM-SHA256', checkServerIdentity: () => undefined },
    ...{
      maxVersion: /** @type {const} */ ('TLSv1.2'),
      minVersion: /** @type {const} */ ('TLSv1.2'),
    },
    pskCallback: () => ({ psk: key, identity: 'bench' }),
  };
  return tls.connect(socket ? { ...how, socket } : { ...how, ...server });
}

/** @param {http.RequestOptions} options */
function download(options) {
  http.get({ ...options, headers: { host: `127.0.0.1:${port}` } }, (answer) => {
    let count = 0;
    answer.on('data', (piece) => (count += piece.length));
    answer.on('end', () => {
      if (count !== Number(bytes)) throw new Error(`${answer.statusCode}: ${count} bytes`);
      console.log(performance.now() - began);
      process.exit(0);
    });
  });
}

const began = performance.now();
if (scheme === 'http') {
  const url = proxyPort === undefined ? `/${bytes}` : `http://127.0.0.1:${port}/${bytes}`;
  download({ ...from, path: url });
} else if (proxyPort === undefined) {
  download({ createConnection: () => secured(), path: `/${bytes}` });
} else {
  const asked = http.request({ ...proxy, method: 'CONNECT', path: `127.0.0.1:${port}` });
  asked.on('connect', (_answer, socket) =>
    download({
      createConnection: () => secured(socket),
      path: `/${bytes}`,
    }),
  );
  asked.end();
}
