import type { Risk } from '../../shared/scopes.ts';
import { riskMeaning, riskWord } from '../words/risk-words.ts';
import { Icon } from './icons.tsx';

export function RiskTag({ risk }: { readonly risk: Risk }) {
  return (
    <span className="risk-tag" data-risk={risk} title={riskMeaning[risk]}>
      <Icon name={risk} />
      {riskWord[risk]}
    </span>
  );
}
