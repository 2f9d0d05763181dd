import { useEffect, useRef } from 'react';
import type { RuleView } from '../../shared/rules/rules.ts';
import { Icon } from '../ui/icons.tsx';
import { removedWords, rulesText } from './rules-text.ts';

interface RemovedRulesProps {
  readonly rules: readonly RuleView[];
  onUndo(): void;
  onDismiss(): void;
}

/** The keyboard comes here, since the button it was on is gone. */
export function RemovedRules({ rules, onUndo, onDismiss }: RemovedRulesProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className="removed-rule" role="status">
      <p>
        <b>{rulesText.removed}</b> {removedWords(rules)}
      </p>
      <button ref={undo} type="button" className="button" onClick={onUndo}>
        {rulesText.undo}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={rulesText.dismiss}
        onClick={onDismiss}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
