import { LiveSession } from './live-session.tsx';
import type { SessionBranch } from './session-tree.ts';

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
              label={`Sub-sessions of ${branch.session.agent.clientId}`}
              now={now}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
