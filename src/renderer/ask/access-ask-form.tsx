import type { AccessAsk } from '../../shared/access.ts';
import type { AskHistory } from '../../shared/asks.ts';
import { useNow } from '../ui/ticker.ts';
import { AccessFooter } from './access-footer.tsx';
import { AskFrame } from './ask-frame.tsx';
import { DurationField } from './duration-field.tsx';
import { hasMarkedIdentity, whyNotYet } from './grant-words.ts';
import { HistoryLine } from './history-line.tsx';
import { MarksWarning } from './marks-warning.tsx';
import { ReasonBox } from './reason-box.tsx';
import { RootField } from './root-field.tsx';
import { ScopeField } from './scope-field.tsx';
import { useAllowing } from './use-allowing.ts';
import { useAnswers } from './use-answering.ts';
import { useChoice } from './use-choice.ts';
import { useEscape } from './use-escape.ts';
import { useTouch } from './use-touch.ts';

interface AccessAskFormProps {
  readonly ask: AccessAsk;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

export function AccessAskForm({ ask, moreWaiting, history }: AccessAskFormProps) {
  const now = useNow();
  const controls = useChoice(ask);
  const answers = useAnswers(ask);
  const { choice } = controls;
  const allowing = useAllowing(answers, whyNotYet(ask, choice, now));
  const pausedUntil = useTouch(ask);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      history={<HistoryLine history={history} now={now} />}
      footer={<AccessFooter {...{ ask, choice, now, pausedUntil, allowing, answers }} />}
    >
      {hasMarkedIdentity(ask) && (
        <MarksWarning
          where="The name or a folder"
          hasSeen={choice.hasSeenMarks}
          onChange={controls.setSeenMarks}
        />
      )}
      <ScopeField ask={ask} controls={controls} />
      {ask.roots.length > 0 && <RootField ask={ask} controls={controls} />}
      <ReasonBox reason={ask.reason} inOurWords={ask.inOurWords ?? false} />
      <DurationField ask={ask} controls={controls} now={now} />
    </AskFrame>
  );
}
