/**
 * Proxies one plain HTTP request. The request is rewritten for the server; in the response only
 * the head is changed, so the body passes unmodified. Each connection serves one request.
 */
import type http from 'node:http';
import type net from 'node:net';
import type { FirstBytes } from './bulk-reader.ts';

export const longestHead = 32 * 1024;

/** Headers for the proxy itself, or for one hop only. */
const ownHeaders: ReadonlySet<string> = new Set([
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
]);
/** Headers that we write ourselves; `Expect` was already answered by our server. */
const notForwarded: ReadonlySet<string> = new Set([...ownHeaders, 'host', 'expect']);
const hopHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive']);

const lineEnd = '\r\n';
const headEnd = Buffer.from('\r\n\r\n');
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: |\r|$)/;
const noHttp = 'The server does not answer in HTTP.';

/** Sends the request to the server and streams its body. */
export function forwardRequest(request: http.IncomingMessage, url: URL, upstream: net.Socket) {
  const { method = 'GET', rawHeaders, headers } = request;
  const kept = Array.from({ length: rawHeaders.length / 2 }, (_, at) => ({
    name: rawHeaders[at * 2] ?? '',
    value: rawHeaders[at * 2 + 1] ?? '',
  })).filter(({ name }) => !notForwarded.has(name.toLowerCase()));
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...kept.map(({ name, value }) => `${name}: ${value}`),
    'Connection: close',
  ];
  upstream.write(`${lines.join(lineEnd)}${lineEnd}${lineEnd}`, 'latin1');
  if (headers['transfer-encoding'] === undefined)
    return void request.pipe(upstream, { end: false });
  // The chunks were decoded when the request was read.
  request.on('data', (piece: Buffer) => {
    const isFree = upstream.write(
      Buffer.concat([
        Buffer.from(`${piece.length.toString(16)}${lineEnd}`),
        piece,
        Buffer.from(lineEnd),
      ]),
    );
    if (isFree) return;
    request.pause();
    upstream.once('drain', () => request.resume());
  });
  request.once('end', () => upstream.write(`0${lineEnd}${lineEnd}`));
}

/** Changes the head of a response for the client: its connection closes afterwards. */
export class AnswerHead implements FirstBytes {
  readonly #fail: (message: string) => void;
  #head = Buffer.alloc(0);

  /** `fail` is called if the server does not answer in HTTP. */
  constructor(fail: (message: string) => void) {
    this.#fail = fail;
  }

  take(bytes: Buffer): Buffer | null {
    this.#head = Buffer.concat([this.#head, bytes]);
    for (;;) {
      const end = this.#head.indexOf(headEnd);
      if (end === -1) {
        if (this.#head.length > longestHead) this.#fail(noHttp);
        return null;
      }
      const text = this.#head.subarray(0, end).toString('latin1');
      const rest = this.#head.subarray(end + headEnd.length);
      const status = statusLine.exec(text)?.[1];
      if (status === undefined) {
        this.#fail(noHttp);
        return null;
      }
      // Informational responses before the actual one, such as 103 Early Hints, are left out.
      if (!status.startsWith('1'))
        return Buffer.concat([Buffer.from(changed(text), 'latin1'), rest]);
      this.#head = rest;
    }
  }

  ended(): void {
    this.#fail('The server closed the connection without an answer.');
  }
}

function changed(head: string): string {
  const [first = '', ...lines] = head.split(lineEnd);
  const nameOf = (line: string): string => (line.split(':')[0] ?? '').trim().toLowerCase();
  const kept = lines.filter((line) => !hopHeaders.has(nameOf(line)));
  return [first, ...kept, 'Connection: close', '', ''].join(lineEnd);
}
