import { useEffect, useRef, useState } from 'react';
import { revokeAllSessions } from '../app/commands.ts';
import { count } from '../words/counting.ts';

/** Two steps in one place, so that a slip costs nothing. */
export function RevokeAll({ amount }: { readonly amount: number }) {
  const [isSure, setSure] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSure) keep.current?.focus();
  }, [isSure]);
  if (!isSure) {
    return (
      <button type="button" className="button danger-button" onClick={() => setSure(true)}>
        Revoke all
      </button>
    );
  }
  return (
    <div className="sure" role="group" aria-label="Revoke all sessions?">
      <span>Revoke {count(amount, 'session')}?</span>
      <button ref={keep} type="button" className="button" onClick={() => setSure(false)}>
        Keep them
      </button>
      <button
        type="button"
        className="button danger-button"
        onClick={() => {
          setSure(false);
          void revokeAllSessions();
        }}
      >
        Revoke {count(amount, 'session')}
      </button>
    </div>
  );
}
