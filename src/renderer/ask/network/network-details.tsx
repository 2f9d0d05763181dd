import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ShownConnection } from '../../../shared/network/connection.ts';
import { folderName } from '../../text/place-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AllowButton } from '../frame/allow-button.tsx';
import { Detail, Details } from '../frame/details.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import { addressWords, networkText, waitingWords } from './network-text.ts';

interface NetworkDetailsProps {
  readonly ask: ConfirmAsk;
  readonly network: ShownConnection;
  readonly history: AskHistory;
  readonly allowing: Allowing;
}

export function NetworkDetails({ ask, network, history, allowing }: NetworkDetailsProps) {
  const waiting = waitingWords(ask);
  const { probably, registry, keep } = network;
  return (
    <Details ask={ask} history={history}>
      <Detail name={networkText.command}>
        {probably !== null && (
          <>
            {networkText.probablyThis} <VisibleText text={probably} atMost={300} command />.{' '}
          </>
        )}
        {networkText.certain}
      </Detail>
      <Detail name={networkText.address}>{addressWords(network)}</Detail>
      {waiting !== null && <Detail name={networkText.waiting}>{waiting}</Detail>}
      {keep !== null && (
        <Detail name={networkText.alwaysHere}>
          {networkText.alwaysFor(ask.agent.clientId, folderName(keep.within))}
        </Detail>
      )}
      {registry !== null && (
        <Detail name={networkText.orAllow}>
          <AllowButton
            allowing={allowing}
            answer={{ kind: 'session', set: 'package-registries' }}
            rank="second"
          >
            {networkText.allRegistries}
          </AllowButton>
        </Detail>
      )}
    </Details>
  );
}
