import type { Ask } from '../../shared/access.ts';
import { reviewAsk } from '../app/commands.ts';
import { AskSentenceLine } from '../ui/ask-sentence-line.tsx';
import { IdentityLine } from '../ui/identity-line.tsx';
import { RiskTag } from '../ui/risk-tag.tsx';
import { askSentenceText } from '../words/ask-sentence.ts';
import { risksOf } from '../words/risk-words.ts';
import { ago, clockTime, timeLeft } from '../words/times.ts';

interface AskCardProps {
  readonly ask: Ask;
  readonly now: number;
}

export function AskCard({ ask, now }: AskCardProps) {
  return (
    <li className="card ask-card" tabIndex={-1} data-list-item="">
      <div className="ask-card-words">
        <h2>
          <AskSentenceLine ask={ask} />
        </h2>
        <IdentityLine agent={ask.agent} />
        <p className="card-facts">
          <span className="risk-tags">
            {risksOf(ask.scopes).map((risk) => (
              <RiskTag key={risk} risk={risk} />
            ))}
          </span>
          <span>asked {ago(now - ask.askedAt)}</span>
          <span>
            no answer by {clockTime(ask.deadline)} counts as no ({timeLeft(ask.deadline - now)})
          </span>
        </p>
      </div>
      <button
        type="button"
        className="button primary-button"
        aria-label={`Review: ${askSentenceText(ask)}`}
        onClick={() => void reviewAsk(ask.askId)}
      >
        Review
      </button>
    </li>
  );
}
