/** Verify and export: what can be done with the ledger as a whole. */
import { useId, useRef, useState } from 'react';
import type { AuditFilter } from '../../shared/audit-query.ts';
import type { ExportFormat } from '../../shared/ipc.ts';
import { exportActivity, verifyLedger } from '../app/commands.ts';
import { TrashDialog } from '../files/trash-dialog.tsx';
import { Icon } from '../ui/icons.tsx';

export function LedgerActs({ filter }: { readonly filter: AuditFilter }) {
  const [chain, setChain] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isTrashOpen, setTrashOpen] = useState(false);
  const trash = useRef<HTMLButtonElement>(null);
  const closeTrash = (): void => {
    setTrashOpen(false);
    trash.current?.focus();
  };
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setChain(await verifyLedger());
    setBusy(false);
  };
  const save = (format: ExportFormat): void => {
    list.current?.hidePopover();
    void exportActivity(filter, format);
  };
  return (
    <div className="ledger-acts">
      <span className="chain-state" role="status">
        {isBusy ? 'Verifying…' : chain}
      </span>
      <button ref={trash} type="button" className="button" onClick={() => setTrashOpen(true)}>
        Deleted files…
      </button>
      {isTrashOpen && <TrashDialog onClose={closeTrash} />}
      <button type="button" className="button" disabled={isBusy} onClick={() => void verify()}>
        <Icon name="shield" />
        Verify
      </button>
      <span className="facet">
        <button type="button" className="button" popoverTarget={listId}>
          Export…
        </button>
        <div id={listId} ref={list} popover="auto" className="facet-list">
          <p>What is shown now, to a file:</p>
          <ul className="time-spans">
            <li>
              <button type="button" className="time-span" onClick={() => save('jsonl')}>
                JSON lines
              </button>
            </li>
            <li>
              <button type="button" className="time-span" onClick={() => save('csv')}>
                Table (CSV)
              </button>
            </li>
          </ul>
        </div>
      </span>
    </div>
  );
}
