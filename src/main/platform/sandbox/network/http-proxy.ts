/** The HTTP proxy of a session: CONNECT, and plain requests with an absolute URI. */
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { AnswerHead, forwardRequest, longestHead } from './plain-http.ts';
import {
  openTunnel,
  pump,
  type RequestConnection,
  type OpenedTunnel,
  type ConnectTarget,
} from './tunnel.ts';

const maxHeaderMs = 30_000;

/** It opens no listener; connections are passed to it. */
export function httpProxy(ask: RequestConnection): http.Server {
  const server = http.createServer({
    maxHeaderSize: longestHead,
    headersTimeout: maxHeaderMs,
    // An ask may take minutes, and an upload longer; the tunnel has its own timeouts.
    requestTimeout: 0,
    keepAliveTimeout: maxHeaderMs,
  });
  server.on('connect', (request: http.IncomingMessage, client: Duplex, head: Buffer) => {
    if (client instanceof net.Socket) void connectRequest(request, client, head, ask);
    else client.destroy();
  });
  const served = new WeakSet<net.Socket>();
  server.on('request', (request, response) => {
    // Every response closes its connection, so a following request on it is not answered.
    if (served.has(request.socket)) return;
    served.add(request.socket);
    void plainRequest(request, response, ask);
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  return server;
}

async function connectRequest(
  { url = '' }: http.IncomingMessage,
  client: net.Socket,
  head: Buffer,
  ask: RequestConnection,
): Promise<void> {
  client.on('error', () => client.destroy());
  const target = targetOf(url);
  if (!target) return void client.end(plainText(400, 'That is no host and port.'));
  const opened = await openTunnel(client, target, ask);
  if (client.destroyed) return;
  if (opened.kind !== 'open') return void client.end(plainText(statusOf(opened), opened.message));
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) opened.upstream.write(head);
  pump(client, opened);
}

async function plainRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  ask: RequestConnection,
): Promise<void> {
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') return refuse(response, 400, 'This is a proxy for http URLs.');
  const target = { host: bare(url.hostname), port: Number(url.port || 80) };
  const opened = await openTunnel(request.socket, target, ask);
  if (opened.kind !== 'open') return refuse(response, statusOf(opened), opened.message);
  const { upstream, reader } = opened;
  const head = new AnswerHead((message) => {
    upstream.destroy();
    refuse(response, 502, message);
  });
  reader.passOn(upstream, request.socket, head);
  forwardRequest(request, url, upstream);
}

function refuse(response: http.ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`Gatehouse: ${message}\n`);
}

const statusOf = ({ kind }: OpenedTunnel): number => (kind === 'refused' ? 403 : 502);

function plainText(status: number, message: string): string {
  const text = `Gatehouse: ${message}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** `host:port`; the host may be in brackets. */
function targetOf(text: string): ConnectTarget | null {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  return host !== '' && number >= 1 && number <= 65_535 ? { host: bare(host), port: number } : null;
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
