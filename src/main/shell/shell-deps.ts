/** The parts of the app that the windows and the tray use. */
import type { Disposable } from '../../shared/base/disposable.ts';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientSetupRequest,
  SeenFile,
  ClientsView,
} from '../../shared/integrations/clients.ts';
import type {
  AgentHistory,
  HistoryClient,
  HistoryProgress,
  HistoryResult,
  SuggestReceipt,
} from '../../shared/integrations/agent-history.ts';
import type { AgentName } from '../../shared/agents/agent-programs.ts';
import type { SandboxRuns, TerminalReceipt } from '../../shared/agents/sandbox-runs.ts';
import type { CheckReceipt, InstallReceipt } from '../../shared/app/updates.ts';
import type { AskWorkbench } from '../../shared/files/file-history.ts';
import type { SessionId } from '../../shared/base/ids.ts';
import type { Forward } from '../../shared/network/session-network.ts';
import type { PairingId } from '../../shared/integrations/pairing.ts';
import type { ServerMovesApi, ServersApi } from '../../shared/servers/servers-api.ts';
import type { WorkspaceState } from '../../shared/integrations/workspaces.ts';
import type { Core } from '../core/core.ts';
import type { LedgerCheck } from '../platform/ledger/ledger-check.ts';
import type { SettingsFile } from '../platform/files/settings-file.ts';
import type { AuditReader } from '../platform/ledger-index/ledger-index.ts';

export interface ShellDeps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly ledgerCheck: Pick<LedgerCheck, 'run'>;
  readonly workbench: { readonly ask: AskWorkbench };
  /** Forwards of ports that sandboxed programs listen on. */
  readonly networks: {
    forward(sessionId: SessionId, port: number): Promise<Forward>;
    closeForward(sessionId: SessionId, port: number): Promise<void>;
  };
  readonly version: string;
  readonly showAtStart: boolean;
  /** Whether the window may be raised although the user did not ask for it. */
  readonly mayShowItself: boolean;
  /** Why the ask window approves nothing; null while it may. */
  readonly approvalsOff: string | null;
  readonly settingsFile: SettingsFile;
  readonly pairing: {
    onAsked(listener: () => void): Disposable;
    allow(pairingId: PairingId): boolean;
    refuse(pairingId: PairingId): boolean;
  };
  readonly browsers: {
    /** False when there is no such browser. */
    forget(browserId: string): Promise<boolean>;
  };
  readonly clients: {
    list(): Promise<ClientsView>;
    chooseProject(folder: string | null): void;
    preview(request: ClientSetupRequest): Promise<ChangePreview>;
    apply(request: ClientSetupRequest, seen: readonly SeenFile[]): Promise<ChangeReceipt>;
    writeAgain(changeId: string, seen: string | null): Promise<ChangeReceipt>;
    checkHooks(): Promise<void>;
    keepExternalEdit(changeId: string, seen: string | null): Promise<ChangeReceipt>;
  };
  /** What agents did before, by their own histories. */
  readonly history: {
    read(): Promise<HistoryResult>;
    cancel(): void;
    progress(): HistoryProgress | null;
    last(): AgentHistory | null;
    suggest(client: HistoryClient, folder: string, isOn: boolean): Promise<SuggestReceipt>;
  };
  readonly updates: {
    check(): Promise<CheckReceipt>;
    install(version: string): Promise<InstallReceipt>;
    later(version: string): void;
  };
  /** Agents that the user starts inside the sandbox. */
  readonly sandboxStarts: {
    look(): Promise<SandboxRuns>;
    open(agent: AgentName, folder: string): Promise<TerminalReceipt>;
  };
  readonly backend: {
    /** False when it could not be put on record. */
    setToken(token: string | null): Promise<boolean>;
  };
  readonly demo: { start(): Promise<boolean>; remove(): Promise<void> };
  readonly workspaces: WorkspaceState;
  readonly servers: ServersApi;
  readonly serverMoves: ServerMovesApi;
  error(text: string): void;
}
