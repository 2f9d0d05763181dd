import type { RuleView } from '../../shared/rules/rules.ts';
import { Icon } from '../ui/icons.tsx';
import { effectWord } from './rules-text.ts';

const icons = { allow: 'check', ask: 'question', deny: 'stop' } as const;

export function EffectTag({ effect }: Pick<RuleView, 'effect'>) {
  return (
    <span className="effect-tag" data-effect={effect}>
      <Icon name={icons[effect]} />
      {effectWord[effect]}
    </span>
  );
}
