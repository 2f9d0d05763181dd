/** Finds the running app by its discovery file and calls its management API. */
import http, { type IncomingMessage } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { dataDirOf } from '../shared/app/data-dir.ts';
import { homeFolder } from './home-folder.ts';
import { Discovery, discoveryFileName } from '../shared/app/discovery.ts';
import { isInstalled } from './app-starter.ts';
import { CliError } from './cli-error.ts';
import {
  closed,
  isOwnAddress,
  NotPrivate,
  privateFolder,
  readPrivateFile,
} from './private-files.ts';
import { UnprovenApp, ProvenAgent } from './proven-agent.ts';
import { systemErrorCode } from '../shared/base/system-error.ts';

const timeoutMs = 10_000;

const notRunning = (): CliError =>
  new CliError(
    'not-running',
    isInstalled()
      ? 'Gatehouse is not running. Start it from your applications, then try again.'
      : 'Gatehouse is not running. Start it (in the repository: npm start), then try again.',
  );

export const dataDir = (): string =>
  path.resolve(dataDirOf({ platform: process.platform, env: process.env, home: homeFolder() }));

export async function findApp(): Promise<Discovery> {
  try {
    const text = readPrivateFile(privateFolder(dataDir()), discoveryFileName, closed.toWriters);
    const discovery = Discovery.parse(JSON.parse(text));
    if (!isOwnAddress(discovery.url, discovery.port) || discovery.mcpUrl !== `${discovery.url}/mcp`)
      throw new NotPrivate(
        `${discoveryFileName} in ${dataDir()} names an address outside this machine.`,
      );
    process.kill(discovery.pid, 0);
    return discovery;
  } catch (error) {
    throw problemOf(error);
  }
}

/**
 * Read only beside the discovery file, whatever that file says, so that no other file is ever sent
 * as a credential.
 */
function readToken({ managementTokenFile: file }: Discovery): string {
  const folder = privateFolder(dataDir());
  const named = path.resolve(file);
  if (![folder, dataDir()].includes(path.dirname(named)))
    throw new NotPrivate(`${discoveryFileName} names a token file outside ${folder}.`);
  const token = readPrivateFile(folder, path.basename(named)).trim();
  if (!/^[\u0021-\u007E]+$/.test(token)) throw new NotPrivate(`${named} contains no token.`);
  return token;
}

const someoneListens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const end = (discovery: boolean): void => {
      socket.destroy();
      resolve(discovery);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });

function problemOf(error: unknown): CliError {
  if (error instanceof NotPrivate)
    return new CliError('refused', `${error.message} No token was sent.`, 'data-folder-unsafe');
  return isClosedToUs(error) ? mayNotRead(error) : notRunning();
}

const isClosedToUs = (error: unknown): error is NodeJS.ErrnoException =>
  systemErrorCode(error) === 'EACCES';

const mayNotRead = ({ path: file }: NodeJS.ErrnoException): CliError =>
  new CliError(
    'refused',
    `No permission to read ${file}. Run this as the user who runs Gatehouse.`,
  );

interface HttpRefusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A client of the running app; close it when done. */
export class AppClient {
  readonly discovery: Discovery;
  readonly agent: ProvenAgent;
  readonly #token: string;

  private constructor(discovery: Discovery, token: string) {
    this.discovery = discovery;
    this.agent = new ProvenAgent(discovery);
    this.#token = token;
  }

  static async find(): Promise<AppClient> {
    const discovery = await findApp();
    try {
      return new AppClient(discovery, readToken(discovery));
    } catch (error) {
      // If nothing listens on the port, the app is simply not running.
      throw (await someoneListens(discovery.port)) ? problemOf(error) : notRunning();
    }
  }

  close(): void {
    this.agent.destroy();
  }

  async call<T>(
    method: 'GET' | 'POST',
    route: string,
    body?: unknown,
    signal: AbortSignal = AbortSignal.timeout(timeoutMs),
  ): Promise<T> {
    const response = await this.open(method, route, body, signal);
    const answer = (await json(response)) as T & { error?: HttpRefusal };
    if (!answer.error) return answer;
    const { code, message, hint } = answer.error;
    throw new CliError('refused', `${message} ${hint}`, code);
  }

  /** Resolves once the headers have arrived; the caller reads the body. */
  open(
    method: 'GET' | 'POST',
    route: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request(`${this.discovery.url}${route}`, {
        method,
        agent: this.agent,
        signal,
        headers: { Authorization: `Bearer ${this.#token}`, ...headersFor(text) },
      });
      request.once('response', resolve);
      request.once('error', (error) => reject(toText(error)));
      request.end(text);
    });
  }
}

const headersFor = (text: string | undefined): Record<string, string> =>
  text === undefined
    ? {}
    : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };

function toText(error: Error): CliError {
  if (!(error instanceof UnprovenApp)) return notRunning();
  return new CliError(
    'not-running',
    `${error.message} No token was sent there. Start Gatehouse, then try again.`,
  );
}

async function json(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw notRunning();
  }
}

/** Sends one request to the running app. */
export async function callApp<T>(
  method: 'GET' | 'POST',
  route: string,
  body?: unknown,
): Promise<T> {
  const app = await AppClient.find();
  try {
    return await app.call<T>(method, route, body);
  } finally {
    app.close();
  }
}
