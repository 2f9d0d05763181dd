/**
 * `gatehouse hook CLIENT [EVENT]`: passes what an agent's hook got on stdin to the app, and prints the answer. It
 * starts twice for each call of an agent, so it loads next to nothing. It knows no client: everything but a clear
 * answer of the app is a no, by exit code 2, which every client with such hooks understands.
 */
import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { dataDirOf } from '../../shared/app/data-dir.ts';
import { challengeHeader, proofHeader, provenText } from '../../shared/app/server-proof.ts';
import { isObject } from '../../shared/base/is-object.ts';
import { clientKeyFolder } from '../../shared/integrations/client-key-folder.ts';
import {
  confirmedStatus,
  confirmOption,
  hookLimitMs,
  hookProofPort,
  hookRoute,
  maxHookBytes,
} from '../../shared/native/hook-protocol.ts';
import type { HookAnswer } from '../../shared/native/native-call.ts';
import { homeFolder } from '../home-folder.ts';
import { closed, privateFolder, privateFolderIn, readPrivateFile } from '../private-files.ts';

const usage = 'Usage: gatehouse hook CLIENT [EVENT] [--confirm] [--data-dir FOLDER]';
const notRunning =
  "Gatehouse isn't running, so this was not run. Ask the user to start Gatehouse, then try again.";
const noAnswer = 'Gatehouse gave no answer, so this was not run. Ask the user to check Gatehouse.';

const notText = "The hook's input is not text in UTF-8, so this was not run. Use other characters.";
const tooLate =
  'Nobody answered in Gatehouse for a day, so this was not run. Ask the user, then try again.';

/** Before the client's own limit, after which several clients run the tool. */
const answerMs = hookLimitMs - 5 * 60_000;
const proofMs = 10_000;
const inputMs = 30_000;
const maxAnswerBytes = 1024 ** 2;

/** A no, in words that the model can act on. */
class BridgeRefusal extends Error {}

interface HookRequest {
  readonly client: string;
  readonly event: string | undefined;
  readonly dataDir: string;
  /** How long the user may take. */
  readonly waitMs: number;
}

/** Never rejects. */
export async function hook(
  given: readonly string[],
  stdin: AsyncIterable<Uint8Array>,
  waitMs = answerMs,
): Promise<HookAnswer> {
  const args = given.filter((word) => word !== confirmOption);
  let input = '';
  try {
    const request = { ...requestOf(args), waitMs };
    input = await readAll(stdin);
    const answer = await asked(request, input);
    const isConfirmed = args.length < given.length && answer.exitCode === 0;
    return isConfirmed ? { ...answer, exitCode: confirmedStatus } : answer;
  } catch (error) {
    const message = error instanceof BridgeRefusal ? error.message : noAnswer;
    return denied(message, args, input);
  }
}

function requestOf(args: readonly string[]): Omit<HookRequest, 'waitMs'> {
  const at = args.indexOf('--data-dir');
  const folder = at < 0 ? undefined : args[at + 1];
  const [client, event, ...more] = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
  const isPlain = client !== undefined && /^[a-z][a-z0-9-]{0,39}$/.test(client);
  if (!isPlain || more.length > 0 || (at >= 0 && !folder)) throw new BridgeRefusal(usage);
  const { platform, env } = process;
  const dataDir = folder ?? dataDirOf({ platform, env, home: homeFolder() });
  return { client, event, dataDir: path.resolve(dataDir) };
}

/** Hooks that only report what has happened have nothing to deny; there a no would only confuse the model. */
function denied(message: string, args: readonly string[], input: string): HookAnswer {
  const isReport = /^(?:post|after|session)/i.test(eventIn(args, input));
  return { exitCode: isReport ? 1 : 2, stdout: '', stderr: `${message}\n` };
}

function eventIn([, event]: readonly string[], input: string): string {
  if (event !== undefined && !event.startsWith('-')) return event;
  try {
    const parsed: unknown = JSON.parse(input);
    const name = isObject(parsed) ? parsed['hook_event_name'] : undefined;
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reading = (async () => {
    for await (const chunk of stdin) {
      size += chunk.length;
      if (size > maxHookBytes)
        throw new BridgeRefusal('The call is too large for Gatehouse to check. Split it up.');
      chunks.push(chunk);
    }
  })();
  await within(reading, inputMs, noAnswer);
  const bytes = Buffer.concat(chunks);
  // Each wrong byte would become the same character, and the call another than the agent's.
  if (!isUtf8(bytes)) throw new BridgeRefusal(notText);
  return bytes.toString('utf8');
}

async function asked(
  { client, event, dataDir, waitMs }: HookRequest,
  input: string,
): Promise<HookAnswer> {
  const { proofKey, socketPath } = findApp(dataDir);
  const key = keyOf(client, dataDir);
  const socket = net.connect({ path: socketPath });
  try {
    await within(connected(socket), proofMs, notRunning);
    const reader = new AnswerReader(socket);
    await within(prove(socket, reader, proofKey), proofMs, noAnswer);
    const body = JSON.stringify({ client, ...(event === undefined ? {} : { event }), input });
    socket.write(
      `POST ${hookRoute} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return answerIn(await within(reader.next(), waitMs, tooLate));
  } finally {
    socket.destroy();
  }
}

function findApp(dataDir: string): { readonly proofKey: string; readonly socketPath: string } {
  try {
    const text = readPrivateFile(privateFolder(dataDir), 'gatehouse.json', closed.toWriters);
    const { pid, proofKey, pluginSocket } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof proofKey !== 'string' || typeof pluginSocket !== 'string') throw new Error(usage);
    process.kill(Number(pid), 0);
    return { proofKey, socketPath: pluginSocket };
  } catch {
    throw new BridgeRefusal(notRunning);
  }
}

function keyOf(client: string, dataDir: string): string {
  try {
    const folder = privateFolderIn(dataDir, clientKeyFolder);
    const key = readPrivateFile(folder, `${client}.key`, closed.toWriters).trim();
    if (/^[\u0021-\u007E]+$/.test(key)) return key;
  } catch {
    // Reported below: a missing key and one that others could have written both count as no key.
  }
  throw new BridgeRefusal(
    `Gatehouse has no key for ${client}, so this was not run. Ask the user to connect it on the Clients page of Gatehouse.`,
  );
}

const connected = (socket: net.Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', () => reject(new BridgeRefusal(notRunning)));
  });

/** The listener must prove that it knows the secret of the discovery file before it gets the key or the call. */
async function prove(socket: net.Socket, reader: AnswerReader, proofKey: string): Promise<void> {
  const challenge = randomBytes(32).toString('base64url');
  socket.write(
    `GET ${hookRoute} HTTP/1.1\r\nHost: localhost\r\n${challengeHeader}: ${challenge}\r\n\r\n`,
  );
  const { head } = await reader.next();
  const found = new RegExp(String.raw`\r\n${proofHeader}: *([0-9a-f]{64})\r\n`, 'i').exec(head);
  const proof = Buffer.from(found?.[1] ?? '', 'hex');
  const right = createHmac('sha256', Buffer.from(proofKey, 'hex'))
    .update(provenText(hookProofPort, challenge))
    .digest();
  if (proof.length !== right.length || !timingSafeEqual(proof, right))
    throw new BridgeRefusal(`${notRunning} Another program answers in its place.`);
}

interface HttpAnswer {
  /** Status line and headers, with the empty line behind them. */
  readonly head: string;
  readonly body: string;
}

/** Reads whole HTTP answers of known length from one connection. */
class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  #isOver = false;
  #onMore: () => void = () => undefined;

  constructor(socket: net.Socket) {
    const end = (): void => {
      this.#isOver = true;
      this.#onMore();
    };
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#onMore();
    });
    socket.once('end', end).once('error', end).once('close', end);
  }

  async next(): Promise<HttpAnswer> {
    for (;;) {
      const answer = this.#take();
      if (answer) return answer;
      if (this.#isOver || this.#bytes.length > maxAnswerBytes) throw new BridgeRefusal(noAnswer);
      await new Promise<void>((resolve) => (this.#onMore = resolve));
    }
  }

  #take(): HttpAnswer | null {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const head = this.#bytes.toString('latin1', 0, end + 4);
    const length = Number(/\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1] ?? Number.NaN);
    if (!(length <= maxAnswerBytes)) throw new BridgeRefusal(noAnswer);
    if (this.#bytes.length < end + 4 + length) return null;
    const body = this.#bytes.toString('utf8', end + 4, end + 4 + length);
    this.#bytes = this.#bytes.subarray(end + 4 + length);
    return { head, body };
  }
}

function answerIn({ head, body }: HttpAnswer): HookAnswer {
  const parsed: unknown = JSON.parse(body);
  if (!isObject(parsed)) throw new BridgeRefusal(noAnswer);
  if (!head.startsWith('HTTP/1.1 200 ')) throw new BridgeRefusal(refusalIn(parsed['error']));
  const { exitCode, stdout, stderr } = parsed;
  if (!Number.isInteger(exitCode) || typeof stdout !== 'string' || typeof stderr !== 'string')
    throw new BridgeRefusal(noAnswer);
  return { exitCode: Number(exitCode), stdout, stderr };
}

function refusalIn(error: unknown): string {
  const { message, hint } = isObject(error) ? error : {};
  if (typeof message !== 'string' || typeof hint !== 'string') return noAnswer;
  return `Gatehouse: ${message} ${hint} This was not run.`;
}

async function within<T>(work: Promise<T>, ms: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BridgeRefusal(late)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
