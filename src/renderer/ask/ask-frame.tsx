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
  readonly children: ReactNode;
}

export function AskFrame({ ask, moreWaiting, history, footer, children }: AskFrameProps) {
  return (
    <main className="ask" aria-labelledby="ask-sentence">
      <div className="ask-scroll">
        <AskHeader ask={ask} moreWaiting={moreWaiting} />
        <div className="ask-body">
          <div role="status" className="waiting-place">
            <WaitingNote ask={ask} />
          </div>
          <Identity agent={ask.agent} />
          {history}
          {children}
        </div>
      </div>
      {footer}
    </main>
  );
}
