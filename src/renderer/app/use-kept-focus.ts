/** When the focused element is removed, its neighbour gets the focus, not the top of the window. */
import { useEffect } from 'react';
import { pageTitleId } from '../ui/page-header.tsx';
import { listItem, overlay } from './ids.ts';

interface Focused {
  readonly element: Element;
  /** The index in its list; -1 outside of lists. */
  readonly at: number;
}

const itemsOf = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(listItem)];

function focusedOn(element: Element): Focused | null {
  // A dialog gives the focus back by itself.
  if (element.closest(overlay)) return null;
  const item = element.closest<HTMLElement>(listItem);
  return { element, at: item ? itemsOf().indexOf(item) : -1 };
}

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Focused | null = null;
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = focusedOn(target);
    };
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const beside = last.at === -1 ? undefined : (itemsOf()[last.at] ?? itemsOf().at(-1));
      last = null;
      (beside ?? document.getElementById(pageTitleId))?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
