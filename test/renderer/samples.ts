import type { AccessAsk, Session } from '../../src/shared/access/access.ts';
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
  passesOver: false,
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
