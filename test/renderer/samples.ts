import type { FolderActivity } from '../../src/shared/integrations/agent-history.ts';
import type { AccessAsk, Session } from '../../src/shared/access/access.ts';
import type { ClientCard, HooksCard } from '../../src/shared/integrations/clients.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import type { EntryView } from '../../src/shared/ledger/entry.ts';
import type { AskId, ClientId, RequestId, SessionId } from '../../src/shared/base/ids.ts';

/** Noon in a zone without daylight saving, so that clock times in tests are plain. */
export const noon = Date.UTC(2026, 0, 15, 12, 0, 0);
export const utc = { locale: 'en-GB', timeZone: 'UTC' } as const;

const agent = {
  clientId: 'opencode' as ClientId,
  claimedName: 'OpenCode',
  claimedVersion: '1.18',
  door: 'mcp',
  verified: null,
} as const;

export const sampleAsk = (parts: Partial<AccessAsk> = {}): AccessAsk => ({
  kind: 'access',
  askId: '2f0f5f0e-0d5c-4a83-9d33-000000000001' as AskId,
  requestId: '2f0f5f0e-0d5c-4a83-9d33-000000000002' as RequestId,
  agent,
  scopes: ['read:files'],
  roots: ['/home/mira/proj'],
  pins: [{ path: '/home/mira/proj', device: '1', inode: '2' }],
  picked: [],
  rootWarnings: {},
  reason: 'To find the bug.',
  requestedSeconds: 900,
  askedAt: noon,
  deadline: noon + 300_000,
  waiting: 1,
  ...parts,
});

export const exactly = (args: unknown): string => JSON.stringify(args, null, 2);

export const sampleConfirm = (parts: Partial<ConfirmAsk> = {}): ConfirmAsk => ({
  kind: 'confirm',
  askId: '2f0f5f0e-0d5c-4a83-9d33-000000000005' as AskId,
  agent,
  sessionId: '2f0f5f0e-0d5c-4a83-9d33-000000000003' as SessionId,
  action: 'write_file',
  actionKind: 'write',
  sentence: 'Write notes.md in ~/proj',
  exact: exactly({ path: '/home/mira/proj/notes.md', content: 'Hello' }),
  digest: 'ab'.repeat(32),
  because: ['It changes a file.'],
  callDigest: 'cd'.repeat(32),
  explain: 'It changes a file.',
  command: null,
  changes: [],
  carriedOutBy: null,
  recoverability: null,
  isIncomplete: false,
  folders: [],
  typeToAllow: null,
  forSession: 'every write_file on /home/mira/proj/notes.md with any content',
  ruleDraft: null,
  askedAt: noon,
  deadline: noon + 300_000,
  waiting: 1,
  ...parts,
});

export const sampleSession = (parts: Partial<Session> = {}): Session => ({
  sessionId: '2f0f5f0e-0d5c-4a83-9d33-000000000003' as SessionId,
  requestId: '2f0f5f0e-0d5c-4a83-9d33-000000000002' as RequestId,
  parentId: null,
  agent,
  scopes: ['read:files'],
  roots: [{ path: '/home/mira/proj', device: '1', inode: '2' }],
  once: false,
  startedAt: noon,
  expiresAt: noon + 900_000,
  idleEndsAt: noon + 1_800_000,
  state: 'ACTIVE',
  ended: null,
  calls: 0,
  lastAction: null,
  ...parts,
});

export const sampleEntry = (parts: Partial<EntryView> = {}): EntryView => ({
  entry: '2f0f5f0e-0d5c-4a83-9d33-000000000004',
  seq: 1,
  lastSeq: 1,
  ts: new Date(noon).toISOString(),
  actor: 'opencode',
  action: 'open_file',
  subject: '/home/mira/proj/a.ts',
  outcome: 'done',
  code: null,
  detail: null,
  decidedBy: 'policy',
  rule: null,
  sessionId: null,
  requestId: null,
  durationMs: 3,
  ...parts,
});

export const noHistory = {
  allowed: 0,
  denied: 0,
  inFolder: 0,
  lastAt: null,
  since: Date.UTC(2026, 0, 14, 12, 0, 0),
} as const;

const unasked = { standing: 'free', why: 'it reads without asking' } as const;
const asked = { standing: 'asks', why: 'asks before it does' } as const;

/** What an agent did in one folder, as its history says. */
export const sampleFolder = (parts: Partial<FolderActivity> = {}): FolderActivity => ({
  ...{ path: '/home/mira/harbour', conversations: 6, lastAt: noon, reads: 120, edits: 31 },
  ...{ commands: 214, others: 2, outside: 1 },
  programs: [
    { name: 'npm', count: 96 },
    { name: 'git', count: 71 },
    { name: 'rg', count: 30 },
  ],
  hosts: [{ name: 'registry.npmjs.org', count: 2 }],
  places: [{ name: '/tmp/out.log', count: 1 }],
  scopes: ['read:files', 'search:files', 'write:files', 'run:commands', 'test:code', 'git:commit'],
  ...{ whyNot: null, isSuggested: false },
  ...parts,
});

/** Claude Code, found and not connected. */
export const sampleClient = (parts: Partial<ClientCard> = {}): ClientCard => ({
  id: 'claude-code',
  name: 'Claude Code',
  found: '/home/mira/.local/bin/claude',
  state: { kind: 'can-connect' },
  files: [
    {
      ...{ path: '/home/mira/.claude.json', scope: 'user', isThere: true },
      ...{ hasEntry: false, error: null },
    },
  ],
  file: '/home/mira/.claude.json',
  precedence: 'There is one file.',
  ways: ['command', 'key'],
  after: 'Restart Claude Code.',
  ifSilent: 'Run "claude mcp list".',
  changes: [],
  exposure: {
    ...{ read: unasked, edit: asked, shell: asked },
    ...{ network: asked, git: asked, mcp: asked },
  },
  denyFile: '/home/mira/.claude/settings.json',
  allow: 'offered',
  allowFile: '/home/mira/.claude/settings.json',
  nativeNote: 'A project can deny more in its .claude/settings.json.',
  hooks: sampleHooks(),
  hazards: [],
  isUntried: false,
  ...parts,
});

export const sampleHooks = (parts: Partial<HooksCard> = {}): HooksCard => ({
  client: 'claude-code',
  state: { kind: 'off' },
  files: ['/home/mira/.claude/settings.json'],
  note: 'If Gatehouse can’t answer, Claude Code asks itself.',
  promptsFile: null,
  promptsNote: '',
  trust: { kind: 'none' },
  testedVersion: '2.1.325',
  installedVersion: '2.1.325',
  isNewerThanTested: false,
  switchedOff: [],
  otherSwitches: 'The flags --bare and --settings.',
  managed: {
    file: '/etc/claude-code/managed-settings.json',
    text: '{ "disableAllHooks": false }\n',
    meaning: 'Keeps your hooks on whatever a project says.',
  },
  ...parts,
});
