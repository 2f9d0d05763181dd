import { scopeInfo, type Scope } from '../../shared/access/scopes.ts';
import { RiskTag } from './risk-tag.tsx';

interface ScopeTickProps {
  readonly scope: Scope;
  readonly isTicked: boolean;
  onToggle(): void;
}

export function ScopeTick({ scope, isTicked, onToggle }: ScopeTickProps) {
  const { risk, sentence, note } = scopeInfo(scope);
  return (
    <label className="tick scope-tick" data-risk={risk}>
      <input type="checkbox" checked={isTicked} onChange={onToggle} />
      <span className="scope-words">
        <span>{sentence}</span> <code>{scope}</code>
        {note !== undefined && <small className="scope-note">{note}</small>}
      </span>
      <RiskTag risk={risk} />
    </label>
  );
}
