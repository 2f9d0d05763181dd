import { VisibleText } from '../../ui/visible-text.tsx';

/** Whether what would be lost can be had back. */
export function RecoverabilityLine({ sentence }: { readonly sentence: string }) {
  return (
    <section className="ask-section" aria-labelledby="recoverability-title">
      <div className="ask-section-head">
        <h2 id="recoverability-title">Can it be undone?</h2>
      </div>
      <p className="recoverability" data-read="recoverability">
        <VisibleText text={sentence} atMost={Infinity} />
      </p>
    </section>
  );
}
