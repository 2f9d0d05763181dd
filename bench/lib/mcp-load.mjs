// A cheap MCP client: prepared requests on plain sockets, one call at a time on each.
import net from 'node:net';
import { median } from './figures.mjs';

const accept = 'application/json, text/event-stream';

/** @typedef {{ port: number, key?: string, tool?: object }} Target */

export class McpLink {
  /** @type {net.Socket} */
  #socket;
  /** @type {Buffer} */
  #received = Buffer.alloc(0);
  /** @type {((body: string) => void) | null} */
  #answered = null;
  /** @type {Buffer | null} */
  #sent = null;
  #port;
  #key;
  #session = '';
  #closed = false;

  /** @param {Target} target */
  constructor({ port, key }) {
    this.#port = port;
    this.#key = key;
    this.#socket = this.#connect();
  }

  /** Begins a session, or goes on with one. @param {string} [session] */
  async start(session) {
    if (session) {
      this.#session = session;
      return session;
    }
    const head = await this.send(
      this.prepare('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1' },
      }),
      true,
    );
    this.#session = /mcp-session-id: *([^\r\n]+)/i.exec(head)?.[1] ?? '';
    await this.send(this.prepare('notifications/initialized', undefined));
    return this.#session;
  }

  close() {
    this.#closed = true;
    this.#socket.destroy();
  }

  /** Servers close connections that were idle for some seconds; then the call goes over a new one. */
  #connect() {
    const socket = net.connect(this.#port, '127.0.0.1').setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.#closed || socket !== this.#socket || !this.#sent) return;
      this.#socket = this.#connect();
      this.#socket.write(this.#sent);
    });
    return socket;
  }

  /** @param {string} method @param {object | undefined} params */
  prepare(method, params) {
    const id = method.startsWith('notifications/') ? {} : { id: 1 };
    const body = JSON.stringify({ jsonrpc: '2.0', ...id, method, ...(params ? { params } : {}) });
    const lines = [
      'POST /mcp HTTP/1.1',
      `Host: 127.0.0.1:${this.#port}`,
      `Accept: ${accept}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(this.#key ? [`Authorization: Bearer ${this.#key}`] : []),
      ...(this.#session ? [`Mcp-Session-Id: ${this.#session}`] : []),
    ];
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  /** @param {Buffer} request @param {boolean} [withHead] @returns {Promise<string>} */
  send(request, withHead = false) {
    return new Promise((resolve) => {
      this.#answered = (whole) =>
        resolve(withHead ? whole : whole.slice(whole.indexOf('\r\n\r\n') + 4));
      this.#sent = request;
      if (this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#connect();
      this.#socket.write(request);
    });
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = endOf(this.#received);
    if (end < 0) return;
    const whole = this.#received.toString('latin1', 0, end);
    this.#received = this.#received.subarray(end);
    this.#sent = null;
    this.#answered?.(whole);
  }
}

/** Where the response ends, or -1. @param {Buffer} received */
function endOf(received) {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return -1;
  const head = received.toString('latin1', 0, headEnd);
  const length = /content-length: *(\d+)/i.exec(head);
  if (length) {
    const end = headEnd + 4 + Number(length[1]);
    return received.length >= end ? end : -1;
  }
  if (!/transfer-encoding: *chunked/i.test(head)) return headEnd + 4;
  const last = received.indexOf('0\r\n\r\n', headEnd);
  return last < 0 ? -1 : last + 5;
}

/**
 * Opens one session over 32 connections, which stay open; each run gives p50 in µs with one call
 * in flight and, where wanted, calls per second with 32.
 * @param {{ port: number, key?: string, method: string, params: object, expect: string }} job
 */
export async function contender({ port, key, method, params, expect }) {
  const target = { port, ...(key ? { key } : {}) };
  const links = Array.from({ length: 32 }, () => new McpLink(target));
  const session = await links[0].start();
  for (const link of links.slice(1)) await link.start(session);
  // Ids differ, since one session may not have the same one open twice.
  const requests = links.map((link, at) => withId(link.prepare(method, params), at + 10));
  // Each answer is checked: an error may be quicker than what is measured.
  const check = (/** @type {string} */ answer) => {
    if (!answer.includes(expect)) throw new Error(`an unexpected answer: ${answer.slice(0, 500)}`);
  };
  check(await links[0].send(requests[0]));
  return {
    close: () => links.forEach((link) => link.close()),
    /** @param {{ oneByOne: number, together: number }} calls */
    run: async ({ oneByOne, together }) => ({
      p50: await oneByOneOn(links[0], requests[0], oneByOne, check),
      perSecond: together > 0 ? await togetherOn(links, requests, together, check) : 0,
    }),
  };
}

/** @param {McpLink} link @param {Buffer} request @param {number} count @param {(answer: string) => void} check */
async function oneByOneOn(link, request, count, check) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const at = performance.now();
    const answer = await link.send(request);
    times.push((performance.now() - at) * 1000);
    check(answer);
  }
  return median(times);
}

/** @param {McpLink[]} links @param {Buffer[]} requests @param {number} count @param {(answer: string) => void} check */
async function togetherOn(links, requests, count, check) {
  let left = count;
  const started = performance.now();
  await Promise.all(
    links.map(async (link, at) => {
      while (left > 0) {
        left -= 1;
        check(await link.send(requests[at]));
      }
    }),
  );
  return count / ((performance.now() - started) / 1000);
}

/** @param {Buffer} request @param {number} id */
function withId(request, id) {
  const [head = '', body = ''] = request.toString().split('\r\n\r\n');
  const changed = body.replace('"id":1,', `"id":${id},`);
  const length = `Content-Length: ${Buffer.byteLength(changed)}`;
  return Buffer.from(`${head.replace(/Content-Length: \d+/, length)}\r\n\r\n${changed}`);
}
