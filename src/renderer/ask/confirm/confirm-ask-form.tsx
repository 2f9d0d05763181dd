import { useState } from 'react';
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { isLongForSession } from '../../../shared/asks/required-reading.ts';
import { useNow } from '../../ui/ticker.ts';
import { isCallerChanged } from '../../text/caller-words.ts';
import { AskFrame } from '../frame/ask-frame.tsx';
import { BecauseList } from './reason-list.tsx';
import { CommandField } from './command-field.tsx';
import { ConfirmFooter } from './confirm-footer.tsx';
import { isMarkedCall, whyNotConfirmed } from './confirm-text.ts';
import { EvidenceField } from './evidence-field.tsx';
import { evidenceOf } from './evidence.ts';
import { HistoryLine } from '../frame/history-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { isCallSeen, whyUnread } from '../frame/frame-text.ts';
import { RecoverabilityLine } from './recoverability-line.tsx';
import { SessionMeaning } from '../session-meaning.tsx';
import { useAllowing } from '../frame/use-allowing.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { TypeNameField } from './type-name-field.tsx';
import { useEscape } from '../frame/use-escape.ts';
import { useTouch } from '../frame/use-activity-signal.ts';
import { useTypedName } from './use-typed-name.ts';
import { confirmText } from './confirm-text.ts';

interface ConfirmAskFormProps {
  readonly ask: ConfirmAsk;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

/** Looked through once: the call may be long, and the clock redraws the form every second. */
function inspected(ask: ConfirmAsk) {
  const evidence = evidenceOf(ask);
  return { evidence, isMarked: isMarkedCall(ask, evidence) };
}

export function ConfirmAskForm({ ask, moreWaiting, history }: ConfirmAskFormProps) {
  const now = useNow();
  const [{ evidence, isMarked }] = useState(() => inspected(ask));
  const reading = useAskReading(ask);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const answers = useAnswers(ask);
  const name = useTypedName(ask, now);
  const unread = whyUnread(ask, reading);
  const state = { unread, isMarked, hasSeenMarks, untyped: name.missing };
  const obstacle = whyNotConfirmed(ask, state, now);
  const pausedUntil = useTouch(ask);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      history={<HistoryLine history={history} now={now} />}
      isWhoLast={!isCallerChanged(ask.agent)}
      footer={<ConfirmFooter {...{ ask, now, pausedUntil, allowing, answers, reading }} />}
    >
      <BecauseList because={ask.because} />
      {ask.recoverability !== null && <RecoverabilityLine sentence={ask.recoverability} />}
      <EvidenceField ask={ask} evidence={evidence} isSeen={isCallSeen(reading.progress)} />
      {ask.typeToAllow !== null && (
        <TypeNameField key={name.round} ask={ask} name={ask.typeToAllow} onTyped={name.typed} />
      )}
      {ask.command && <CommandField command={ask.command} />}
      {ask.forSession !== null && isLongForSession(ask) && (
        <SessionMeaning meaning={ask.forSession} />
      )}
      {isMarked && (
        <MarksWarning
          where={confirmText.whereMarksAre}
          hasSeen={hasSeenMarks}
          onChange={setSeenMarks}
        />
      )}
    </AskFrame>
  );
}
