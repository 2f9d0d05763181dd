import { useState } from 'react';
import { revokeAllSessions } from '../app/commands.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { count } from '../text/counting.ts';
import { sessionsText } from './sessions-text.ts';

export function RevokeAll({ amount }: { readonly amount: number }) {
  const [isSure, setSure] = useState(false);
  return (
    <>
      <button type="button" className="button danger-button" onClick={() => setSure(true)}>
        {sessionsText.revokeAll}
      </button>
      {isSure && <RevokeAllDialog amount={amount} onClose={() => setSure(false)} />}
    </>
  );
}

interface RevokeAllDialogProps {
  readonly amount: number;
  onClose(): void;
}

export const RevokeAllDialog = ({ amount, onClose }: RevokeAllDialogProps) => (
  <ConfirmDialog
    title={sessionsText.revokeAllTitle(count(amount, 'session'))}
    verb={sessionsText.revokeAllVerb(count(amount, 'session'))}
    keep={sessionsText.cancel}
    onConfirm={() => void revokeAllSessions()}
    onClose={onClose}
  >
    <p>{sessionsText.revokeAllEffect}</p>
  </ConfirmDialog>
);
