import { scopeInfo, type Scope } from '../../shared/access/scopes.ts';
import { riskWord } from '../text/risk-words.ts';
import { Icon } from './icons.tsx';
import { Tooltip } from './tooltip.tsx';

/** A scope that is held, small: risk by icon, colour and spoken word; its meaning under the pointer. */
export function ScopeChip({ scope }: { readonly scope: Scope }) {
  const { risk, sentence } = scopeInfo(scope);
  return (
    <Tooltip words={`${riskWord[risk]}: ${sentence}`}>
      <li className="scope-chip" data-risk={risk}>
        <Icon name={risk} />
        <span className="only-spoken">
          {riskWord[risk]}: {sentence},{' '}
        </span>
        {scope}
      </li>
    </Tooltip>
  );
}
