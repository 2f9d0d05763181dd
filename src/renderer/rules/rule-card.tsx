import { useId } from 'react';
import type { RuleView } from '../../shared/rules/rules.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { EffectTag } from './effect-tag.tsx';
import { endWords, madeWords, rulesText, usedWords } from './rules-text.ts';

interface RuleCardProps {
  readonly rule: RuleView;
  readonly now: number;
  onRemove(): void;
}

export function RuleCard({ rule, now, onRemove }: RuleCardProps) {
  const title = useId();
  return (
    <article className="card rule-card" tabIndex={-1} data-list-item aria-labelledby={title}>
      <div className="rule-words">
        <h2 id={title}>
          <EffectTag effect={rule.effect} /> <VisibleText text={rule.sentence} atMost={5000} />
        </h2>
        {rule.exactCall !== null && <ExactBytes bytes={rule.exactCall} />}
        <ul className="card-facts">
          <li>{endWords(rule, now)}</li>
          <li>{madeWords(rule, now)}</li>
          <li>{usedWords(rule, now)}</li>
        </ul>
      </div>
      <button
        type="button"
        className="button"
        aria-label={rulesText.removeTheRule(rule.sentence)}
        onClick={onRemove}
      >
        {rulesText.remove}
      </button>
    </article>
  );
}

/** The rule matches these bytes and no others. */
function ExactBytes({ bytes }: { readonly bytes: string }) {
  return (
    <details className="rule-exact">
      <summary>{rulesText.exactCall}</summary>
      <pre>
        <VisibleText text={bytes} atMost={32_768} keepLines dir="ltr" />
      </pre>
    </details>
  );
}
