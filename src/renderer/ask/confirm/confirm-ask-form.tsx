/** The ask about one call: headline, the call itself, one line of effect, the answers. */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { isCallSeen, whyUnread } from '../frame/frame-text.ts';
import { useAllowing } from '../frame/use-allowing.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useFitAfter } from '../frame/use-fit-after.ts';
import { useMore } from '../frame/use-more.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { ConfirmFooter } from './confirm-footer.tsx';
import { ConfirmMore } from './confirm-more.tsx';
import { confirmText, folderOf, isMarkedCall, isUnusual, whyNotConfirmed } from './confirm-text.ts';
import { EffectLines, SessionMeaning } from './effect-lines.tsx';
import { EvidenceField } from './evidence-field.tsx';
import { decisiveEvidence, evidenceOf } from './evidence.ts';
import { headlineOf } from './headline.ts';
import { TypeNameField } from './type-name-field.tsx';
import { usePartAnswers } from './use-part-answers.ts';
import { useTypedName } from './use-typed-name.ts';

interface ConfirmAskFormProps {
  readonly ask: ConfirmAsk;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

/** Looked through once: the call may be long, and the clock redraws the form every second. */
function inspected(ask: ConfirmAsk) {
  const evidence = evidenceOf(ask);
  const isMarked = isMarkedCall(ask, evidence);
  return { evidence: decisiveEvidence(ask, evidence), isMarked };
}

export function ConfirmAskForm({ ask, moreWaiting, history }: ConfirmAskFormProps) {
  const now = useNow();
  const [{ evidence, isMarked }] = useState(() => inspected(ask));
  const reading = useAskReading(ask);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const [reply, setReply] = useState('');
  const answers = useAnswers(ask);
  const name = useTypedName(ask, now);
  const more = useMore(ask, reading.page, isUnusual(ask, isMarked) ? 'details' : null);
  const partAnswers = usePartAnswers(ask);
  const isTyping = ask.typeToAllow !== null && partAnswers?.isGrave !== false;
  const state = { unread: whyUnread(ask, reading), isMarked, hasSeenMarks, untyped: null };
  const allowing = useAllowing(
    answers,
    whyNotConfirmed(ask, { ...state, untyped: name.missing }, now),
  );
  const allowingHarmless = useAllowing(answers, whyNotConfirmed(ask, state, now));
  useFitAfter(ask, isTyping);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={folderOf(ask)}
      headline={<Headline ask={ask} />}
      footer={
        <ConfirmFooter
          {...{ ask, reply, allowing, allowingHarmless, answers, reading, more }}
          parts={partAnswers}
        />
      }
      more={
        more.open && (
          <ConfirmMore
            {...{ ask, history, now, allowing, answers, reply, setReply }}
            open={more.open}
          />
        )
      }
    >
      <EvidenceField {...{ ask, evidence, partAnswers }} isSeen={isCallSeen(reading.progress)} />
      <EffectLines ask={ask} history={history} />
      {isTyping && ask.typeToAllow !== null && (
        <TypeNameField key={name.round} ask={ask} name={ask.typeToAllow} onTyped={name.typed} />
      )}
      <SessionMeaning ask={ask} />
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

const Headline = ({ ask }: { readonly ask: ConfirmAsk }) => (
  <span data-read="call" data-read-piece="headline">
    <VisibleText text={headlineOf(ask)} atMost={Infinity} />
  </span>
);
