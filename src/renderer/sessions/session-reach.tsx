import type { Session } from '../../shared/access/access.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { ScopeChip } from '../ui/scope-chip.tsx';
import { sessionsText } from './sessions-text.ts';

/** What a session may do, and where. */
export function SessionReach({ session }: { readonly session: Session }) {
  return (
    <>
      <ul className="scope-chips" aria-label={sessionsText.scopes}>
        {session.scopes.map((scope) => (
          <ScopeChip key={scope} scope={scope} />
        ))}
      </ul>
      {session.roots.length > 0 && (
        <ul className="root-list" aria-label={sessionsText.folders}>
          {session.roots.map((root) => (
            <li key={root.path}>
              <Icon name="folder" />
              <PathText path={root.path} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
