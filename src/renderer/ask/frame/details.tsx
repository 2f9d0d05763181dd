/** What repeats or explains the ask: names and values, below the answers. */
import type { ReactNode } from 'react';
import type { Ask, AskHistory } from '../../../shared/asks/asks.ts';
import { clockTime } from '../../text/times.ts';
import { isUnusualAgent } from '../../text/caller-words.ts';
import { Identity } from '../../ui/identity.tsx';
import { useNow } from '../../ui/ticker.ts';
import { frameText, historyWords } from './frame-text.ts';

interface DetailProps {
  readonly name: string;
  readonly children: ReactNode;
}

export const Detail = ({ name, children }: DetailProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface DetailsProps {
  readonly ask: Ask;
  readonly history: AskHistory;
  readonly children?: ReactNode;
  /** What is long, such as the exact call. */
  readonly last?: ReactNode;
}

export function Details({ ask, history, children, last }: DetailsProps) {
  const now = useNow();
  return (
    <section aria-label={frameText.details}>
      <dl className="details">
        {isUnusualAgent(ask.agent) && <AskedBy ask={ask} />}
        {children}
        {!isUnusualAgent(ask.agent) && <AskedBy ask={ask} />}
        <Detail name={frameText.history}>{historyWords(history, now)}</Detail>
        <Detail name={frameText.expires}>
          {frameText.deniedIfNotAnsweredBy(clockTime(ask.deadline))}
        </Detail>
        {last}
      </dl>
    </section>
  );
}

/** An unusual fact about the caller must be read before Allow works. */
const AskedBy = ({ ask }: { readonly ask: Ask }) => (
  <Detail name={frameText.askedBy}>
    <div
      data-read={isUnusualAgent(ask.agent) ? 'who' : undefined}
      data-read-piece={isUnusualAgent(ask.agent) ? 'identity' : undefined}
    >
      <Identity agent={ask.agent} />
    </div>
  </Detail>
);
