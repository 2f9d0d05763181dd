/** Checks the running app. */
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import { AppClient } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { counted } from '../terminal/text.ts';
import { version } from '../version.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

interface AppNotice {
  readonly id: string;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
}

/** The body of `GET /status`; older apps return less. */
interface StatusReport {
  readonly version: string;
  readonly pending: number;
  readonly sessions: number;
  readonly index?: string;
  readonly ledger?: string;
  readonly ledger_trouble?: string | null;
  readonly approve_over_http?: boolean;
  readonly notices?: readonly AppNotice[];
  readonly sandbox?: SandboxStatus | null;
  readonly runtime?: { readonly electron: string | null; readonly node: string };
}

const defaultPort = 7717;

export async function runningApp(): Promise<readonly DoctorFinding[]> {
  let app: AppClient | null = null;
  try {
    app = await AppClient.find();
    const status = await app.call<StatusReport>('GET', '/status');
    const { keys } = await app.call<{ keys: { name: string }[] }>('GET', '/keys');
    const names = keys.map((key) => key.name);
    return [
      good('running', `process ${app.discovery.pid}, identity verified`),
      versionOf(status),
      portOf(app.discovery.port),
      names.length > 0
        ? good('clients', names.join(', '))
        : warning('clients', 'none have a key', 'create one: gatehouse keys add NAME'),
      good(
        'now',
        `${counted(status.pending, 'pending ask')}, ${counted(status.sessions, 'active session')}`,
      ),
      ...stateOf(status),
      keyringOf(status),
      ...sandboxOf(status),
      ...(status.notices ?? []).filter(({ id }) => !ownLines.includes(id)).map(noticed),
      ...(status.runtime
        ? [good('app runs on', `Electron ${status.runtime.electron}, Node ${status.runtime.node}`)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [bad('running', 'no', error.message)];
  } finally {
    app?.close();
  }
}

function versionOf(status: StatusReport): DoctorFinding {
  const what = 'version';
  if (status.version === version || !/^\d/.test(version)) return good(what, status.version);
  const found = `the app is ${status.version}, this command ${version}`;
  return warning(what, found, 'restart the app so that the versions match');
}

function portOf(port: number): DoctorFinding {
  const configured = Number(process.env['GATEHOUSE_PORT'] ?? defaultPort);
  if (port === configured || configured === 0) return good('port', String(port));
  return warning(
    'port',
    `${port}, since ${configured} was taken`,
    `clients with a fixed URL look at ${configured}: stop the program that uses it and restart the app, or change them to port ${port}`,
  );
}

function stateOf(status: StatusReport): readonly DoctorFinding[] {
  const { index, ledger, approve_over_http: overHttp } = status;
  const reason = status.ledger_trouble ?? ledger ?? '';
  const advice = 'see the notices below, or gatehouse log';
  return [
    ...(ledger === undefined
      ? []
      : [
          ledger === 'ok'
            ? good('writing', 'ok')
            : bad('writing', `nothing is carried out: ${reason}`, advice),
        ]),
    ...(index === undefined
      ? []
      : [index === 'troubled' ? warning('index', index, advice) : good('index', index)]),
    ...(overHttp
      ? [
          warning(
            'approving',
            'anyone with the management token can approve',
            'turn it off in Settings if this is not intended',
          ),
        ]
      : [good('approving', 'only in the window')]),
  ];
}

const noKeyring = 'no-keyring';

/** Notices that have a line of their own. */
const ownLines = [noKeyring, 'no-sandbox'];

function sandboxOf({ sandbox }: StatusReport): readonly DoctorFinding[] {
  if (!sandbox) return [];
  return sandbox.kind === 'ready'
    ? [
        good('sandbox', `bubblewrap ${sandbox.version}`),
        ...(sandbox.note
          ? [warning('sandbox', sandbox.note, 'Run Gatehouse as an ordinary user.')]
          : []),
      ]
    : [warning('sandbox', sandbox.sentence, sandbox.fix)];
}

function keyringOf({ notices = [] }: StatusReport): DoctorFinding {
  const missing = notices.find(({ id }) => id === noKeyring);
  if (!missing) return good('keyring', 'in use, or not needed yet');
  return warning(
    'keyring',
    missing.title,
    'install and unlock one (gnome-keyring, kwallet), if you want',
  );
}

function noticed({ tone, title, text }: AppNotice): DoctorFinding {
  if (tone === 'info') return good('notice', title);
  return tone === 'trouble' ? bad('notice', title, text) : warning('notice', title, text);
}
