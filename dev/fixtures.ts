/** Data for the pages in a normal browser. It reuses the samples of the renderer tests. */
import type { Ask } from '../src/shared/asks/asks.ts';
import type { IndexedEntry } from '../src/shared/ledger/query.ts';
import { noBackend } from '../src/shared/integrations/backend.ts';
import { noDemo } from '../src/shared/integrations/demo.ts';
import type { ShownConnection } from '../src/shared/network/connection.ts';
import type { AskId, SessionId } from '../src/shared/base/ids.ts';
import type { MainReplies, Snapshot } from '../src/shared/ipc/main-window.ts';
import { defaultSettings } from '../src/shared/app/settings.ts';
import {
  noHistory,
  sampleAsk,
  sampleConfirm,
  sampleEntry,
  sampleSession,
} from '../test/renderer/samples.ts';

const now = Date.now();
const minutes = (count: number): number => count * 60_000;

export const history = noHistory;

const waiting = { askedAt: now, deadline: now + minutes(5) };

/** By the name in the page's address. */
export const asks: Readonly<Record<string, Ask>> = {
  access: sampleAsk({
    ...waiting,
    scopes: ['read:files', 'write:files', 'test:code', 'git:commit'],
    roots: ['/home/mira/harbour', '/home/mira/shared/types'],
    reason: 'To fix the failing login test and run the test suite.',
    requestedSeconds: 3600,
  }),
  confirm: sampleConfirm({ ...waiting, askId: id('11') as AskId }),
  diff: sampleConfirm({
    ...waiting,
    askId: id('12') as AskId,
    action: 'edit_file',
    sentence: 'Change package.json in ~/harbour',
    because: ['package.json says what runs when the project is installed or tested.'],
    recoverability: null,
  }),
  network: networkAsk('13', 'registry.example', { registry: 'npm' }),
  'network-private': networkAsk('14', 'cdn.example', {
    ...{ addressClass: 'private', address: '192.168.1.20', isRebound: true },
  }),
  'network-letters': networkAsk('15', 'xn--pple-43d.example'),
};

/** Sandboxed code that wants to reach a host. */
function networkAsk(last: string, host: string, parts: Partial<ShownConnection> = {}): Ask {
  const isPublic = (parts.addressClass ?? 'public') === 'public';
  return sampleConfirm({
    ...waiting,
    askId: id(last) as AskId,
    action: 'net_connect',
    actionKind: 'run',
    sentence: isPublic ? `reach ${host}:443` : `reach a device on your network (${host}:443)`,
    because: [
      isPublic
        ? 'The sandboxed code could send what it reads there.'
        : 'A public name that points to a private address.',
    ],
    folders: ['/home/mira/harbour'],
    forSession: isPublic ? `${host}:443` : null,
    waiting: 2,
    network: {
      ...{ host, port: 443, address: null, addressClass: 'public', isRebound: false },
      ...{ registry: null, probably: 'npm install' },
      keep: isPublic ? { host: `${host}:443`, within: '/home/mira/harbour' } : null,
      ...parts,
    },
  });
}

const entries: readonly IndexedEntry[] = Array.from({ length: 40 }, (_, n) => ({
  ...sampleEntry({
    entry: id(`a${n}`),
    seq: 100 - n,
    lastSeq: 100 - n,
    ts: new Date(now - minutes(n)).toISOString(),
    action: ['open_file', 'search_text', 'edit_file', 'exec_command'][n % 4] ?? 'open_file',
    outcome: n % 9 === 3 ? 'refused' : 'done',
    code: n % 9 === 3 ? 'outside-roots' : null,
  }),
  user: 'mira',
}));

const sessions = [
  sampleSession({
    startedAt: now - minutes(12),
    expiresAt: now + minutes(48),
    idleEndsAt: now + minutes(30),
    calls: 27,
    lastAction: 'edit_file',
  }),
  sampleSession({
    sessionId: id('21') as SessionId,
    state: 'PAUSED',
    startedAt: now - minutes(50),
    expiresAt: now + minutes(10),
  }),
];

export const snapshot: Snapshot = {
  networks: [
    {
      sessionId: sessions[0]?.sessionId ?? '',
      reached: [
        {
          ...{ host: 'registry.example', port: 443, connections: 14, refused: 0 },
          ...{ sent: 18_400, received: 6_720_000 },
        },
        {
          ...{ host: 'telemetry.example', port: 443, connections: 0, refused: 3 },
          ...{ sent: 0, received: 0 },
        },
      ],
      forwards: [{ port: 5173, url: 'http://127.0.0.1:40213' }],
      ports: [9229],
    },
  ],
  version: 'dev',
  mcpUrl: 'http://127.0.0.1:7717/mcp',
  asks: Object.values(asks),
  sessions,
  rules: [
    {
      ruleId: id('31'),
      effect: 'deny',
      sentence: 'Deny every agent to change files in /home/mira/harbour/secrets',
      exactCall: null,
      fromEntry: null,
      createdAt: now - minutes(3000),
      until: null,
      lastUsedAt: now - minutes(30),
    },
  ],
  entries,
  index: { phase: 'ready', reason: null, rebuilt: 1 },
  notices: [],
  editors: [],
  editorChoices: [],
  pairings: [],
  projects: [],
  settings: defaultSettings,
  demo: noDemo,
  clientsRevision: 1,
  browsers: [],
  browserPort: 8021,
  backend: noBackend,
};

const counted = (values: readonly string[]) =>
  [...new Set(values)].map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }));

/** Commands without an entry here answer as main does when it cannot: `no-answer`. */
const known: Partial<MainReplies> = {
  'snapshot:get': snapshot,
  'activity:page': {
    entries,
    next: null,
    total: entries.length,
    totalExact: true,
    complete: true,
  },
  'activity:counts': {
    total: entries.length,
    actors: counted(entries.map(({ actor }) => actor)),
    actions: counted(entries.map(({ action }) => action)),
    outcomes: counted(entries.map(({ outcome }) => outcome)),
    codes: counted(entries.flatMap(({ code }) => code ?? [])),
    sessions: [],
    complete: true,
  },
  'clients:list': { cards: [], project: null },
  'rules:actions': [],
  'trash:list': [],
  'workspaces:refresh': { path: null, why: 'not started in a browser', isSelected: false },
};

export const replies = new Proxy(known, {
  get: (target, name: keyof MainReplies) =>
    Object.hasOwn(target, name) ? target[name] : { kind: 'no-answer', why: 'failed' },
});

function id(tail: string): string {
  return `2f0f5f0e-0d5c-4a83-9d33-${tail.padStart(12, '0')}`;
}
