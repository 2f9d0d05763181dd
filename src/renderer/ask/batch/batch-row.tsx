/** One request of a card: its headline, the call itself, its effect, and its own answer. It keeps its place. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import { EffectLine } from '../frame/effect-line.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import { effectsOf } from '../confirm/effects.ts';
import { decisiveEvidence, evidenceOf } from '../confirm/evidence.ts';
import { EvidenceView } from '../confirm/evidence-view.tsx';
import { headlineOf } from '../confirm/headline.ts';
import { HostBlock, HostEffects } from '../network/network-ask-form.tsx';
import { networkHeadline } from '../network/network-text.ts';
import { withShortPaths } from '../../text/place-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { batchText } from './batch-text.ts';

interface BatchRowProps {
  readonly ask: ConfirmAsk;
  /** What became of it; null while it waits. */
  readonly became: string | null;
  readonly allowing: Allowing;
  readonly isNew: boolean;
  onDeny(): void;
}

export const batchHeadline = (ask: ConfirmAsk): string =>
  ask.network ? networkHeadline(ask, ask.network) : headlineOf(ask);

export function BatchRow({ ask, became, allowing, isNew, onDeny }: BatchRowProps) {
  const headline = batchHeadline(ask);
  return (
    <li className="batch-row" data-read-scope={ask.askId} data-done={became !== null}>
      <div className="batch-head">
        <h2 data-read="sentence" data-read-piece="row">
          <VisibleText text={headline} atMost={120} />
        </h2>
        {became !== null ? (
          <span className="batch-state" role="status">
            {became}
          </span>
        ) : (
          <span className="joined-buttons batch-answers">
            <AllowButton
              allowing={allowing}
              answer={{ kind: 'once' }}
              rank="second"
              name={batchText.allowThis(headline)}
            >
              {batchText.allow}
            </AllowButton>
            <button
              type="button"
              className="button"
              aria-disabled={isNew}
              aria-label={batchText.denyThis(headline)}
              onClick={onDeny}
            >
              {batchText.deny}
            </button>
          </span>
        )}
      </div>
      <BatchCall ask={ask} />
    </li>
  );
}

function BatchCall({ ask }: { readonly ask: ConfirmAsk }) {
  const [evidence] = useState(() => decisiveEvidence(ask, evidenceOf(ask)));
  const { network, folders, recoverability } = ask;
  if (network)
    return (
      <>
        <HostBlock network={network} />
        <HostEffects ask={ask} network={network} />
      </>
    );
  return (
    <>
      <div className="batch-call" data-read="call" data-read-piece="whole">
        <EvidenceView
          {...evidence}
          {...{ folders, hiddenWords: 0, hiddenCharacters: 0, partAnswers: null }}
          areKeys={ask.action === 'send_input'}
        />
      </div>
      {recoverability !== null && (
        <p className="recoverability" data-read="recoverability">
          <VisibleText text={withShortPaths(recoverability, folders)} atMost={Infinity} />
        </p>
      )}
      {effectsOf(ask).lines.map(({ text, tone }, index) => (
        <EffectLine key={text} {...{ text, tone, piece: index }} />
      ))}
    </>
  );
}
