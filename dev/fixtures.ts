/** Data for the pages in a normal browser. It reuses the samples of the renderer tests. */
import type { IndexedEntry } from '../src/shared/ledger/query.ts';
import { noBackend } from '../src/shared/integrations/backend.ts';
import { noDemo } from '../src/shared/integrations/demo.ts';
import type { ClientId, SessionId } from '../src/shared/base/ids.ts';
import { roleTemplates } from '../src/shared/access/role-templates.ts';
import type { MainReplies, Snapshot } from '../src/shared/ipc/main-window.ts';
import { standingFixtures } from './standing-fixtures.ts';
import { defaultSettings } from '../src/shared/app/settings.ts';
import {
  noHistory,
  sampleClient,
  sampleEntry,
  sampleFolder,
  sampleSession,
} from '../test/renderer/samples.ts';
import { asks, id } from './ask-fixtures.ts';
import { foundServers, serverDetails, serversView } from './server-fixtures.ts';

const now = Date.now();
const minutes = (count: number): number => count * 60_000;

export const history = noHistory;

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
    scopes: ['read:files', 'run:commands'],
    standingGrant: id('41'),
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
          rule: 'Let claude-code reach registry.example:443 in /home/mira/proj without asking.',
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
  sandbox: {
    ...{ kind: 'unavailable', cause: 'missing' },
    why: "Commands can't be sandboxed on this computer (bubblewrap is not installed).",
    sentence:
      "Commands can't be sandboxed on this computer (bubblewrap is not installed). You are asked about each command.",
    fix: 'Install it: "sudo apt install bubblewrap". Then restart Gatehouse.',
  },
  mcpUrl: 'http://127.0.0.1:7717/mcp',
  asks: Object.values(asks),
  sessions,
  ...standingFixtures(now),
  roles: roleTemplates.map((draft, at) => ({
    ...draft,
    roleId: id(`7${at}`),
    clients: at === 0 ? ['claude-code' as ClientId] : [],
    changedAt: now,
  })),
  rules: [
    {
      ruleId: id('31'),
      effect: 'deny',
      sentence: 'Never let any agent edit a file in /home/mira/harbour/secrets.',
      what: 'edit a file',
      client: null,
      folder: '/home/mira/harbour/secrets',
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
  'agents:look': {
    agents: ['claude', 'codex', 'opencode'],
    terminal: 'gnome-terminal',
    command: 'gatehouse',
  },
  'agents:open-terminal': { kind: 'opened', terminal: 'gnome-terminal' },
  'clients:list': {
    cards: [
      sampleClient(),
      sampleClient({ id: 'codex', name: 'Codex', allow: 'in-entry', allowFile: null }),
      sampleClient({ id: 'zed', name: 'Zed', found: null, state: { kind: 'not-installed' } }),
    ],
    project: null,
    home: '/home/mira',
  },
  'clients:preview': {
    kind: 'possible',
    files: [
      {
        ...{ file: '/home/mira/.claude.json', target: null, seen: null, isFormatted: true },
        diff: {
          ...{ kind: 'text', added: 2, removed: 0, cut: 0 },
          hunks: [
            {
              ...{ before: 3, after: 3 },
              lines: [
                { kind: 'same', text: '  "mcpServers": {' },
                { kind: 'added', text: '    "gatehouse": { "command": "gatehouse" }' },
                { kind: 'same', text: '  }' },
              ],
            },
          ],
        },
      },
    ],
    notes: ['No key is in the file. Gatehouse keeps it under the name claude-code.'],
  },
  'history:last': {
    readAt: Date.now(),
    isComplete: false,
    clients: [
      {
        ...{ client: 'claude-code', files: 41, leftOut: [] },
        folders: [
          sampleFolder({ path: '/home/mira/harbour', isSuggested: true }),
          sampleFolder({
            ...{ path: '/home/mira', commands: 12, outside: 9, reads: 3, edits: 0 },
            whyNot: 'The folder is too wide or too sensitive for a suggestion.',
          }),
        ],
      },
      {
        ...{ client: 'codex', files: 3, folders: [sampleFolder({ path: '/home/mira/tides' })] },
        leftOut: [{ what: 'records that are too long', count: 2 }],
      },
    ],
  },
  'history:progress': null,
  'servers:list': serversView,
  'servers:details': serverDetails,
  'servers:log': { lines: ['listening on stdin', 'client connected'] },
  'servers:found': foundServers,
  'rules:actions': [],
  'trash:list': [],
  'workspaces:refresh': { path: null, why: 'not started in a browser', isSelected: false },
};

export const replies = new Proxy(known, {
  get: (target, name: keyof MainReplies) =>
    Object.hasOwn(target, name) ? target[name] : { kind: 'no-answer', why: 'failed' },
});
