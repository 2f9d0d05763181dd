/**
 * IPC between main and its window: main sends snapshots, the window sends validated commands. The
 * ask window's messages are in ask-window.ts. Names of commands exist only in these files; names
 * of pushes are in channels.ts, which preloads can import without zod.
 */
import { z } from 'zod';
import { scopeName, type Session } from '../access/access.ts';
import type { ActionKind } from '../actions/actions.ts';
import type { Ask } from '../asks/asks.ts';
import { bridgeCommands, type BridgeReplies, type BridgesSnapshot } from './bridges.ts';
import {
  clientIds,
  clientPurposes,
  clientWays,
  type ChangePreview,
  type ChangeReceipt,
  type ClientsView,
} from '../integrations/clients.ts';
import { agentCommands, type AgentReplies } from '../agents/sandbox-runs.ts';
import { historyCommands, type HistoryReplies } from '../integrations/agent-history.ts';
import type { DemoView } from '../integrations/demo.ts';
import type { EditorChoice, EditorView } from '../integrations/editors.ts';
import type { AuditLine, EntryView } from '../ledger/entry.ts';
import {
  AuditFilter,
  AuditQuery,
  type AuditCounts,
  type AuditHistogram,
  type AuditPage,
  type IndexedEntry,
  type IndexSummary,
} from '../ledger/query.ts';
import type {
  FileContent,
  FileDiff,
  Replay,
  RestoreReceipt,
  RestoreView,
  TrashItem,
} from '../files/file-history.ts';
import type { SessionNetworkView } from '../network/session-network.ts';
import type { RunRestoreView } from '../files/run-restore.ts';
import type { NoAnswer } from '../asks/no-answer.ts';
import type { VerifyResult } from '../ledger/verify.ts';
import { AskId, SessionId } from '../base/ids.ts';
import { PairingId, type PairingView } from '../integrations/pairing.ts';
import { pathPurposes } from './path-choice.ts';
import type { SandboxStatus } from '../sandbox/sandbox-status.ts';
import { mostRules, RuleDraft, type RuleTrial, type RuleView } from '../rules/rules.ts';
import { maxSessionSeconds, minSessionSeconds } from '../access/session-limits.ts';
import type { Scope } from '../access/scopes.ts';
import { roleCommands, type RoleReplies, type RolesSnapshot } from './roles.ts';
import { standingCommands, type StandingReplies, type StandingSnapshot } from './standing.ts';
import { SettingChange, type SettingReceipt } from '../app/setting-change.ts';
import type { Settings } from '../app/settings.ts';
import { updateCommands, type UpdateReplies, type UpdateView } from '../app/updates.ts';
import { serverCommands } from '../servers/server-commands.ts';
import type { ServerReplies, ServersSnapshot } from './servers.ts';
import { workspaceCommands, type WorkspaceReplies } from './workspaces.ts';
import type { ProjectView } from '../integrations/workspaces.ts';

export interface Notice {
  readonly id: string;
  readonly tone: 'info' | 'warning' | 'trouble';
  readonly title: string;
  readonly text: string;
}

export interface Snapshot
  extends BridgesSnapshot, StandingSnapshot, RolesSnapshot, ServersSnapshot {
  readonly version: string;
  readonly mcpUrl: string | null;
  readonly asks: readonly Ask[];
  readonly sessions: readonly Session[];
  /** The user's rules that are still active. */
  readonly rules: readonly RuleView[];
  /** Newest first. */
  readonly entries: readonly EntryView[];
  readonly index: IndexSummary;
  readonly notices: readonly Notice[];
  readonly editors: readonly EditorView[];
  /** Folders that several editors have open. */
  readonly editorChoices: readonly EditorChoice[];
  readonly pairings: readonly PairingView[];
  /** As of the last check. */
  readonly projects: readonly ProjectView[];
  readonly settings: Settings;
  readonly demo: DemoView;
  /** For live sessions whose sandboxed code has used the network. */
  readonly networks?: readonly SessionNetworkView[];
  /** A change of this number means that the content of the Clients page has changed. */
  readonly clientsRevision: number;
  /** The switches that weaken the app and that it was started with. */
  readonly startedWith?: readonly string[];
  /** Whether commands run in a sandbox; left out if it was not checked. */
  readonly sandbox?: SandboxStatus;
  /** The shortcut for asks could not be registered: another program uses it, or the system has no global shortcuts. */
  readonly hasShortcutFailed?: boolean;
  /** Left out until it was checked. */
  readonly update?: UpdateView | undefined;
}

/** One entry with all its lines. */
export interface EntryLines {
  /** Null if there is no such entry. */
  readonly entry: IndexedEntry | null;
  readonly lines: readonly AuditLine[];
  /** What was requested, in the words of the ask; null if there are none. */
  readonly sentence: string | null;
  readonly complete: boolean;
}

export const exportFormats = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportReceipt =
  | { readonly kind: 'exported'; readonly file: string; readonly entries: number }
  | { readonly kind: 'not-chosen' }
  | { readonly kind: 'failed'; readonly why: string };

export type VerifyReceipt =
  | { readonly kind: 'verified'; readonly verdict: VerifyResult; readonly at: number }
  | { readonly kind: 'failed'; readonly why: string };

/** An action that a rule can be about. */
export interface RuleAction {
  readonly name: string;
  readonly title: string;
  readonly scope: Scope;
  readonly kind: ActionKind;
}

/** A draft of a rule, and the parts of its entry that it leaves out. */
export type DraftReceipt =
  | { readonly kind: 'drafted'; readonly draft: RuleDraft; readonly note: string | null }
  | { readonly kind: 'refused'; readonly why: string };

/** The new rule in words, or why there is none. */
export type RuleReceipt =
  | { readonly kind: 'added'; readonly ruleId: string; readonly sentence: string }
  | { readonly kind: 'refused'; readonly why: string };

export type ProposalReceipt =
  | { readonly kind: 'proposed'; readonly sentence: string }
  | { readonly kind: 'refused'; readonly why: string };

export type TrialReceipt =
  | { readonly kind: 'tried'; readonly sentence: string; readonly trial: RuleTrial }
  | { readonly kind: 'refused'; readonly why: string };

const port = z.int().min(1).max(65_535);
const ruleId = z.uuid();
const ruleIdList = z.array(ruleId).min(1).max(mostRules).readonly();
const entryName = z.string().min(1).max(256);
/** A file that a step changed; main reads from the ledger what the step did to it. */
const changedFile = { entry: entryName, path: z.string().min(1).max(4096) };
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A click on the Clients page; main offers the files and accepts no others. */
const clientSetup = {
  client: z.enum(clientIds),
  undo: z.array(z.uuid()).max(20).readonly(),
  write: z
    .array(
      z.strictObject({
        purpose: z.enum(clientPurposes),
        way: z.enum(clientWays).nullable(),
        file: z.string().min(1).max(4096),
      }),
    )
    .max(clientPurposes.length)
    .readonly(),
};
const seenFile = z.strictObject({ file: z.string().min(1).max(4096), seen: digest.nullable() });

/** Main window → main. Each payload is checked against its schema before anything else. */
export const mainCommands = {
  'snapshot:get': z.undefined(),
  'ask:review': z.strictObject({ askId: AskId }),
  'session:revoke': z.strictObject({ sessionId: SessionId }),
  'session:revoke-all': z.undefined(),
  'session:extend': z.strictObject({
    sessionId: SessionId,
    seconds: z.int().min(minSessionSeconds).max(maxSessionSeconds),
  }),
  'session:narrow': z.strictObject({
    sessionId: SessionId,
    scopes: z.array(scopeName).readonly(),
    roots: z.array(z.string()).readonly(),
  }),
  'session:pause': z.strictObject({ sessionId: SessionId }),
  'session:resume': z.strictObject({ sessionId: SessionId }),
  'session:pause-all': z.undefined(),
  'session:resume-all': z.undefined(),
  /** Opens a port of the session on this computer's loopback. */
  'session:open-port': z.strictObject({ sessionId: SessionId, port }),
  'session:close-port': z.strictObject({ sessionId: SessionId, port }),
  'pairing:allow': z.strictObject({ pairingId: PairingId }),
  'pairing:refuse': z.strictObject({ pairingId: PairingId }),
  ...bridgeCommands,
  ...standingCommands,
  ...roleCommands,
  ...historyCommands,
  ...agentCommands,
  'editor:choose': z.strictObject({ folder: z.string().max(4096), editorId: z.string().max(64) }),
  'rules:actions': z.undefined(),
  'rules:from-entry': z.strictObject({ entry: z.string().min(1).max(256) }),
  'rules:try': RuleDraft,
  'rules:add': RuleDraft,
  'rules:remove': z.strictObject({ ruleId }),
  'rules:restore': z.strictObject({ ruleId }),
  'rules:propose': z.strictObject({ ruleIds: ruleIdList }),
  'rules:generalise': z.strictObject({ ruleIds: ruleIdList }),
  'activity:page': AuditQuery,
  'activity:histogram': z.strictObject({ filter: AuditFilter, bars: z.int().min(1).max(200) }),
  'activity:counts': AuditFilter,
  'activity:entry': z.strictObject({ entry: entryName }),
  'activity:export': z.strictObject({ filter: AuditFilter, format: z.enum(exportFormats) }),
  'ledger:verify': z.undefined(),
  'files:diff': z.strictObject(changedFile),
  'files:look': z.strictObject(changedFile),
  'files:restore': z.strictObject({ ...changedFile, seen: digest.nullable() }),
  'files:look-run': z.strictObject({ entry: entryName }),
  'files:restore-run': z.strictObject({
    entry: entryName,
    seen: z.array(z.string().max(64)).max(100),
    withLater: z.boolean(),
  }),
  'files:content': z.strictObject(changedFile),
  'replay:steps': z.strictObject({ sessionId: z.string().min(1).max(256) }),
  'trash:list': z.undefined(),
  'trash:restore': z.strictObject({ trashId: z.uuid() }),
  ...workspaceCommands,
  ...updateCommands,
  ...serverCommands,
  'path:choose': z.strictObject({ purpose: z.enum(pathPurposes) }),
  'notice:dismiss': z.strictObject({ id: z.string().max(100) }),
  'settings:change': SettingChange,
  'clients:list': z.undefined(),
  'clients:choose-project': z.undefined(),
  'clients:preview': z.strictObject(clientSetup),
  'clients:apply': z.strictObject({ ...clientSetup, seen: z.array(seenFile).max(20).readonly() }),
  'clients:write-again': z.strictObject({ changeId: z.uuid(), seen: digest.nullable() }),
  'clients:check-hooks': z.undefined(),
  'clients:keep-theirs': z.strictObject({ changeId: z.uuid(), seen: digest.nullable() }),
  'demo:start': z.undefined(),
  'demo:remove': z.undefined(),
} as const;

export interface MainReplies
  extends
    BridgeReplies,
    StandingReplies,
    RoleReplies,
    HistoryReplies,
    AgentReplies,
    WorkspaceReplies,
    ServerReplies,
    UpdateReplies {
  'snapshot:get': Snapshot;
  'ask:review': { readonly shown: boolean };
  'session:revoke': { readonly revoked: boolean };
  'session:revoke-all': { readonly revoked: number };
  'session:extend': { readonly done: boolean };
  'session:narrow': { readonly done: boolean };
  'session:pause': { readonly done: boolean };
  'session:resume': { readonly done: boolean };
  'session:pause-all': { readonly paused: number };
  'session:resume-all': { readonly resumed: number };
  'session:open-port': { readonly url: string | null };
  'session:close-port': { readonly done: boolean };
  'pairing:allow': { readonly done: boolean };
  'pairing:refuse': { readonly done: boolean };
  'editor:choose': { readonly done: boolean };
  'rules:actions': readonly RuleAction[];
  'rules:from-entry': DraftReceipt;
  'rules:try': TrialReceipt;
  'rules:add': RuleReceipt;
  'rules:remove': { readonly done: boolean };
  'rules:restore': RuleReceipt;
  /** One rule in place of several exact ones, as it would be saved. */
  'rules:propose': ProposalReceipt;
  'rules:generalise': RuleReceipt;
  'activity:page': AuditPage | NoAnswer;
  'activity:histogram': AuditHistogram | NoAnswer;
  'activity:counts': AuditCounts | NoAnswer;
  'activity:entry': EntryLines | NoAnswer;
  'activity:export': ExportReceipt;
  'ledger:verify': VerifyReceipt;
  'files:diff': FileDiff | NoAnswer;
  'files:look': RestoreView | NoAnswer;
  'files:restore': RestoreReceipt;
  'files:look-run': RunRestoreView | NoAnswer;
  'files:restore-run': RestoreReceipt;
  /** The file's content after the step. */
  'files:content': FileContent | NoAnswer;
  'replay:steps': Replay | NoAnswer;
  'trash:list': readonly TrashItem[] | NoAnswer;
  'trash:restore': RestoreReceipt;
  /** Null if nothing was selected. */
  'path:choose': { readonly path: string | null };
  'notice:dismiss': undefined;
  'settings:change': SettingReceipt;
  'clients:list': ClientsView;
  'clients:choose-project': { readonly selected: boolean };
  'clients:preview': ChangePreview;
  'clients:apply': ChangeReceipt;
  'clients:write-again': ChangeReceipt;
  'clients:check-hooks': { readonly checked: true };
  'clients:keep-theirs': ChangeReceipt;
  'demo:start': { readonly done: boolean };
  'demo:remove': undefined;
}

export type MainCommand = keyof typeof mainCommands;
export type MainPayload<Name extends MainCommand> = z.infer<(typeof mainCommands)[Name]>;

/** The API that the preload exposes on `window`. */
export interface MainBridge {
  command<Name extends MainCommand>(
    name: Name,
    ...payload: MainPayload<Name> extends undefined ? [] : [MainPayload<Name>]
  ): Promise<MainReplies[Name]>;
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void;
}
