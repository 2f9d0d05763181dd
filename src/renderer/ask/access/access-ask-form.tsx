/** The ask for access: who wants to work where and for how long, why, and five rows that say what. */
import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import type { AskHistory } from '../../../shared/asks/asks.ts';
import { useNow } from '../../ui/ticker.ts';
import { AskFrame } from '../frame/ask-frame.tsx';
import { whyUnread } from '../frame/frame-text.ts';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { ReasonBox } from '../frame/reason-box.tsx';
import { useAllowing } from '../frame/use-allowing.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useFitAfter } from '../frame/use-fit-after.ts';
import { useMore } from '../frame/use-more.ts';
import type { NoSandbox } from '../../../shared/sandbox/sandbox-status.ts';
import { isUnusualAgent } from '../../text/caller-words.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { AccessFooter } from './access-footer.tsx';
import { AccessMore } from './access-more.tsx';
import { AccessSentence } from './access-sentence.tsx';
import { accessText, hasMarkedIdentity, isFolderInSentence, whyNotYet } from './access-text.ts';
import { CapabilityRows } from './capability-rows.tsx';
import { DurationField } from './duration-field.tsx';
import { NoSandboxLine } from './no-sandbox-line.tsx';
import { CutByRole, RoleChoice } from './role-choice.tsx';
import { RootField } from './root-field.tsx';
import { SameAsLastTime, useLastTime } from './same-as-last-time.tsx';
import { StandingChoice, useLaterChoice } from './standing-choice.tsx';
import { useChoice, type ChoiceControls } from './use-selection.ts';

interface AccessAskFormProps {
  readonly ask: AccessAsk;
  readonly moreWaiting: number;
  readonly history: AskHistory;
  /** Whether what it asks for would run in the sandbox. */
  readonly hasSandbox: boolean;
  readonly noSandbox?: NoSandbox | undefined;
}

export function AccessAskForm(props: AccessAskFormProps) {
  const { ask, moreWaiting, history, hasSandbox, noSandbox } = props;
  const now = useNow();
  const controls = useChoice(ask);
  const answers = useAnswers(ask);
  const { choice } = controls;
  const reading = useAskReading(ask);
  const [reply, setReply] = useState('');
  const more = useMore(ask, reading.page, isUnusualAgent(ask.agent) ? 'details' : null);
  const allowing = useAllowing(answers, whyNotYet(ask, choice, now, whyUnread(ask, reading)));
  const { lastTime, onChange } = useLastTime(ask);
  const later = useLaterChoice(ask, choice);
  useEscape(answers.park);
  useFitAfter(ask, ask.picked.length);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={null}
      headline={<AccessSentence ask={ask} />}
      footer={
        <AccessFooter
          {...{ ask, choice, reply, allowing, answers, reading, more, onChange }}
          later={later.terms}
        />
      }
      more={
        more.open && (
          <AccessMore
            {...{ ask, history, controls, reply, setReply, hasSandbox, noSandbox }}
            open={more.open}
          />
        )
      }
    >
      <ReasonBox ask={ask} />
      {hasMarkedIdentity(ask) && (
        <MarksWarning
          where={accessText.folderNote}
          hasSeen={choice.hasSeenMarks}
          onChange={controls.setSeenMarks}
        />
      )}
      {ask.roots.length > 0 && !isFolderInSentence(ask) && (
        <RootField ask={ask} controls={controls} />
      )}
      {lastTime ? (
        <SameAsLastTime {...{ ask, lastTime, controls }} />
      ) : (
        <AccessChoices {...{ ask, controls, hasSandbox }} />
      )}
      <CutByRole ask={ask} />
      {!hasSandbox && <NoSandboxLine {...{ ask, choice, noSandbox, more }} />}
      <StandingChoice {...{ ask, choice, later }} />
    </AskFrame>
  );
}

interface AccessChoicesProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
  readonly hasSandbox: boolean;
}

const AccessChoices = ({ ask, controls, hasSandbox }: AccessChoicesProps) => (
  <>
    <RoleChoice ask={ask} controls={controls} />
    <CapabilityRows ask={ask} controls={controls} hasSandbox={hasSandbox} />
    <DurationField ask={ask} controls={controls} />
  </>
);
