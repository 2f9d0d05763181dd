/** The exact call. Small at first; opened in full it is as long as it is. */
import { useMemo, useState } from 'react';
import type { ConfirmAsk } from '../../shared/asks.ts';
import { Icon } from '../ui/icons.tsx';
import { riskOfKind } from '../words/risk-words.ts';
import { CarriedOutBy } from './carried-out-by.tsx';
import { actionName } from './confirm-words.ts';
import { EvidenceEnd, EvidenceView } from './evidence-view.tsx';
import { folded, foldedWords, isFolded, type Evidence } from './evidence.ts';

interface EvidenceFieldProps {
  readonly ask: ConfirmAsk;
  readonly evidence: Evidence;
  readonly hasRead: boolean;
  onRead(hasRead: true): void;
}

const atFirst = 6000;
/** One press shows so much more: what is drawn at once must not freeze the window. */
const step = 50_000;

export function EvidenceField({ ask, evidence, hasRead, onRead }: EvidenceFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(atFirst);
  const view = useMemo(() => folded(evidence, shown), [evidence, shown]);
  const isCut = isFolded(view);

  const openMore = (): void => {
    const more = shown + (isCut ? step : 0);
    setOpen(true);
    setShown(more);
    if (!isFolded(folded(evidence, more))) onRead(true);
  };
  return (
    <section
      className="ask-section"
      aria-labelledby="evidence-title"
      data-risk={riskOfKind[ask.actionKind]}
    >
      <div className="ask-section-head">
        <h2 id="evidence-title">The exact call</h2>
        <code className="ask-section-note">{actionName(ask)}</code>
        {!isOpen && !(hasRead && !isCut) && (
          <button type="button" className="link-button" onClick={openMore}>
            Open in full
          </button>
        )}
      </div>
      <div
        className="evidence"
        data-open={isOpen}
        role="group"
        tabIndex={0}
        aria-labelledby="evidence-title"
      >
        {/* Made anew each time: React is slow to insert many marks into what is there. */}
        <EvidenceView key={shown} {...view} />
        {!isCut && <EvidenceEnd onSeen={() => onRead(true)} />}
      </div>
      {isCut && (
        <p className="evidence-folded">
          <Icon name="warning" /> {foldedWords(view)}
          <button type="button" className="link-button" onClick={openMore}>
            {view.hiddenCharacters > step ? 'Show more' : 'Show everything'}
          </button>
        </p>
      )}
      {ask.passesOver && (
        <p className="evidence-folded">
          <Icon name="note" /> Only these files change. More would fit, but they are passed over and
          stay as they are.
        </p>
      )}
      <p className="evidence-note">
        {ask.carriedOutBy !== null && <CarriedOutBy editor={ask.carriedOutBy} />} Your answer counts
        for exactly this (SHA-256 <code title={ask.digest}>{ask.digest.slice(0, 12)}…</code>).
      </p>
    </section>
  );
}
