/** What every ask has: the sentence on top, who asks, what is asked, and the answers below. */
import type { ReactNode } from 'react';
import type { Ask } from '../../shared/asks.ts';
import { Identity } from '../ui/identity.tsx';
import { WaitingNote } from '../ui/waiting-note.tsx';
import { AskHeader } from './ask-header.tsx';

interface AskFrameProps {
  readonly ask: Ask;
  readonly moreWaiting: number;
  readonly history: ReactNode;
  readonly footer: ReactNode;
  /** Where the session says who it is already, what is asked comes first. */
  readonly isWhoLast?: boolean;
  readonly children: ReactNode;
}

export function AskFrame(props: AskFrameProps) {
  const { ask, moreWaiting, history, footer, isWhoLast = false, children } = props;
  const who = (
    <section className="ask-who-asks" aria-label="Who asks">
      <Identity agent={ask.agent} />
      {history}
    </section>
  );
  return (
    <main className="ask" aria-labelledby="ask-sentence">
      <div className="ask-scroll">
        <AskHeader ask={ask} moreWaiting={moreWaiting} />
        <div className="ask-body">
          <div role="status" className="waiting-place">
            <WaitingNote ask={ask} />
          </div>
          {!isWhoLast && who}
          {children}
          {isWhoLast && who}
        </div>
      </div>
      {footer}
    </main>
  );
}
