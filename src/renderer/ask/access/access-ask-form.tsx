import type { AccessAsk } from '../../../shared/access/access.ts';
import type { AskHistory } from '../../../shared/asks/asks.ts';
import { useNow } from '../../ui/ticker.ts';
import { AccessFooter } from './access-footer.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { DurationField } from './duration-field.tsx';
import { accessText, hasMarkedIdentity, whyNotYet } from './access-text.ts';
import { HistoryLine } from '../frame/history-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { ReasonBox } from '../frame/reason-box.tsx';
import { RootField } from './root-field.tsx';
import { ScopeField } from './scope-field.tsx';
import { useAllowing } from '../frame/use-allowing.ts';
import { whyUnread } from '../frame/frame-text.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { useChoice } from './use-selection.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useTouch } from '../frame/use-activity-signal.ts';

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
  const reading = useAskReading(ask);
  const obstacle = whyNotYet(ask, choice, now, whyUnread(ask, reading));
  const allowing = useAllowing(answers, obstacle);
  const pausedUntil = useTouch(ask);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      history={<HistoryLine history={history} now={now} />}
      footer={<AccessFooter {...{ ask, choice, now, pausedUntil, allowing, answers, reading }} />}
    >
      {hasMarkedIdentity(ask) && (
        <MarksWarning
          where={accessText.theNameOrAFolder}
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
