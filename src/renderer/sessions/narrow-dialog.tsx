/** Removes scopes and folders from a session. Only granted ones are listed, so nothing can be added. */
import { useState } from 'react';
import { narrowSession, revokeSession } from '../app/commands.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { toggled } from '../text/toggled.ts';
import { NarrowFields } from './narrow-fields.tsx';
import {
  isEmpty,
  isWhole,
  narrowLabel,
  restOf,
  restWords,
  sessionsText,
  type RemovedAccess,
} from './sessions-text.ts';
import type { SessionBranch } from './session-tree.ts';

interface NarrowDialogProps {
  readonly branch: SessionBranch;
  onClose(): void;
}

export function NarrowDialog({ branch, onClose }: NarrowDialogProps) {
  const { session, parts } = branch;
  const name = session.agent.clientId;
  const [taken, setTaken] = useState<RemovedAccess>({ scopes: [], roots: [] });
  const rest = restOf(session, taken);

  const apply = (): void => {
    onClose();
    if (isEmpty(rest)) void revokeSession(session.sessionId, name);
    else void narrowSession(session.sessionId, rest, { name, left: restWords(rest) });
  };
  return (
    <Dialog title={sessionsText.reduceSession(name)} onClose={onClose}>
      <p className="dialog-note">
        {parts.length > 0 ? sessionsText.clearWhatToRemoveFromAll : sessionsText.clearWhatToRemove}
      </p>
      <DialogBody>
        <NarrowFields
          session={session}
          taken={taken}
          onScope={(scope) => setTaken({ ...taken, scopes: toggled(taken.scopes, scope) })}
          onRoot={(root) => setTaken({ ...taken, roots: toggled(taken.roots, root) })}
        />
      </DialogBody>
      <DialogFoot>
        <button type="button" className="button" onClick={onClose}>
          {sessionsText.cancel}
        </button>
        <button
          type="button"
          className={`button ${isEmpty(rest) ? 'danger-button' : 'primary-button'}`}
          disabled={isWhole(session, rest)}
          onClick={apply}
        >
          {narrowLabel(session, rest)}
        </button>
      </DialogFoot>
    </Dialog>
  );
}
