/**
 * Connections to the running app that send nothing until it has proven that it wrote the discovery
 * file (H7): another process on its port learns no token.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Discovery } from '../shared/app/discovery.ts';
import { challengeHeader, proofHeader, provenText } from '../shared/app/server-proof.ts';

export class UnprovenApp extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 16_384;
const host = '127.0.0.1';

type AppIdentity = Pick<Discovery, 'port' | 'proofKey'>;

export class ProvenAgent extends http.Agent {
  readonly #app: AppIdentity;

  constructor(app: AppIdentity) {
    // A kept-alive connection could break during a request, and it would be unknown whether it
    // arrived.
    super({ keepAlive: false });
    this.#app = app;
  }

  override createConnection(
    _options: object,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    connect(this.#app).then(
      (socket) => callback(null, socket),
      (error: unknown) => (callback as (error: unknown) => void)(error),
    );
  }
}

async function connect({ port, proofKey }: AppIdentity): Promise<net.Socket> {
  const socket = net.connect({ host, port });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    const challenge = randomBytes(32).toString('base64url');
    socket.write(
      `GET / HTTP/1.1\r\nHost: ${host}:${port}\r\n${challengeHeader}: ${challenge}\r\n\r\n`,
    );
    const proof = proofIn(await wholeAnswer(socket));
    if (!proves({ proof, port, proofKey, challenge })) {
      throw new UnprovenApp(`The program on port ${port} is not Gatehouse.`);
    }
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}

/**
 * Resolves to the response head after the body was read too, so that nothing is left on the
 * connection.
 */
function wholeAnswer(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(text)?.[1] ?? Number.NaN);
      if (text.length > maxAnswerBytes || (end >= 0 && Number.isNaN(length))) return stop(notOurs);
      if (end >= 0 && text.length === end + 4 + length) stop(null);
    };
    const notOurs = new UnprovenApp('The response was not from Gatehouse.');
    const onEnd = (): void => stop(new UnprovenApp('The connection was closed.'));
    const stop = (error: Error | null): void => {
      socket.off('data', onData).off('end', onEnd).off('error', stop);
      if (error) reject(error);
      else resolve(text);
    };
    socket.on('data', onData).once('end', onEnd).once('error', stop);
  });
}

const proofIn = (answer: string): string =>
  new RegExp(String.raw`\r\n${proofHeader}: *([0-9a-f]{64})\r\n`, 'i').exec(answer)?.[1] ?? '';

function proves(
  answer: AppIdentity & { readonly proof: string; readonly challenge: string },
): boolean {
  const right = createHmac('sha256', Buffer.from(answer.proofKey, 'hex'))
    .update(provenText(answer.port, answer.challenge))
    .digest();
  const proof = Buffer.from(answer.proof, 'hex');
  return proof.length === right.length && timingSafeEqual(proof, right);
}
