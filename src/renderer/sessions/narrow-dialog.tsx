/** Takes scopes and folders away. Only what the session holds is listed, so nothing can be added. */
import { useEffect, useRef, useState } from 'react';
import { narrowSession, revokeSession } from '../app/commands.ts';
import { toggled } from '../words/toggled.ts';
import { NarrowFields } from './narrow-fields.tsx';
import {
  isEmpty,
  isWhole,
  narrowLabel,
  restOf,
  restWords,
  type TakenAway,
} from './narrow-words.ts';
import type { SessionBranch } from './session-tree.ts';

interface NarrowDialogProps {
  readonly branch: SessionBranch;
  onClose(): void;
}

export function NarrowDialog({ branch, onClose }: NarrowDialogProps) {
  const { session, parts } = branch;
  const name = session.agent.clientId;
  const dialog = useRef<HTMLDialogElement>(null);
  const [taken, setTaken] = useState<TakenAway>({ scopes: [], roots: [] });
  const rest = restOf(session, taken);
  useEffect(() => dialog.current?.showModal(), []);

  const apply = (): void => {
    dialog.current?.close();
    if (isEmpty(rest)) void revokeSession(session.sessionId, name);
    else void narrowSession(session.sessionId, rest, { name, left: restWords(rest) });
  };
  return (
    <dialog ref={dialog} className="narrow" aria-labelledby="narrow-title" onClose={onClose}>
      <h2 id="narrow-title">Narrow the session of {name}</h2>
      <p className="narrow-note">
        Untick what it should lose.{parts.length > 0 && ' Its parts lose the same.'} The agent has
        to ask to get it back.
      </p>
      <NarrowFields
        session={session}
        taken={taken}
        onScope={(scope) => setTaken({ ...taken, scopes: toggled(taken.scopes, scope) })}
        onRoot={(root) => setTaken({ ...taken, roots: toggled(taken.roots, root) })}
      />
      <div className="narrow-foot">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button
          type="button"
          className={`button ${isEmpty(rest) ? 'danger-button' : 'primary-button'}`}
          disabled={isWhole(session, rest)}
          onClick={apply}
        >
          {narrowLabel(session, rest)}
        </button>
      </div>
    </dialog>
  );
}
