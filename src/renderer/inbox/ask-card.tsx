import type { Ask } from '../../shared/asks/asks.ts';
import { reviewAsk } from '../app/commands.ts';
import { AskSentenceLine } from '../ui/ask-sentence-line.tsx';
import { IdentityLine } from '../ui/identity-line.tsx';
import { RiskTag } from '../ui/risk-tag.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { WaitingNote } from '../ui/waiting-note.tsx';
import { askSentenceText } from '../text/ask-sentence.ts';
import { middleCut } from '../text/text-runs.ts';
import { risksOfAsk } from '../text/risk-words.ts';
import { ago, clockTime, timeLeft } from '../text/times.ts';
import { inboxText } from './inbox-text.ts';

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
        {ask.kind === 'confirm' && <FirstReason because={ask.because} />}
        <WaitingNote ask={ask} />
        <p className="card-facts">
          <span className="risk-tags">
            {risksOfAsk(ask).map((risk) => (
              <RiskTag key={risk} risk={risk} />
            ))}
          </span>
          <span>{inboxText.asked(ago(now - ask.askedAt))}</span>
          <span>{deadlineWords(ask, now)}</span>
        </p>
      </div>
      <button
        type="button"
        className="button primary-button"
        aria-label={inboxText.reviewLabel(askSentenceText(ask))}
        onClick={() => void reviewAsk(ask.askId)}
      >
        {inboxText.reviewButton}
      </button>
    </li>
  );
}

/** A postponed ask was already denied and is kept for a while. */
function deadlineWords({ waiting, deadline }: Ask, now: number): string {
  const left = timeLeft(deadline - now);
  if (waiting === 0) return `postponed until ${clockTime(deadline)} (${left})`;
  return `denied if not answered by ${clockTime(deadline)} (${left})`;
}

function FirstReason({ because }: { readonly because: readonly string[] }) {
  const [first] = because;
  if (first === undefined) return null;
  return (
    <p className="ask-card-reason">
      {inboxText.reasonForAsking} <VisibleText text={middleCut(first, 240)} />
    </p>
  );
}
