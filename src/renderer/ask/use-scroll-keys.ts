/** The ask can be read with the keyboard alone, wherever the focus is. */
import { useEffect, type RefObject } from 'react';
import { coverSelector } from '../reading/on-screen.ts';

const pages: Readonly<Record<string, number>> = { PageDown: 0.85, PageUp: -0.85 };
const lines: Readonly<Record<string, number>> = { ArrowDown: 48, ArrowUp: -48 };

/** Elements that handle these keys themselves. */
const isBusyWith = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  (target.closest('textarea, [type="text"], [type="number"], .evidence, .reason-text') !== null ||
    (key.startsWith('Arrow') && target.closest('input') !== null));

/** Without the header that covers part of it, so that a page step skips nothing. */
function visibleHeightOf(scroller: HTMLElement): number {
  const cover = scroller.querySelector(coverSelector);
  const isSticky = cover !== null && getComputedStyle(cover).position === 'sticky';
  return scroller.clientHeight - (isSticky ? cover.getBoundingClientRect().height : 0);
}

export function useScrollKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const scroller = area.current;
      const { key, target } = event;
      if (!scroller || event.defaultPrevented || isBusyWith(target, key)) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (key === 'Home') scroller.scrollTop = 0;
      else if (key === 'End') scroller.scrollTop = scroller.scrollHeight;
      else if (pages[key] !== undefined)
        scroller.scrollTop += pages[key] * visibleHeightOf(scroller);
      else if (lines[key] !== undefined) scroller.scrollTop += lines[key];
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [area]);
}
