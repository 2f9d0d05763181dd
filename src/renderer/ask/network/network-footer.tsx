/** The answers to a network card: once, this session or always here; Deny at the right edge. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter, DenyButton } from '../frame/ask-footer.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import type { OpenMoreSection } from '../frame/use-more.ts';
import { networkText } from './network-text.ts';

interface NetworkFooterProps {
  readonly ask: ConfirmAsk;
  readonly network: ShownConnection;
  readonly reply: string;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
}

export function NetworkFooter(props: NetworkFooterProps) {
  const { ask, network, reply, allowing, answers, reading, more } = props;
  return (
    <AskFooter {...{ allowing, answers, reading, more }} isObvious={reading.isDone}>
      <HowLong ask={ask} network={network} allowing={allowing} />
      <DenyButton
        answers={answers}
        onDeny={() =>
          answers.send({ kind: 'deny', reason: more.open === 'reply' ? reply.trim() : '' })
        }
      />
    </AskFooter>
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
        <span className="answer-note">{networkText.cannotBeRemembered}</span>
      </>
    );
  return (
    <span className="joined-buttons" role="group" aria-label={networkText.allow}>
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
