/** A rule for exactly the call that is shown: what it says, how long it counts, and its own button. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { ruleSentence } from '../../../shared/rules/rule-sentence.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentWords } from '../../text/times.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import type { Allowing } from '../frame/use-allowing.ts';

const day = 24 * 60 * 60;
const spans: readonly (readonly [words: string, seconds: number | null])[] = [
  ['For 7 days', 7 * day],
  ['For 30 days', 30 * day],
  ['Until you remove it', null],
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
    <section className="ask-panel" aria-label="Always allow this exact call">
      <p>
        A rule: <VisibleText text={sentence} atMost={700} /> It matches the exact call above and
        nothing else. You can remove it under Rules.
      </p>
      <div className="always-spans" role="radiogroup" aria-label="How long the rule applies">
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
              {span !== null && ` (until ${momentWords(now + span * 1000, now)})`}
            </span>
          </label>
        ))}
      </div>
      <AllowButton allowing={allowing} answer={{ kind: 'always', seconds }} rank="second">
        Allow and save rule
      </AllowButton>
    </section>
  );
}
