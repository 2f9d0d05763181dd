/** The exact call. Small at first; opened in full it is as long as it is. */
import { useMemo, useRef, useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { Icon } from '../../ui/icons.tsx';
import { riskOfKind } from '../../text/risk-words.ts';
import { CarriedOutBy } from './carried-out-by.tsx';
import { actionName } from './confirm-text.ts';
import { EvidenceView } from './evidence-view.tsx';
import { ProtectedChanges } from '../protected-changes.tsx';
import { folded, foldedWords, isFolded, type Evidence } from './evidence.ts';
import { fill } from '../../ui/fill.ts';
import { confirmText } from './confirm-text.ts';

interface EvidenceFieldProps {
  readonly ask: ConfirmAsk;
  readonly evidence: Evidence;
  /** Everything rendered has been on screen. */
  readonly isSeen: boolean;
}

const atFirst = 6000;
/** How much one click adds; rendering more at once would freeze the window. */
const step = 50_000;

export function EvidenceField({ ask, evidence, isSeen }: EvidenceFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(atFirst);
  const view = useMemo(() => folded(evidence, shown), [evidence, shown]);
  const isCut = isFolded(view);
  const box = useRef<HTMLDivElement>(null);

  const openMore = (): void => {
    setOpen(true);
    setShown(shown + (isCut ? step : 0));
  };
  return (
    <section
      className="ask-section"
      aria-labelledby="evidence-title"
      data-risk={riskOfKind[ask.actionKind]}
    >
      <div className="ask-section-head">
        <h2 id="evidence-title">{confirmText.theExactCall}</h2>
        <ActionName ask={ask} />
        {!isOpen && !(isSeen && !isCut) && (
          <button type="button" className="link-button" onClick={openMore}>
            {confirmText.openInFull}
          </button>
        )}
      </div>
      <ProtectedChanges changes={evidence.changes} box={box} onMore={openMore} />
      <div
        ref={box}
        className="evidence"
        data-open={isOpen}
        role="group"
        tabIndex={0}
        aria-labelledby="evidence-title"
      >
        {/* Made anew each time: React is slow to insert many marks into what is there. */}
        <EvidenceView key={shown} {...view} />
      </div>
      {isCut && (
        <p className="evidence-folded" data-read-folded="">
          <Icon name="warning" /> {foldedWords(view)}
          <button type="button" className="link-button" onClick={openMore}>
            {view.hiddenCharacters > step ? confirmText.showMore : confirmText.showEverything}
          </button>
        </p>
      )}
      {ask.passesOver && (
        <p className="evidence-folded" data-read="call" data-read-piece="passed-over">
          <Icon name="note" /> {confirmText.otherFilesSkipped}
        </p>
      )}
      <p className="evidence-note">
        {ask.carriedOutBy !== null && <CarriedOutBy editor={ask.carriedOutBy} />}{' '}
        {fill(confirmText.sha256OfThisCall, {
          digest: <code title={ask.digest}>{ask.digest.slice(0, 12)}…</code>,
        })}
      </p>
    </section>
  );
}

/**
 * Read by itself, not with the whole head: the button in the head disappears once everything was
 * seen, and a part that changes has to be seen again.
 */
const ActionName = ({ ask }: Pick<EvidenceFieldProps, 'ask'>) => (
  <code className="ask-section-note" data-read="call" data-read-piece="head">
    {actionName(ask)}
  </code>
);
