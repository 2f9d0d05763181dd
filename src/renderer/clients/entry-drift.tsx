/** Shows how another program changed Gatehouse's entry, and the two ways to resolve it. */
import { useState } from 'react';
import type {
  ChangeReceipt,
  EntryDifference,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { DiffView } from '../files/diff-view.tsx';
import { Refused } from '../files/restore-dialog.tsx';
import { clientsText, driftChoices } from './clients-text.ts';

interface EntryDriftProps {
  readonly change: WrittenChange;
  readonly difference: EntryDifference;
  /** Of the client. */
  readonly name: string;
}

const unreachable: ChangeReceipt = {
  kind: 'refused',
  why: clientsText.noResponse,
  hint: clientsText.nothingChangedHint,
};

export function EntryDrift({ change, difference, name }: EntryDriftProps) {
  const [isBusy, setBusy] = useState(false);
  const [receipt, setReceipt] = useState<ChangeReceipt | null>(null);
  const decide = async (command: 'clients:write-again' | 'clients:keep-theirs'): Promise<void> => {
    setBusy(true);
    const { changeId } = change;
    const { seen } = difference;
    const became = await bridge.command(command, { changeId, seen }).catch(() => unreachable);
    setBusy(false);
    setReceipt(became);
    if (became.kind === 'done') say(became.words);
  };
  return (
    <div className="entry-drift">
      <DiffView diff={difference.diff} name={clientsText.entryInFile(change.file)} />
      {receipt?.kind === 'refused' && <Refused why={receipt.why} hint={receipt.hint} />}
      <div className="client-acts">
        <button
          type="button"
          className="button primary-button"
          aria-label={`${driftChoices.again}: ${name}`}
          disabled={isBusy}
          onClick={() => void decide('clients:write-again')}
        >
          {driftChoices.again}
        </button>
        <button
          type="button"
          className="button"
          aria-label={`${driftChoices.keep}: ${name}`}
          disabled={isBusy}
          onClick={() => void decide('clients:keep-theirs')}
        >
          {driftChoices.keep}
        </button>
      </div>
    </div>
  );
}
