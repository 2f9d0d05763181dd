import { useState } from 'react';
import { revokeAllSessions } from '../app/commands.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { count } from '../text/counting.ts';

export function RevokeAll({ amount }: { readonly amount: number }) {
  const [isSure, setSure] = useState(false);
  return (
    <>
      <button type="button" className="button danger-button" onClick={() => setSure(true)}>
        Revoke all
      </button>
      {isSure && (
        <ConfirmDialog
          title={`Revoke ${count(amount, 'session')}?`}
          verb={`Revoke ${count(amount, 'session')}`}
          keep="Cancel"
          onConfirm={() => void revokeAllSessions()}
          onClose={() => setSure(false)}
        >
          <p>
            Their agents lose access immediately and have to ask again. Anything still running is
            stopped.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
