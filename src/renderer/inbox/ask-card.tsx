import type { AccessAsk } from '../../shared/access/access.ts';
import type { Ask, ConfirmAsk } from '../../shared/asks/asks.ts';
import { reviewAsk } from '../app/commands.ts';
import { AskSentenceLine } from '../ui/ask-sentence-line.tsx';
import { fill } from '../ui/fill.ts';
import { IdentityLine } from '../ui/identity-line.tsx';
import { RiskTag } from '../ui/risk-tag.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { WaitingNote } from '../ui/waiting-note.tsx';
import { askSentenceText } from '../text/ask-sentence.ts';
import { withShortPaths } from '../text/place-names.ts';
import { middleCut } from '../text/text-runs.ts';
import { risksOfAsk } from '../text/risk-words.ts';
import { ago, clockTime, timeLeft } from '../text/times.ts';
import { inboxText } from './inbox-text.ts';

const maxReasonLength = 240;

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
        {ask.kind === 'confirm' ? <FirstReason ask={ask} /> : <AgentsReason ask={ask} />}
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

function FirstReason({ ask }: { readonly ask: ConfirmAsk }) {
  const [first] = ask.because;
  if (first === undefined) return null;
  const text = middleCut(withShortPaths(first, ask.folders), maxReasonLength);
  return (
    <p className="ask-card-reason">
      {inboxText.reasonForAsking} <VisibleText text={text} />
    </p>
  );
}

/** The agent's own words; what Gatehouse wrote for it says no more than the sentence. */
function AgentsReason({ ask }: { readonly ask: AccessAsk }) {
  if (ask.inOurWords) return null;
  return (
    <p className="ask-card-reason ask-card-said">
      {fill(inboxText.saidBy, {
        reason: <VisibleText text={middleCut(ask.reason, maxReasonLength)} />,
      })}
    </p>
  );
}
