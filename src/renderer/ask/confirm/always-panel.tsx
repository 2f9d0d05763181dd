/** Offers a rule for exactly the shown call: its sentence, duration and button. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { ruleSentence } from '../../../shared/rules/rule-sentence.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentWords } from '../../text/times.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import { canAlways, confirmText } from './confirm-text.ts';
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
  if (!canAlways(ask)) return null;
  const sentence = sentenceOf(ask);
  return (
    <section className="ask-panel" aria-label={confirmText.alwaysTitle}>
      <p>
        {fill(ask.family ? confirmText.alwaysFamilyExplanation : confirmText.alwaysExplanation, {
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

/** The rule that would be saved: for program and first word in the folder, else for exactly this call. */
function sentenceOf({ agent, family, ruleDraft }: ConfirmAsk): string {
  const spoken = { effect: 'allow', client: agent.clientId, actions: [] } as const;
  return family
    ? ruleSentence({ ...spoken, within: family.folder, command: family, exactSentence: null })
    : ruleSentence({ ...spoken, within: null, exactSentence: ruleDraft?.exactSentence ?? '' });
}
