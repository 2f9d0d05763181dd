/** The answers to a network card: once, this session or always here; Deny at the right edge; the rest below. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ReadingState } from '../../reading/use-reading.ts';
import { AllowButton, AllowNotes } from '../frame/allow-button.tsx';
import { AskFooter } from '../frame/ask-footer.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import { ConfirmPanel } from '../confirm/confirm-panel.tsx';
import { addressWords, folderName, networkText, waitingWords } from './network-text.ts';

interface NetworkFooterProps {
  readonly ask: ConfirmAsk;
  readonly network: ShownConnection;
  readonly now: number;
  readonly pausedUntil: number;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
}

type NetworkPanel = 'details' | 'reply' | null;

export function NetworkFooter(props: NetworkFooterProps) {
  const { ask, network, now, pausedUntil, allowing, answers, reading } = props;
  const [open, setOpen] = useState<NetworkPanel>(null);
  const [text, setText] = useState('');
  const toggle = (name: NetworkPanel): void => setOpen(open === name ? null : name);
  const { isNew, send } = answers;
  return (
    <AskFooter
      ask={ask}
      now={now}
      pausedUntil={pausedUntil}
      risks=""
      answering={answers.state}
      panel={
        open === 'details' ? (
          <NetworkDetails ask={ask} network={network} allowing={allowing} />
        ) : (
          open === 'reply' && (
            <ConfirmPanel
              name="change"
              {...{ ask, text, isNew, onChange: setText, onSend: send }}
            />
          )
        )
      }
    >
      <AllowNotes obstacle={allowing.obstacle} reading={reading} />
      <div className="network-answers">
        <HowLong ask={ask} network={network} allowing={allowing} />
        <button
          type="button"
          className="button deny-button"
          aria-disabled={isNew}
          onClick={() => send({ kind: 'deny', reason: '' })}
        >
          {networkText.deny}
        </button>
      </div>
      <QuietRow {...{ open, toggle, isNew }} onPark={answers.park} />
    </AskFooter>
  );
}

interface QuietRowProps {
  readonly open: NetworkPanel;
  readonly isNew: boolean;
  toggle(name: NetworkPanel): void;
  onPark(): void;
}

function QuietRow({ open, isNew, toggle, onPark }: QuietRowProps) {
  return (
    <div className="network-quiet">
      <button
        type="button"
        className="link-button"
        aria-expanded={open === 'details'}
        onClick={() => toggle('details')}
      >
        {networkText.details}
      </button>
      <span className="network-push" />
      <button
        type="button"
        className="link-button"
        aria-expanded={open === 'reply'}
        onClick={() => toggle('reply')}
      >
        {networkText.reply}
      </button>
      <button
        type="button"
        className="link-button"
        aria-disabled={isNew}
        aria-keyshortcuts="Escape"
        onClick={onPark}
      >
        {networkText.notNow}
      </button>
    </div>
  );
}

type HowLongProps = Pick<NetworkFooterProps, 'ask' | 'network' | 'allowing'>;

function HowLong({ ask, network, allowing }: HowLongProps) {
  if (ask.forSession === null)
    return (
      <>
        <AllowButton allowing={allowing} answer={{ kind: 'once' }}>
          {networkText.allowOnce}
        </AllowButton>
        <span className="network-once">{networkText.cannotBeRemembered}</span>
      </>
    );
  return (
    <span className="network-joined" role="group" aria-label={networkText.allow}>
      <AllowButton allowing={allowing} answer={{ kind: 'once' }}>
        {networkText.allowOnce}
      </AllowButton>
      <AllowButton allowing={allowing} answer={{ kind: 'session' }} rank="second">
        {networkText.thisSession}
      </AllowButton>
      {network.keep !== null && (
        <AllowButton allowing={allowing} answer={{ kind: 'always', seconds: null }} rank="second">
          {networkText.alwaysHere}
        </AllowButton>
      )}
    </span>
  );
}

function NetworkDetails({ ask, network, allowing }: HowLongProps) {
  const waiting = waitingWords(ask);
  const { probably, registry, keep } = network;
  return (
    <section className="ask-panel" aria-label={networkText.details}>
      <dl className="command-facts">
        <dt>{networkText.command}</dt>
        <dd>
          {probably !== null && (
            <>
              {networkText.probablyThis} <VisibleText text={probably} atMost={300} command />.{' '}
            </>
          )}
          {networkText.certain}
        </dd>
        <dt>{networkText.address}</dt>
        <dd>{addressWords(network)}</dd>
        {waiting !== null && (
          <>
            <dt>{networkText.waiting}</dt>
            <dd>{waiting}</dd>
          </>
        )}
        {keep !== null && (
          <>
            <dt>{networkText.alwaysHere}</dt>
            <dd>{networkText.alwaysFor(ask.agent.clientId, folderName(keep.within))}</dd>
          </>
        )}
        {registry !== null && (
          <>
            <dt>{networkText.orAllow}</dt>
            <dd>
              <AllowButton
                allowing={allowing}
                answer={{ kind: 'session', set: 'package-registries' }}
                rank="second"
              >
                {networkText.allRegistries}
              </AllowButton>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
