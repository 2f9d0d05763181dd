/** How many of the changes are protected, and the way from one to the next. */
import { useEffect, useState, type RefObject } from 'react';
import type { ShownChange } from '../../shared/asks/asks.ts';
import { bringIntoView } from '../reading/on-screen.ts';
import { Icon } from '../ui/icons.tsx';
import { frameText, protectedHunks, protectedWords } from './frame/frame-text.ts';

interface ProtectedChangesProps {
  readonly changes: readonly ShownChange[];
  /** The box that they are drawn in. */
  readonly box: RefObject<HTMLElement | null>;
  /** The change is folded away: more has to be drawn. */
  onMore(): void;
}

const hunksIn = (box: HTMLElement | null): readonly HTMLElement[] =>
  box ? [...box.querySelectorAll<HTMLElement>('[data-protected-hunk]')] : [];

export function ProtectedChanges({ changes, box, onMore }: ProtectedChangesProps) {
  const [at, setAt] = useState(0);
  const all = protectedHunks(changes);
  useEffect(() => {
    // The box opens at the first of them; the page around it stays at its top.
    const area = box.current;
    const [first] = hunksIn(area);
    if (first && area)
      area.scrollBy(0, first.getBoundingClientRect().top - area.getBoundingClientRect().top - 32);
  }, [box]);
  // A single change is in view, and its head says that the file is protected.
  if (all === 0 || (all === 1 && changes.length === 1)) return null;
  const go = (step: number): void => {
    const next = (at + step + all) % all;
    const hunk = hunksIn(box.current)[next];
    if (!hunk) return onMore();
    setAt(next);
    const page = hunk.closest('.ask');
    if (page) bringIntoView(hunk, -24, page);
  };
  return (
    <p className="protected-changes">
      <Icon name="warning" />
      {/* The count beside it changes with each step, and what changes has to be seen again. */}
      <span data-read="call" data-read-piece="protected">
        {protectedWords(changes)}
      </span>
      {all > 1 && (
        <span className="protected-steps">
          <span role="status">{frameText.of(at + 1, all)}</span>
          <button
            type="button"
            className="link-button"
            aria-label={frameText.previousProtectedChange}
            onClick={() => go(-1)}
          >
            {frameText.previous}
          </button>
          <button
            type="button"
            className="link-button"
            aria-label={frameText.nextProtectedChange}
            onClick={() => go(1)}
          >
            {frameText.next}
          </button>
        </span>
      )}
    </p>
  );
}
