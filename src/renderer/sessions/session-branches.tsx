import { LiveSession } from './live-session.tsx';
import type { SessionBranch } from './session-tree.ts';
import { sessionsText } from './sessions-text.ts';

interface SessionBranchesProps {
  readonly branches: readonly SessionBranch[];
  readonly label: string;
  readonly now: number;
}

export function SessionBranches({ branches, label, now }: SessionBranchesProps) {
  return (
    <ul className="cards" aria-label={label}>
      {branches.map((branch) => (
        <li key={branch.session.sessionId} className="session-branch">
          <LiveSession branch={branch} now={now} />
          {branch.parts.length > 0 && (
            <SessionBranches
              branches={branch.parts}
              label={sessionsText.subSessionsOf(branch.session.agent.clientId)}
              now={now}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
