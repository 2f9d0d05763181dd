import { extendSession } from '../app/commands.ts';
import { extendChoices, whyNotLonger } from './extend-choices.ts';
import type { SessionBranch } from './session-tree.ts';
import { sessionsText } from './sessions-text.ts';

interface ExtendRowProps {
  readonly branch: SessionBranch;
  readonly now: number;
  onDone(): void;
}

export function ExtendRow({ branch, now, onDone }: ExtendRowProps) {
  const { session, parent } = branch;
  const name = session.agent.clientId;
  const choices = extendChoices(session, parent, now);
  return (
    <div className="extend-row" role="group" aria-label={sessionsText.extendSession(name)}>
      {choices.length === 0 && <p role="status">{whyNotLonger(parent)}</p>}
      {choices.map(({ seconds, end, label }) => (
        <button
          key={label}
          type="button"
          className="button"
          onClick={() => {
            onDone();
            void extendSession(session.sessionId, seconds, { name, end });
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
