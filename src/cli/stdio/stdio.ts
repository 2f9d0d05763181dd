/** `gatehouse stdio`: connects stdin and stdout to the running app. */
import type { Discovery } from '../../shared/app/discovery.ts';
import { ClientId } from '../../shared/base/ids.ts';
import {
  errorMessage,
  isForwardable,
  rpcCodes,
  type JsonRpcMessage,
} from '../../shared/protocols/json-rpc.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { dataDir, AppClient } from '../app-client.ts';
import { startApp } from '../app-starter.ts';
import { CliError } from '../cli-error.ts';
import { clientKey } from './client-key.ts';
import { sleep, type AppConnection, type Finder } from './connection.ts';
import { LineSplitter } from './line-splitter.ts';
import { StdioProxy } from './proxy.ts';

export interface StdioOptions {
  readonly client: string;
  readonly renewKey: boolean;
  readonly start: boolean;
}

const maxLineLength = 4 * 1024 ** 2;
/** Long, because the first start in the repository may have to build. */
const startTimeoutMs = 90_000;

const log = (text: string): void =>
  void process.stderr.write(`gatehouse: ${visibleText(text, { keepSpaces: true })}\n`);

/** Runs until stdin ends or a signal arrives. */
export async function stdio(options: StdioOptions): Promise<void> {
  if (!ClientId.safeParse(options.client).success) {
    throw new CliError(
      'usage',
      'A client name has 1 to 40 lower-case letters, digits and hyphens.',
    );
  }
  const proxy = new StdioProxy({ finder: finderFor(options), write, log });
  const splitter = new LineSplitter({
    limit: maxLineLength,
    onLine: (line) => receive(line, proxy),
    onTooLong: () =>
      void write(errorMessage(null, rpcCodes.invalidRequest, 'That message is too long.')),
  });
  process.stdin.on('data', (bytes: Buffer) => splitter.push(bytes));
  proxy.start();
  await over();
  process.stdin.destroy();
  await proxy.close();
}

function over(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
    // Shut down in order even if stdout is closed.
    process.stdout.removeAllListeners('error').on('error', () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
}

function receive(line: string, proxy: StdioProxy): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return void write(errorMessage(null, rpcCodes.parseError, 'That is not JSON.'));
  }
  for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
    if (isForwardable(message)) proxy.receive(message);
    else void write(errorMessage(null, rpcCodes.invalidRequest, 'That is not a JSON-RPC message.'));
  }
}

/** Resolves once stdout accepts more. */
function write(message: JsonRpcMessage): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

function finderFor({ client, renewKey, start }: StdioOptions): Finder {
  let renew = renewKey;
  const find = async (): Promise<AppConnection> => {
    const app = await AppClient.find();
    try {
      await app.call('GET', '/status');
      const key = await clientKey(app, { dataDir: dataDir(), client, renew });
      renew = false;
      return connectionTo(app, app.discovery, key);
    } catch (error) {
      app.close();
      throw error;
    }
  };
  return { find, findOrStart: start ? () => findOrStart(find) : find };
}

const connectionTo = (app: AppClient, { mcpUrl }: Discovery, key: string): AppConnection => ({
  mcpUrl,
  key,
  agent: app.agent,
  close: () => app.close(),
});

async function findOrStart(find: () => Promise<AppConnection>): Promise<AppConnection> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof CliError) || error.kind !== 'not-running') throw error;
  }
  log('Gatehouse is not running; starting it');
  const started = startApp();
  const deadline = performance.now() + startTimeoutMs;
  while (!started.ended.aborted && performance.now() < deadline) {
    await sleep(200, started.ended);
    const connection = await find().catch((error: unknown) => {
      if (error instanceof CliError && error.kind === 'not-running') return null;
      throw error;
    });
    if (connection) return connection;
  }
  // Our instance exits with 0 if another process started the app first.
  if (started.code() === 0) return find();
  throw new CliError(
    'not-running',
    started.ended.aborted
      ? `Gatehouse could not be started: it exited with code ${started.code()}. Run it manually to see why.`
      : `Gatehouse was started but did not answer within ${startTimeoutMs / 1000} s.`,
  );
}
