/** What every ask has: the sentence on top, who asks, what is asked, and the answers below. */
import { useRef, type ReactNode, type RefObject } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { Identity } from '../../ui/identity.tsx';
import { WaitingNote } from '../../ui/waiting-note.tsx';
import { AskHeader } from './ask-header.tsx';
import { useScrollKeys } from '../use-scroll-keys.ts';
import { frameText } from './frame-text.ts';

interface AskFrameProps {
  readonly ask: Ask;
  readonly moreWaiting: number;
  readonly history: ReactNode;
  readonly footer: ReactNode;
  /** Where the session says who it is already, what is asked comes first. */
  readonly isWhoLast?: boolean;
  /** What is watched for having been read. */
  readonly page: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function AskFrame(props: AskFrameProps) {
  const { ask, moreWaiting, history, footer, isWhoLast = false, page, children } = props;
  const scroll = useRef<HTMLDivElement>(null);
  useScrollKeys(scroll);
  const who = (
    <section className="ask-who-asks" aria-label={frameText.requestedBy}>
      <div data-read="who">
        <Identity agent={ask.agent} />
      </div>
      {history}
    </section>
  );
  return (
    <main className="ask" aria-labelledby="ask-sentence" ref={page}>
      <div className="ask-scroll" ref={scroll}>
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
