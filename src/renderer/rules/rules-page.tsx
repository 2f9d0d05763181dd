/** The user's rules, each as a sentence with its last use. */
import { useState } from 'react';
import type { RuleView } from '../../shared/rules/rules.ts';
import { removeRule, restoreRule } from '../app/commands.ts';
import { openRuleForm } from '../app/store.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { RemovedRule } from './removed-rule.tsx';
import { RuleCard } from './rule-card.tsx';
import { emptyForm, rulesText } from './rules-text.ts';

export function RulesPage({ rules }: { readonly rules: readonly RuleView[] }) {
  const now = useNow(rules.length > 0);
  const [removed, setRemoved] = useState<RuleView | null>(null);
  const remove = async (rule: RuleView): Promise<void> => {
    if (await removeRule(rule.ruleId)) setRemoved(rule);
  };
  const undo = async ({ ruleId }: RuleView): Promise<void> => {
    setRemoved(null);
    await restoreRule(ruleId);
  };
  const note = rules.length === 0 ? rulesText.noActiveRules : count(rules.length, 'rule');
  return (
    <>
      <PageHeader title={rulesText.rules} note={note}>
        <button
          type="button"
          className="button primary-button"
          onClick={() => openRuleForm({ form: emptyForm, note: null })}
        >
          {rulesText.newRuleButton}
        </button>
      </PageHeader>
      <div className="page-scroll">
        {removed !== null && (
          <RemovedRule
            key={removed.ruleId}
            rule={removed}
            onUndo={() => void undo(removed)}
            onDismiss={() => setRemoved(null)}
          />
        )}
        {rules.length === 0 ? (
          <p className="card empty">{rulesText.aRuleAppliesToEvery}</p>
        ) : (
          <ul className="cards" aria-label={rulesText.rules}>
            {rules.toReversed().map((rule) => (
              <li key={rule.ruleId}>
                <RuleCard rule={rule} now={now} onRemove={() => void remove(rule)} />
              </li>
            ))}
          </ul>
        )}
        {rules.length > 0 && <p className="rules-order">{rulesText.denyOverridesAskAndAsk}</p>}
      </div>
    </>
  );
}
