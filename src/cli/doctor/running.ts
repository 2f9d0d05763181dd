/** What the running app says of itself. */
import { House } from '../house-client.ts';
import { Problem } from '../problem.ts';
import { counted } from '../terminal/words.ts';
import { version } from '../version.ts';
import { bad, good, warning, type Finding } from './finding.ts';

interface Noticed {
  readonly id: string;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
}

/** What `GET /status` tells; an older app tells less. */
interface Told {
  readonly version: string;
  readonly pending: number;
  readonly sessions: number;
  readonly index?: string;
  readonly ledger?: string;
  readonly approve_over_http?: boolean;
  readonly notices?: readonly Noticed[];
  readonly runtime?: { readonly electron: string | null; readonly node: string };
}

const defaultPort = 7717;

export async function runningApp(): Promise<readonly Finding[]> {
  let house: House | null = null;
  try {
    house = await House.find();
    const told = await house.call<Told>('GET', '/status');
    const { keys } = await house.call<{ keys: { name: string }[] }>('GET', '/keys');
    const names = keys.map((key) => key.name);
    return [
      good('running', `process ${house.discovery.pid}, proven to be the one it says`),
      versionOf(told),
      portOf(house.discovery.port),
      names.length > 0
        ? good('clients', names.join(', '))
        : warning('clients', 'none has a key', 'make one: gatehouse keys add NAME'),
      good(
        'now',
        `${counted(told.pending, 'question')} waiting, ${counted(told.sessions, 'live session')}`,
      ),
      ...stateOf(told),
      keyringOf(told),
      ...(told.notices ?? []).filter(({ id }) => id !== noKeyring).map(noticed),
      ...(told.runtime
        ? [good('app runs on', `Electron ${told.runtime.electron}, Node ${told.runtime.node}`)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [bad('running', 'no', error.message)];
  } finally {
    house?.close();
  }
}

function versionOf(told: Told): Finding {
  const what = 'version';
  if (told.version === version || !/^\d/.test(version)) return good(what, told.version);
  const found = `the app is ${told.version}, this command ${version}`;
  return warning(what, found, 'start the app anew, so that both are the same');
}

function portOf(port: number): Finding {
  const wanted = Number(process.env['GATEHOUSE_PORT'] ?? defaultPort);
  if (port === wanted || wanted === 0) return good('port', String(port));
  return warning(
    'port',
    `${port}, since ${wanted} was taken`,
    `clients with a fixed URL look at ${wanted}: end whatever listens there and start the app anew, or give them port ${port}`,
  );
}

function stateOf({ index, ledger, approve_over_http: overHttp }: Told): readonly Finding[] {
  const advice = 'see the notices below, or gatehouse log';
  return [
    ...(ledger === undefined
      ? []
      : [ledger === 'ok' ? good('writing', 'ok') : bad('writing', ledger, advice)]),
    ...(index === undefined
      ? []
      : [index === 'troubled' ? warning('index', index, advice) : good('index', index)]),
    ...(overHttp
      ? [
          warning(
            'approving',
            'whoever has the management token may approve',
            'turn it off in Settings, if you did not mean that',
          ),
        ]
      : [good('approving', 'in the window alone')]),
  ];
}

const noKeyring = 'no-keyring';

function keyringOf({ notices = [] }: Told): Finding {
  const missing = notices.find(({ id }) => id === noKeyring);
  if (!missing) return good('keyring', 'in use, or not asked yet');
  return warning(
    'keyring',
    missing.title,
    'install and unlock one (gnome-keyring, kwallet), if you want',
  );
}

function noticed({ tone, title, text }: Noticed): Finding {
  if (tone === 'info') return good('notice', title);
  return tone === 'trouble' ? bad('notice', title, text) : warning('notice', title, text);
}
