/** The card for a host that sandboxed code wants to reach: the host, one line of effect, and how long. */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { marksUnseen, timeIsUp, whyUnread } from '../frame/frame-text.ts';
import { HistoryLine } from '../frame/history-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { useTouch } from '../frame/use-activity-signal.ts';
import { useAllowing } from '../frame/use-allowing.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { NetworkFooter } from './network-footer.tsx';
import { effectWords, isMarkedHost, lettersOf, networkText } from './network-text.ts';

interface NetworkAskFormProps {
  readonly ask: ConfirmAsk;
  readonly network: ShownConnection;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

export function NetworkAskForm({ ask, network, moreWaiting, history }: NetworkAskFormProps) {
  const now = useNow();
  const reading = useAskReading(ask);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const answers = useAnswers(ask);
  const isMarked = isMarkedHost(network);
  const obstacle =
    timeIsUp(ask, now) ?? whyUnread(ask, reading) ?? marksUnseen(isMarked, hasSeenMarks);
  const pausedUntil = useTouch(ask);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      history={<HistoryLine history={history} now={now} />}
      isWhoLast
      footer={<NetworkFooter {...{ ask, network, now, pausedUntil, allowing, answers, reading }} />}
    >
      <HostBlock network={network} />
      <EffectLine ask={ask} network={network} />
      {isMarked && (
        <MarksWarning where={networkText.theHost} hasSeen={hasSeenMarks} onChange={setSeenMarks} />
      )}
    </AskFrame>
  );
}

function HostBlock({ network }: { readonly network: ShownConnection }) {
  const { host, port, address, probably } = network;
  const letters = lettersOf(network);
  return (
    <section className="network-host" aria-label={networkText.host} data-read="call">
      <p>
        <b>
          <VisibleText text={host} atMost={Infinity} command />
        </b>
        :{port}
        {address !== null && address !== host && ` → ${address}`}
      </p>
      {letters !== null && (
        <p>
          {networkText.reads} <VisibleText text={letters} atMost={Infinity} />
        </p>
      )}
      {probably !== null && (
        <p className="network-probably">
          <i>{networkText.probably}</i> <VisibleText text={probably} atMost={160} command />
        </p>
      )}
    </section>
  );
}

function EffectLine({ ask, network }: Pick<NetworkAskFormProps, 'ask' | 'network'>) {
  const isPublic = network.addressClass === 'public';
  return (
    <ul className="network-effects" aria-label={networkText.effect}>
      <li data-warn={!isPublic} data-read="because" data-read-piece={0}>
        <Icon name={isPublic ? 'globe' : 'warning'} />
        <span>
          <VisibleText text={effectWords(ask, network)} atMost={Infinity} />
        </span>
        {network.registry !== null && (
          <span className="network-registry">{networkText.packages(network.registry)}</span>
        )}
      </li>
      {ask.because.slice(0, -1).map((why, index) => (
        <li key={why} data-read="because" data-read-piece={index + 1}>
          <Icon name="rules" />
          <span>
            <VisibleText text={why} atMost={Infinity} />
          </span>
        </li>
      ))}
    </ul>
  );
}
