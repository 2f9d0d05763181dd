import type { RuleDraft } from '../../shared/rules/rules.ts';
import type { TriedRule } from '../app/commands.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { pastTime } from '../text/times.ts';
import { useNow } from '../ui/ticker.ts';
import { outcomeWord } from '../activity/activity-text.ts';
import { rulesText, trialWords } from './rules-text.ts';

interface TrialResultProps {
  readonly tried: TriedRule | 'trying';
  readonly effect: RuleDraft['effect'];
}

export function TrialResult({ tried, effect }: TrialResultProps) {
  const now = useNow(false);
  if (tried === 'trying') return <p>{rulesText.searchingTheLedger}</p>;
  const { trial, sentence } = tried;
  return (
    <section className="trial" aria-label={rulesText.testedOnPast}>
      <p className="only-spoken">{sentence}</p>
      <p>{trialWords(trial, effect).join(' ')}</p>
      {trial.examples.length > 0 && (
        <ul aria-label={rulesText.mostRecentMatches}>
          {trial.examples.map(({ entry, ts, actor, action, subject, outcome }) => (
            <li key={entry}>
              <span className="trial-time">{pastTime(Date.parse(ts), now)}</span>
              <span>
                <VisibleText text={actor} atMost={60} /> <code>{action}</code>{' '}
                <VisibleText text={subject} atMost={120} />
              </span>
              <span className="trial-outcome">{outcomeWord[outcome]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
