/** The actions for an active session: extend, reduce, pause, revoke. */
import { useRef, useState } from 'react';
import { revokeSession } from '../app/commands.ts';
import { ExtendRow } from './extend-row.tsx';
import { NarrowDialog } from './narrow-dialog.tsx';
import { PauseButton } from './pause-button.tsx';
import type { SessionBranch } from './session-tree.ts';
import { sessionsText } from './sessions-text.ts';

interface SessionActsProps {
  readonly branch: SessionBranch;
  readonly now: number;
}

export function SessionActs({ branch, now }: SessionActsProps) {
  const { session } = branch;
  const { sessionId } = session;
  const name = session.agent.clientId;
  const [isExtending, setExtending] = useState(false);
  const [isNarrowing, setNarrowing] = useState(false);
  const extendButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="session-acts">
        <button
          ref={extendButton}
          type="button"
          className="button"
          aria-expanded={isExtending}
          aria-label={sessionsText.extendSession(name)}
          onClick={() => setExtending(!isExtending)}
        >
          {sessionsText.extend}
        </button>
        <button
          type="button"
          className="button"
          aria-label={sessionsText.reduceAccessOf(name)}
          onClick={() => setNarrowing(true)}
        >
          {sessionsText.reduceAccess}
        </button>
        <PauseButton branch={branch} />
        <button
          type="button"
          className="button danger-button"
          aria-label={sessionsText.revokeSession(name)}
          onClick={() => void revokeSession(sessionId, name)}
        >
          {sessionsText.revokeButton}
        </button>
      </div>
      {isExtending && (
        <ExtendRow
          branch={branch}
          now={now}
          onDone={() => {
            setExtending(false);
            extendButton.current?.focus();
          }}
        />
      )}
      {isNarrowing && <NarrowDialog branch={branch} onClose={() => setNarrowing(false)} />}
    </>
  );
}
