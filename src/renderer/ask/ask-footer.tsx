/** Always in view and anchored at the bottom: what is added grows upwards, so buttons stay put. */
import { useState } from 'react';
import type { AccessAsk } from '../../shared/access.ts';
import { maxReasonLength } from '../../shared/session-limits.ts';
import { clockTime, timeLeft } from '../words/times.ts';
import { AllowButton } from './allow-button.tsx';
import { AnswerState } from './answer-state.tsx';
import { allowLabel, riskSummary, type Choice } from './grant-words.ts';
import type { Answering } from './use-answering.ts';

interface AskFooterProps {
  readonly ask: AccessAsk;
  readonly choice: Choice;
  readonly now: number;
  readonly obstacle: string | null;
  readonly isAsleep: boolean;
  readonly answering: Answering;
  onAllow(): void;
  onDeny(reason: string): void;
  onPark(): void;
}

export function AskFooter(props: AskFooterProps) {
  const { ask, choice, now, obstacle, answering } = props;
  const [isSayingWhy, setSayingWhy] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <footer className="ask-footer">
      <AnswerState answering={answering} />
      {isSayingWhy && <DenyReason reason={reason} onChange={setReason} />}
      <p className="ask-deadline">
        <span className="ask-risks">{riskSummary(choice.scopes)}</span>
        <span>
          No answer by {clockTime(ask.deadline)} counts as no
          <span className="ask-left"> ({timeLeft(ask.deadline - now)})</span>
        </span>
      </p>
      <AllowButton
        label={allowLabel(choice, now)}
        obstacle={obstacle}
        isAsleep={props.isAsleep}
        isSending={answering.kind === 'sending' || answering.kind === 'recorded'}
        onAllow={props.onAllow}
      />
      <div className="ask-other">
        <button type="button" className="button deny-button" onClick={() => props.onDeny(reason)}>
          Deny
        </button>
        <button
          type="button"
          className="link-button"
          aria-expanded={isSayingWhy}
          onClick={() => setSayingWhy(!isSayingWhy)}
        >
          Say why
        </button>
        <button type="button" className="button" onClick={props.onPark}>
          Not now <kbd>Esc</kbd>
        </button>
      </div>
    </footer>
  );
}

interface DenyReasonProps {
  readonly reason: string;
  onChange(reason: string): void;
}

function DenyReason({ reason, onChange }: DenyReasonProps) {
  return (
    <label className="deny-reason">
      <span>Why not? The agent reads this if you deny.</span>
      <textarea
        rows={2}
        maxLength={maxReasonLength}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
