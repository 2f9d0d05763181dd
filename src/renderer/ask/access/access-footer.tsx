import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { AllowButton, AllowNotes } from '../frame/allow-button.tsx';
import { AskFooter } from '../frame/ask-footer.tsx';
import { DenyRow } from '../frame/deny-row.tsx';
import { allowLabel, type GrantSelection, placesIn, riskSummary } from './access-text.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import { whyNotLabel, WordsBox } from '../frame/message-box.tsx';

interface AccessFooterProps {
  readonly ask: AccessAsk;
  readonly choice: GrantSelection;
  readonly now: number;
  readonly pausedUntil: number;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
}

export function AccessFooter(props: AccessFooterProps) {
  const { ask, choice, now, pausedUntil, allowing, answers, reading } = props;
  const [isSayingWhy, setSayingWhy] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <AskFooter
      ask={ask}
      now={now}
      pausedUntil={pausedUntil}
      risks={riskSummary(choice.scopes)}
      answering={answers.state}
      panel={isSayingWhy && <WordsBox label={whyNotLabel} text={reason} onChange={setReason} />}
    >
      <AllowNotes obstacle={allowing.obstacle} reading={reading} />
      <AllowButton
        allowing={allowing}
        answer={{
          kind: 'allow',
          // In the order of the ask, so that the record reads the same however the ticks were made.
          scopes: ask.scopes.filter((scope) => choice.scopes.includes(scope)),
          roots: placesIn(ask).filter((root) => choice.roots.includes(root)),
          seconds: choice.seconds,
          ...(choice.once ? { once: true } : {}),
        }}
      >
        {allowLabel(choice, now)}
      </AllowButton>
      <DenyRow
        isNew={answers.isNew}
        isSayingWhy={isSayingWhy}
        onSayWhy={() => setSayingWhy(!isSayingWhy)}
        onDeny={() => answers.send({ kind: 'deny', reason })}
        onPark={answers.park}
      />
    </AskFooter>
  );
}
