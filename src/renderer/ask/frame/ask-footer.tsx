/** Always visible at the bottom. New content grows upwards, so that buttons do not move. */
import type { ReactNode } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { clockTime, timeLeft } from '../../text/times.ts';
import { AnswerState } from './answer-state.tsx';
import type { Answering } from './use-answering.ts';
import { frameText } from './frame-text.ts';

interface AskFooterProps {
  readonly ask: Ask;
  readonly now: number;
  /** The deadline is paused until then. */
  readonly pausedUntil: number;
  /** The kinds of risk that approval would allow. */
  readonly risks: string;
  readonly answering: Answering;
  /** Where words are typed; above the deadline, so that it pushes no button. */
  readonly panel: ReactNode;
  readonly children: ReactNode;
}

export function AskFooter(props: AskFooterProps) {
  const { ask, now, pausedUntil, risks, answering, panel, children } = props;
  const left = timeLeft(ask.deadline - Math.max(now, pausedUntil));
  return (
    <footer className="ask-footer">
      <AnswerState answering={answering} />
      {panel}
      <p className="ask-deadline">
        <span className="ask-risks">{risks}</span>
        <span>
          {frameText.deniedIfNotAnsweredBy(clockTime(ask.deadline))}
          <span className="ask-left">
            {' '}
            ({left}
            {now < pausedUntil && frameText.pausedWhileYouRead})
          </span>
        </span>
      </p>
      {children}
    </footer>
  );
}
