/** Finds the running app by its discovery file and calls its management door. */
import fs from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { dataDirOf } from '../shared/data-dir.ts';
import { Discovery, discoveryFileName } from '../shared/discovery.ts';
import { Problem } from './problem.ts';
import { NotOurs, ProvenAgent } from './proven-agent.ts';

const patienceMs = 10_000;

const notRunning = (): Problem =>
  new Problem(
    'not-running',
    'Gatehouse is not running. Start it (in the repository: npm start), then try again.',
  );

export const dataDir = (): string =>
  path.resolve(dataDirOf({ platform: process.platform, env: process.env, home: os.homedir() }));

export async function findHouse(): Promise<Discovery> {
  try {
    const text = await fs.readFile(path.join(dataDir(), discoveryFileName), 'utf8');
    const found = Discovery.parse(JSON.parse(text));
    process.kill(found.pid, 0);
    return found;
  } catch (error) {
    throw isClosedToUs(error) ? mayNotRead(error) : notRunning();
  }
}

const isClosedToUs = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && error.code === 'EACCES';

const mayNotRead = ({ path: file }: NodeJS.ErrnoException): Problem =>
  new Problem('refused', `You may not read ${file}. Run this as the person whose Gatehouse it is.`);

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** The running app and a way to talk to it; close it when done. */
export class House {
  readonly discovery: Discovery;
  readonly agent: ProvenAgent;
  readonly #token: string;

  private constructor(discovery: Discovery, token: string) {
    this.discovery = discovery;
    this.agent = new ProvenAgent(discovery);
    this.#token = token;
  }

  static async find(): Promise<House> {
    const discovery = await findHouse();
    const token = await fs.readFile(discovery.managementTokenFile, 'utf8').catch(() => {
      throw notRunning();
    });
    return new House(discovery, token.trim());
  }

  close(): void {
    this.agent.destroy();
  }

  async call<T>(method: 'GET' | 'POST', route: string, body?: unknown): Promise<T> {
    const response = await this.open(method, route, body, AbortSignal.timeout(patienceMs));
    const answer = (await json(response)) as T & { error?: Refusal };
    if (!answer.error) return answer;
    const { code, message, hint } = answer.error;
    throw new Problem('refused', `${message} ${hint}`, code);
  }

  /** The answer's head is there; its body is the caller's to read. */
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
      request.once('error', (error) => reject(inWords(error)));
      request.end(text);
    });
  }
}

const headersFor = (text: string | undefined): Record<string, string> =>
  text === undefined
    ? {}
    : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };

function inWords(error: Error): Problem {
  if (!(error instanceof NotOurs)) return notRunning();
  return new Problem(
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

/** One question to the running app. */
export async function callHouse<T>(
  method: 'GET' | 'POST',
  route: string,
  body?: unknown,
): Promise<T> {
  const house = await House.find();
  try {
    return await house.call<T>(method, route, body);
  } finally {
    house.close();
  }
}
