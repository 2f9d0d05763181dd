import { useState } from 'react';
import type { ConfirmAsk } from '../../shared/asks.ts';
import { useNow } from '../ui/ticker.ts';
import { AskFrame } from './ask-frame.tsx';
import { BecauseList } from './because-list.tsx';
import { CommandField } from './command-field.tsx';
import { ConfirmFooter } from './confirm-footer.tsx';
import { confirmFacts, whyNotConfirmed } from './confirm-words.ts';
import { EvidenceField } from './evidence-field.tsx';
import { evidenceOf } from './evidence.ts';
import { MarksWarning } from './marks-warning.tsx';
import { RecoverabilityLine } from './recoverability-line.tsx';
import { useAllowing } from './use-allowing.ts';
import { useAnswers } from './use-answering.ts';
import { useEscape } from './use-escape.ts';

interface ConfirmAskFormProps {
  readonly ask: ConfirmAsk;
  readonly moreWaiting: number;
}

/** Looked through once: the call may be long, and the clock redraws the form every second. */
function inspected(ask: ConfirmAsk) {
  const evidence = evidenceOf(ask);
  return { evidence, facts: confirmFacts(ask, evidence) };
}

export function ConfirmAskForm({ ask, moreWaiting }: ConfirmAskFormProps) {
  const now = useNow();
  const [{ evidence, facts }] = useState(() => inspected(ask));
  const [hasRead, setRead] = useState(false);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const answers = useAnswers(ask);
  const obstacle = whyNotConfirmed(ask, facts, { hasRead, hasSeenMarks }, now);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      footer={<ConfirmFooter ask={ask} now={now} allowing={allowing} answers={answers} />}
    >
      <BecauseList because={ask.because} />
      {ask.recoverability !== null && <RecoverabilityLine sentence={ask.recoverability} />}
      <EvidenceField ask={ask} evidence={evidence} hasRead={hasRead} onRead={setRead} />
      {ask.command && <CommandField command={ask.command} />}
      {facts.isMarked && (
        <MarksWarning where="The name or the call" hasSeen={hasSeenMarks} onChange={setSeenMarks} />
      )}
    </AskFrame>
  );
}
