/** What the windows and the tray are given of the house behind them. */
import type { Disposable } from '../../shared/base/disposable.ts';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientChange,
  ClientsView,
} from '../../shared/clients.ts';
import type { AskWorkbench } from '../../shared/file-history.ts';
import type { PairingId } from '../../shared/pairing.ts';
import type { WorkspaceDesk } from '../../shared/workspaces.ts';
import type { Core } from '../core/offers.ts';
import type { LedgerCheck } from '../platform/audit/ledger-check.ts';
import type { SettingsFile } from '../platform/settings-file.ts';
import type { AuditReader } from '../platform/audit-index/audit-index.ts';

export interface House {
  readonly core: Core;
  readonly index: AuditReader;
  readonly ledgerCheck: Pick<LedgerCheck, 'run'>;
  readonly workbench: { readonly ask: AskWorkbench };
  readonly version: string;
  readonly showAtStart: boolean;
  /** Whether the window may come up although nobody asked for it. */
  readonly mayShowItself: boolean;
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
    preview(wish: ClientChange): Promise<ChangePreview>;
    write(wish: ClientChange, seen: string | null): Promise<ChangeReceipt>;
    previewUndo(changeId: string): Promise<ChangePreview>;
    undo(changeId: string, seen: string | null): Promise<ChangeReceipt>;
  };
  readonly backend: {
    /** False when it could not be put on record. */
    setToken(token: string | null): Promise<boolean>;
  };
  readonly demo: { start(): Promise<boolean>; remove(): Promise<void> };
  readonly workspaces: WorkspaceDesk;
  trouble(text: string): void;
}
