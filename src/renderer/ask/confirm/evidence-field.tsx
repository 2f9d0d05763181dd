/** The call itself: its command, diff or arguments. Folded at first; opened, it shows everything. */
import { useMemo, useRef, useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { Icon } from '../../ui/icons.tsx';
import { confirmText } from './confirm-text.ts';
import { EvidenceView } from './evidence-view.tsx';
import { ProtectedChanges } from '../protected-changes.tsx';
import type { PartAnswers } from './use-part-answers.ts';
import { folded, foldedWords, isFolded, type Evidence } from './evidence.ts';

interface EvidenceFieldProps {
  readonly ask: ConfirmAsk;
  readonly evidence: Evidence;
  /** Everything rendered has been on screen. */
  readonly isSeen: boolean;
  readonly partAnswers: PartAnswers | null;
}

const atFirst = 6000;
/** How much one click adds; rendering more at once would freeze the window. */
const step = 50_000;
/** So much fits without scrolling in the box. */
const fewLines = 14;

/** Long enough to be worth a box of its own to scroll. */
const isLong = ({ changes, texts, json }: Evidence): boolean =>
  [...changes.map(({ diff }) => diff), ...texts.map(({ text }) => text), json].reduce(
    (sum, text) => sum + text.split('\n').length,
    0,
  ) > fewLines;

export function EvidenceField({ ask, evidence, isSeen, partAnswers }: EvidenceFieldProps) {
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
    <section className="call-block">
      <ProtectedChanges changes={evidence.changes} box={box} onMore={openMore} />
      <div
        ref={box}
        className="evidence"
        data-open={isOpen}
        role="group"
        tabIndex={0}
        aria-label={confirmText.theExactCall}
      >
        {/* Made anew each time: React is slow to insert many marks into what is there. */}
        <EvidenceView
          key={shown}
          {...view}
          folders={ask.folders}
          areKeys={ask.action === 'send_input'}
          partAnswers={partAnswers}
        />
      </div>
      {!isOpen && !isCut && !isSeen && isLong(evidence) && (
        <p className="evidence-open">
          <button type="button" className="link-button" onClick={openMore}>
            {confirmText.openInFull}
          </button>
        </p>
      )}
      {isCut && (
        <p className="evidence-folded" data-read-folded="">
          {foldedWords(view)}
          <button type="button" className="link-button" onClick={openMore}>
            {view.hiddenCharacters > step ? confirmText.showMore : confirmText.showEverything}
          </button>
        </p>
      )}
      {ask.isIncomplete && (
        <p className="evidence-folded" data-read="call" data-read-piece="passed-over">
          <Icon name="note" /> {confirmText.otherFilesSkipped}
        </p>
      )}
    </section>
  );
}
