import { useEffect } from 'react';
import type { AccessAsk, AccessAnswer } from '../../shared/access.ts';
import { Identity } from '../ui/identity.tsx';
import { useNow } from '../ui/ticker.ts';
import { AskFooter } from './ask-footer.tsx';
import { AskHeader } from './ask-header.tsx';
import { DurationField } from './duration-field.tsx';
import { hasMarkedIdentity, whyNotYet, type Choice } from './grant-words.ts';
import { MarksWarning } from './marks-warning.tsx';
import { ReasonBox } from './reason-box.tsx';
import { RootField } from './root-field.tsx';
import { ScopeField } from './scope-field.tsx';
import { useAnswers } from './use-answering.ts';
import { useChoice } from './use-choice.ts';
import { useInputGuard } from './use-input-guard.ts';

interface AccessAskFormProps {
  readonly ask: AccessAsk;
  readonly moreWaiting: number;
}

export function AccessAskForm({ ask, moreWaiting }: AccessAskFormProps) {
  const now = useNow();
  const controls = useChoice(ask);
  const answers = useAnswers(ask);
  const guard = useInputGuard();
  const { choice } = controls;
  const obstacle = whyNotYet(ask, choice, now);
  useEscape(answers.park);

  const allow = (): void => {
    if (obstacle === null && !guard.isAsleep) answers.send(allowAnswer(ask, choice));
  };
  return (
    <main className="ask" aria-labelledby="ask-sentence">
      <div className="ask-scroll">
        <AskHeader ask={ask} moreWaiting={moreWaiting} />
        <div className="ask-body">
          <Identity agent={ask.agent} />
          {hasMarkedIdentity(ask) && (
            <MarksWarning hasSeen={choice.hasSeenMarks} onChange={controls.setSeenMarks} />
          )}
          <ScopeField ask={ask} controls={controls} />
          <RootField ask={ask} controls={controls} />
          <ReasonBox reason={ask.reason} />
          <DurationField ask={ask} controls={controls} now={now} />
        </div>
      </div>
      <AskFooter
        ask={ask}
        choice={choice}
        now={now}
        obstacle={obstacle}
        isAsleep={guard.isAsleep}
        answering={answers.state}
        onAllow={allow}
        onDeny={(reason) => answers.send({ kind: 'deny', reason })}
        onPark={answers.park}
      />
    </main>
  );
}

/** In the order of the ask, so that the record reads the same however the ticks were made. */
const allowAnswer = (ask: AccessAsk, choice: Choice): AccessAnswer => ({
  kind: 'allow',
  scopes: ask.scopes.filter((scope) => choice.scopes.includes(scope)),
  roots: ask.roots.filter((root) => choice.roots.includes(root)),
  seconds: choice.seconds,
});

function useEscape(park: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing && !event.repeat) park();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
