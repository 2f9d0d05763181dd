/** `gatehouse stdio`: the proxy between our own stdin and stdout and the running app. */
import type { Discovery } from '../../shared/discovery.ts';
import { ClientId } from '../../shared/ids.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { dataDir, House } from '../house-client.ts';
import { startHouse } from '../house-starter.ts';
import { Problem } from '../problem.ts';
import { clientKey } from './client-key.ts';
import { sleep, type Connection, type Finder } from './connection.ts';
import { LineSplitter } from './line-splitter.ts';
import { errorAnswer, invalidRequest, isMessage, parseTrouble, type Message } from './message.ts';
import { StdioProxy } from './proxy.ts';

export interface StdioWishes {
  readonly client: string;
  readonly renewKey: boolean;
  readonly start: boolean;
}

const longestLine = 4 * 1024 ** 2;
/** In the repository the first start may have to build. */
const startPatienceMs = 90_000;

const log = (text: string): void => void process.stderr.write(`gatehouse: ${visibleText(text)}\n`);

/** Ends when stdin ends or a signal asks for it. */
export async function stdio(wishes: StdioWishes): Promise<void> {
  if (!ClientId.safeParse(wishes.client).success) {
    throw new Problem('usage', 'A client name has 1 to 40 lower-case letters, digits and hyphens.');
  }
  const proxy = new StdioProxy({ finder: finderFor(wishes), say, log });
  const splitter = new LineSplitter({
    limit: longestLine,
    onLine: (line) => receive(line, proxy),
    onTooLong: () => void say(errorAnswer(null, invalidRequest, 'That message is too long.')),
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
    // It ends in its own order, also when nobody listens any more.
    process.stdout.removeAllListeners('error').on('error', () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
}

function receive(line: string, proxy: StdioProxy): void {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return void say(errorAnswer(null, parseTrouble, 'That is not JSON.'));
  }
  for (const message of Array.isArray(said) ? said : [said]) {
    if (isMessage(message)) proxy.receive(message);
    else void say(errorAnswer(null, invalidRequest, 'That is no JSON-RPC message.'));
  }
}

/** Resolves once the client takes more. */
function say(message: Message): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

function finderFor({ client, renewKey, start }: StdioWishes): Finder {
  let renew = renewKey;
  const find = async (): Promise<Connection> => {
    const house = await House.find();
    try {
      await house.call('GET', '/status');
      const key = await clientKey(house, { dataDir: dataDir(), client, renew });
      renew = false;
      return connectionTo(house, house.discovery, key);
    } catch (error) {
      house.close();
      throw error;
    }
  };
  return { find, findOrStart: start ? () => findOrStart(find) : find };
}

const connectionTo = (house: House, { mcpUrl }: Discovery, key: string): Connection => ({
  mcpUrl,
  key,
  agent: house.agent,
  close: () => house.close(),
});

async function findOrStart(find: () => Promise<Connection>): Promise<Connection> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not-running') throw error;
  }
  log('Gatehouse is not running; starting it');
  const started = startHouse();
  const giveUpAt = performance.now() + startPatienceMs;
  while (!started.ended.aborted && performance.now() < giveUpAt) {
    await sleep(200, started.ended);
    const connection = await find().catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'not-running') return null;
      throw error;
    });
    if (connection) return connection;
  }
  // A second instance ends at once when somebody else has started the first.
  if (started.code() === 0) return find();
  throw new Problem(
    'not-running',
    started.ended.aborted
      ? `Gatehouse could not be started: it ended with code ${started.code()}. Run it by hand to see why.`
      : `Gatehouse was started and did not answer within ${startPatienceMs / 1000} s.`,
  );
}
