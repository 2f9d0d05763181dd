import { useState } from 'react';
import type { AskHistory, ConfirmAsk } from '../../shared/asks.ts';
import { useNow } from '../ui/ticker.ts';
import { isCallerChanged } from '../words/caller-words.ts';
import { AskFrame } from './ask-frame.tsx';
import { BecauseList } from './because-list.tsx';
import { CommandField } from './command-field.tsx';
import { ConfirmFooter } from './confirm-footer.tsx';
import { confirmFacts, whyNotConfirmed } from './confirm-words.ts';
import { EvidenceField } from './evidence-field.tsx';
import { evidenceOf } from './evidence.ts';
import { HistoryLine } from './history-line.tsx';
import { MarksWarning } from './marks-warning.tsx';
import { RecoverabilityLine } from './recoverability-line.tsx';
import { useAllowing } from './use-allowing.ts';
import { useAnswers } from './use-answering.ts';
import { TypeNameField } from './type-name-field.tsx';
import { useEscape } from './use-escape.ts';
import { useTouch } from './use-touch.ts';
import { useTypedName } from './use-typed-name.ts';

interface ConfirmAskFormProps {
  readonly ask: ConfirmAsk;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

/** Looked through once: the call may be long, and the clock redraws the form every second. */
function inspected(ask: ConfirmAsk) {
  const evidence = evidenceOf(ask);
  return { evidence, facts: confirmFacts(ask, evidence) };
}

export function ConfirmAskForm({ ask, moreWaiting, history }: ConfirmAskFormProps) {
  const now = useNow();
  const [{ evidence, facts }] = useState(() => inspected(ask));
  const [hasRead, setRead] = useState(false);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const answers = useAnswers(ask);
  const name = useTypedName(ask, now);
  const state = { hasRead, hasSeenMarks, untyped: name.missing };
  const obstacle = whyNotConfirmed(ask, facts, state, now);
  const pausedUntil = useTouch(ask);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      history={<HistoryLine history={history} now={now} />}
      isWhoLast={!isCallerChanged(ask.agent)}
      footer={<ConfirmFooter {...{ ask, now, pausedUntil, allowing, answers }} />}
    >
      <BecauseList because={ask.because} />
      {ask.recoverability !== null && <RecoverabilityLine sentence={ask.recoverability} />}
      <EvidenceField ask={ask} evidence={evidence} hasRead={hasRead} onRead={setRead} />
      {ask.typeToAllow !== null && (
        <TypeNameField key={name.round} ask={ask} name={ask.typeToAllow} onTyped={name.typed} />
      )}
      {ask.command && <CommandField command={ask.command} />}
      {facts.isMarked && (
        <MarksWarning where="The name or the call" hasSeen={hasSeenMarks} onChange={setSeenMarks} />
      )}
    </AskFrame>
  );
}
