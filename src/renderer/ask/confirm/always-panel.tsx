/** Offers a rule for exactly the shown call: its sentence, duration and button. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { ruleSentence } from '../../../shared/rules/rule-sentence.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentWords } from '../../text/times.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import { confirmText } from './confirm-text.ts';
import { fill } from '../../ui/fill.ts';

const day = 24 * 60 * 60;
const spans: readonly (readonly [words: string, seconds: number | null])[] = [
  [confirmText.for7Days, 7 * day],
  [confirmText.for30Days, 30 * day],
  [confirmText.untilYouRemoveIt, null],
];

interface AlwaysPanelProps {
  readonly ask: ConfirmAsk;
  readonly now: number;
  readonly allowing: Allowing;
}

export function AlwaysPanel({ ask, now, allowing }: AlwaysPanelProps) {
  const [seconds, setSeconds] = useState<number | null>(7 * day);
  if (ask.ruleDraft === null) return null;
  const spoken = {
    effect: 'allow',
    client: ask.agent.clientId,
    actions: [],
    within: null,
  } as const;
  const sentence = ruleSentence({ ...spoken, exactSentence: ask.ruleDraft.exactSentence });
  return (
    <section className="ask-panel" aria-label={confirmText.alwaysTitle}>
      <p>
        {fill(confirmText.alwaysExplanation, {
          name: <VisibleText text={sentence} atMost={700} />,
        })}
      </p>
      <div
        className="always-spans"
        role="radiogroup"
        aria-label={confirmText.howLongTheRuleApplies}
      >
        {spans.map(([words, span]) => (
          <label key={words} className="tick">
            <input
              type="radio"
              name="always"
              checked={seconds === span}
              onChange={() => setSeconds(span)}
            />
            <span>
              {words}
              {span !== null && confirmText.ruleUntil(momentWords(now + span * 1000, now))}
            </span>
          </label>
        ))}
      </div>
      <AllowButton allowing={allowing} answer={{ kind: 'always', seconds }} rank="second">
        {confirmText.allowAndSaveRule}
      </AllowButton>
    </section>
  );
}
