import type { Session } from '../../shared/access/access.ts';
import { capabilityGroups } from '../../shared/access/capabilities.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { capabilityIcons, capabilityNames } from '../text/capability-words.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { ScopeChip } from '../ui/scope-chip.tsx';
import { count } from '../text/counting.ts';
import { sessionsText } from './sessions-text.ts';

/** What a session may do in a few words, with its scopes and folders behind a disclosure. */
export function SessionReach({ session }: { readonly session: Session }) {
  return (
    <details className="session-reach">
      <summary>
        <span className="capability-words">
          {capabilityGroups(session.scopes).map(({ capability }) => (
            <span key={capability}>
              <Icon name={capabilityIcons[capability]} /> {capabilityNames[capability]}
            </span>
          ))}
        </span>
        <span className="session-scope-count">{count(session.scopes.length, 'scope')}</span>
      </summary>
      <ul className="scope-chips" aria-label={sessionsText.scopes}>
        {session.scopes.map((scope) => (
          <ScopeChip key={scope} scope={scope} />
        ))}
      </ul>
      {session.roots.length > 0 && (
        <ul className="root-list" aria-label={sessionsText.folders}>
          {session.roots.map((root) => (
            <li key={root.path} title={visibleText(root.path)}>
              <Icon name="folder" />
              <PathText path={root.path} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
