/** Verify and export: what can be done with the ledger as a whole. */
import { useState } from 'react';
import type { AuditFilter } from '../../shared/ledger/query.ts';
import type { ExportFormat } from '../../shared/ipc/main-window.ts';
import { exportActivity, verifyLedger } from '../app/commands.ts';
import { TrashDialog } from '../files/trash-dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { activityText } from './activity-text.ts';

export function LedgerActs({ filter }: { readonly filter: AuditFilter }) {
  const [chain, setChain] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTrashOpen, setTrashOpen] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setChain(await verifyLedger());
    setBusy(false);
  };
  const save = (format: ExportFormat): void => void exportActivity(filter, format);
  return (
    <div className="ledger-acts">
      <span className="chain-state" role="status">
        {isBusy ? activityText.verifying : chain}
      </span>
      <button type="button" className="button" onClick={() => setTrashOpen(true)}>
        {activityText.deletedFiles}
      </button>
      {isTrashOpen && <TrashDialog onClose={() => setTrashOpen(false)} />}
      <button type="button" className="button" disabled={isBusy} onClick={() => void verify()}>
        <Icon name="shield" />
        {activityText.verify}
      </button>
      <Menu
        button="Export…"
        choices={[
          { words: activityText.jsonLines, onChoose: () => save('jsonl') },
          { words: activityText.tableCsv, onChoose: () => save('csv') },
        ]}
        note={activityText.exportHint}
      />
    </div>
  );
}
