/**
 * What every ask has: who asks, the headline, what is asked, the answers, and below them what was
 * opened. The answers keep their place when something opens below.
 */
import { useRef, type ReactNode, type RefObject } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { useNow } from '../../ui/ticker.ts';
import { WaitingNote } from '../../ui/waiting-note.tsx';
import { AskHead } from './ask-head.tsx';
import { useTouch } from './use-activity-signal.ts';
import { useScrollKeys } from '../use-scroll-keys.ts';

interface AskFrameProps {
  readonly ask: Ask;
  readonly moreWaiting: number;
  readonly headline: ReactNode;
  readonly folder: string | null;
  readonly footer: ReactNode;
  /** What was opened below the answers. */
  readonly more: ReactNode;
  /** What is watched for having been read. */
  readonly page: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

export function AskFrame(props: AskFrameProps) {
  const { ask, moreWaiting, headline, folder, footer, more, page, children } = props;
  const now = useNow();
  const pausedUntil = useTouch(ask);
  const scroll = useRef<HTMLDivElement>(null);
  useScrollKeys(scroll);
  return (
    <main className="ask" aria-labelledby="ask-sentence" ref={page}>
      <div className="ask-scroll" ref={scroll}>
        <header className="ask-header" data-read-cover="">
          <AskHead {...{ ask, folder, moreWaiting, now, pausedUntil }} />
          <h1 id="ask-sentence" data-read="sentence">
            {headline}
          </h1>
        </header>
        <div className="ask-body">
          <div role="status" className="waiting-place">
            <WaitingNote ask={ask} />
          </div>
          {children}
        </div>
      </div>
      {footer}
      {Boolean(more) && (
        <div className="ask-more">
          <div className="ask-more-inner">{more}</div>
        </div>
      )}
    </main>
  );
}
