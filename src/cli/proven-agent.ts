/**
 * Connections to the running app that carry nothing of ours until the other end has proven that it
 * wrote the discovery file (H7): whoever merely sits at its port learns no token.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Discovery } from '../shared/discovery.ts';
import { challengeHeader, proofHeader, provenText } from '../shared/server-proof.ts';

export class NotOurs extends Error {}

const patienceMs = 10_000;
const largestAnswer = 16_384;
const host = '127.0.0.1';

type House = Pick<Discovery, 'port' | 'proofKey'>;

export class ProvenAgent extends http.Agent {
  readonly #house: House;

  constructor(house: House) {
    // A connection that was kept could die under a message, and nobody would know whether it arrived.
    super({ keepAlive: false });
    this.#house = house;
  }

  override createConnection(
    _options: object,
    given: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    connect(this.#house).then(
      (socket) => given(null, socket),
      (error: unknown) => (given as (error: unknown) => void)(error),
    );
  }
}

async function connect({ port, proofKey }: House): Promise<net.Socket> {
  const socket = net.connect({ host, port });
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
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
      throw new NotOurs(`Whoever listens at port ${port} is not Gatehouse.`);
    }
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}

/** The head of the answer, once its body has passed too, so that nothing is left on the connection. */
function wholeAnswer(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(text)?.[1] ?? Number.NaN);
      if (text.length > largestAnswer || (end >= 0 && Number.isNaN(length))) return stop(notOurs);
      if (end >= 0 && text.length === end + 4 + length) stop(null);
    };
    const notOurs = new NotOurs('That was no answer of ours.');
    const onEnd = (): void => stop(new NotOurs('It hung up.'));
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

function proves(said: House & { readonly proof: string; readonly challenge: string }): boolean {
  const right = createHmac('sha256', Buffer.from(said.proofKey, 'hex'))
    .update(provenText(said.port, said.challenge))
    .digest();
  const proof = Buffer.from(said.proof, 'hex');
  return proof.length === right.length && timingSafeEqual(proof, right);
}
