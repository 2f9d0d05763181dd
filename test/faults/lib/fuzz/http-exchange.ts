/** Requests to the app: as a well-behaved library sends them, and as bytes. */
import http from 'node:http';
import net from 'node:net';

export interface HttpReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly isHead: boolean;
  readonly isStream: boolean;
  readonly cors: boolean;
  readonly sessionId?: string | undefined;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const timeoutMs = 60_000;

/** A stream that stands open is let go once its head is here; others are read to their end. */
export function exchange(
  port: number,
  agent: http.Agent | false,
  sent: Request,
): Promise<HttpReply> {
  const { method, path, headers, body } = sent;
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, agent, method, path, headers });
    request.setTimeout(timeoutMs, () => request.destroy(new Error('no answer in time')));
    request.once('error', reject);
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(replyOf(response, '', method));
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      const finish = (): void =>
        resolve(replyOf(response, Buffer.concat(chunks).toString('utf8'), method));
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', finish);
      const standing = method === 'GET' && isStream(response.headers['content-type']);
      if (!standing) return;
      request.destroy();
      finish();
    });
    request.end(body ?? undefined);
  });
}

const isStream = (type = ''): boolean => type.startsWith('text/event-stream');

function replyOf(response: http.IncomingMessage, text: string, method: string): HttpReply {
  const { headers } = response;
  const sessionId = headers['mcp-session-id'];
  return {
    status: response.statusCode ?? 0,
    type: headers['content-type'] ?? '',
    text,
    isHead: method === 'HEAD',
    isStream: isStream(headers['content-type']),
    cors: Object.keys(headers).some((name) => name.startsWith('access-control-')),
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

/** Writes the bytes, says no more, and reads until the other side has said all. */
export function rawExchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error('the connection stayed open'));
    }, timeoutMs);
    const standing = (): void => {
      if (/text\/event-stream|HTTP\/1\.1 101/.test(Buffer.concat(chunks).toString('latin1'))) {
        socket.destroy();
      }
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      setTimeout(standing, 20);
    });
    // Cut off while still sending is an answer too.
    socket.once('error', () => socket.destroy());
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    socket.end(bytes);
  });
}

/** All replies in the bytes; a text says why they are none. */
export function repliesIn(bytes: Buffer, head: boolean): readonly HttpReply[] | string {
  const replies: HttpReply[] = [];
  let rest = bytes.toString('latin1');
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1];
    if (end === -1 || !status) return `no reply: ${rest.slice(0, 200)}`;
    const headers = new Map(lines.map((one) => [before(one).toLowerCase(), after(one)]));
    const body = bodyOf(
      rest.slice(end + 4),
      headers,
      head || ['100', '101', '202'].includes(status),
    );
    if (body === null) return `a reply is cut short: ${rest.slice(0, 200)}`;
    const type = headers.get('content-type') ?? '';
    replies.push({
      status: Number(status),
      type,
      text: Buffer.from(body.text, 'latin1').toString('utf8'),
      isHead: head,
      isStream: isStream(type),
      cors: [...headers.keys()].some((name) => name.startsWith('access-control-')),
    });
    rest = status === '101' ? '' : body.rest;
  }
  return replies;
}

const before = (line: string): string => line.slice(0, line.indexOf(':'));
const after = (line: string): string => line.slice(line.indexOf(':') + 1).trim();

function bodyOf(
  rest: string,
  headers: ReadonlyMap<string, string>,
  none: boolean,
): { readonly text: string; readonly rest: string } | null {
  const length = headers.get('content-length');
  if (none) return { text: '', rest };
  if (length !== undefined) {
    const size = Number(length);
    return rest.length < size ? null : { text: rest.slice(0, size), rest: rest.slice(size) };
  }
  if (headers.get('transfer-encoding') !== 'chunked') return { text: rest, rest: '' };
  // A stream that we cut ourselves ends without its last chunk.
  const [chunks = '', ...behind] = rest.split('\r\n0\r\n\r\n');
  const text = chunks.replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '');
  return { text: text === '0' ? '' : text, rest: behind.join('\r\n0\r\n\r\n') };
}
