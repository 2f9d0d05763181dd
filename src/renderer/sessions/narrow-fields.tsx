import type { Session } from '../../shared/access/access.ts';
import type { Scope } from '../../shared/access/scopes.ts';
import { RootTick } from '../ui/root-tick.tsx';
import { ScopeTick } from '../ui/scope-tick.tsx';
import { scopeGroups } from '../text/scope-groups.ts';
import { sessionsText, type RemovedAccess } from './sessions-text.ts';

interface NarrowFieldsProps {
  readonly session: Session;
  readonly taken: RemovedAccess;
  onScope(scope: Scope): void;
  onRoot(root: string): void;
}

export function NarrowFields({ session, taken, onScope, onRoot }: NarrowFieldsProps) {
  return (
    <>
      {scopeGroups(session.scopes).map((group) => (
        <fieldset key={group.name} className="tick-group">
          <legend>{group.name}</legend>
          {group.scopes.map((scope) => (
            <ScopeTick
              key={scope}
              scope={scope}
              isTicked={!taken.scopes.includes(scope)}
              onToggle={() => onScope(scope)}
            />
          ))}
        </fieldset>
      ))}
      {session.roots.length > 0 && (
        <fieldset className="tick-group">
          <legend>{sessionsText.folders}</legend>
          {session.roots.map(({ path }) => (
            <RootTick
              key={path}
              root={path}
              isTicked={!taken.roots.includes(path)}
              onToggle={() => onRoot(path)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
