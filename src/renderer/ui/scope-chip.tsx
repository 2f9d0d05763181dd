import { scopes, type Scope } from '../../shared/scopes.ts';
import { riskWord } from '../words/risk-words.ts';
import { Icon } from './icons.tsx';

/** A scope that is held, small: risk by icon, colour and spoken word. */
export function ScopeChip({ scope }: { readonly scope: Scope }) {
  const { risk, sentence } = scopes[scope];
  return (
    <li className="scope-chip" data-risk={risk} title={`${riskWord[risk]}: ${sentence}`}>
      <Icon name={risk} />
      <span className="only-spoken">{riskWord[risk]}: </span>
      {scope}
    </li>
  );
}
