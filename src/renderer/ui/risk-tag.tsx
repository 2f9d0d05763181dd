import type { Risk } from '../../shared/access/scopes.ts';
import { riskMeaning, riskWord } from '../text/risk-words.ts';
import { Icon } from './icons.tsx';

export function RiskTag({ risk }: { readonly risk: Risk }) {
  return (
    <span className="risk-tag" data-risk={risk} title={riskMeaning[risk]}>
      <Icon name={risk} />
      {riskWord[risk]}
    </span>
  );
}
