/** The card for a host that sandboxed code wants to reach: the host, one line of effect, and how long. */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { marksUnseen, timeIsUp, whyUnread } from '../frame/frame-text.ts';
import { EffectLine } from '../frame/effect-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { useAllowing } from '../frame/use-allowing.ts';
import { useAnswers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useMore } from '../frame/use-more.ts';
import { isUnusual } from '../confirm/confirm-text.ts';
import { ReplyPanel } from '../confirm/reply-panel.tsx';
import { NetworkDetails } from './network-details.tsx';
import { useAskReading } from '../use-ask-reading.ts';
import { NetworkFooter } from './network-footer.tsx';
import {
  effectWords,
  isMarkedHost,
  lettersOf,
  networkHeadline,
  networkText,
} from './network-text.ts';

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
  const [reply, setReply] = useState('');
  const allowing = useAllowing(answers, obstacle);
  const more = useMore(ask, reading.page, isUnusual(ask, isMarked) ? 'details' : null);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={ask.folders[0] ?? null}
      headline={<VisibleText text={networkHeadline(ask, network)} atMost={160} />}
      footer={<NetworkFooter {...{ ask, network, reply, allowing, answers, reading, more }} />}
      more={
        more.open === 'details' ? (
          <NetworkDetails {...{ ask, network, history, allowing }} />
        ) : (
          more.open === 'reply' && (
            <ReplyPanel
              ask={ask}
              text={reply}
              isNew={answers.isNew}
              canDenyKind={false}
              onChange={setReply}
              onSend={answers.send}
            />
          )
        )
      }
    >
      <HostBlock network={network} />
      <HostEffects ask={ask} network={network} />
      {isMarked && (
        <MarksWarning where={networkText.theHost} hasSeen={hasSeenMarks} onChange={setSeenMarks} />
      )}
    </AskFrame>
  );
}

export function HostBlock({ network }: { readonly network: ShownConnection }) {
  const { host, port, address, probably } = network;
  const letters = lettersOf(network);
  return (
    <section className="host-block" aria-label={networkText.host} data-read="call">
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
        <p className="host-probably">
          <i>{networkText.probably}</i> <VisibleText text={probably} atMost={160} command />
        </p>
      )}
    </section>
  );
}

export function HostEffects({ ask, network }: Pick<NetworkAskFormProps, 'ask' | 'network'>) {
  const isPublic = network.addressClass === 'public';
  return (
    <div className="effect-lines" role="group" aria-label={networkText.effect}>
      <EffectLine
        text={effectWords(ask, network)}
        tone={isPublic ? 'plain' : 'warn'}
        icon="globe"
        note={network.registry === null ? undefined : networkText.packages(network.registry)}
      />
      {ask.because.slice(0, -1).map((why, index) => (
        <EffectLine key={why} text={why} tone="plain" icon="rules" piece={index + 1} />
      ))}
    </div>
  );
}
