import { VisibleText } from '../../ui/visible-text.tsx';
import { confirmText } from './confirm-text.ts';

/** Whether a loss could be undone. */
export function RecoverabilityLine({ sentence }: { readonly sentence: string }) {
  return (
    <section className="ask-section" aria-labelledby="recoverability-title">
      <div className="ask-section-head">
        <h2 id="recoverability-title">{confirmText.canItBeUndone}</h2>
      </div>
      <p className="recoverability" data-read="recoverability">
        <VisibleText text={sentence} atMost={Infinity} />
      </p>
    </section>
  );
}
