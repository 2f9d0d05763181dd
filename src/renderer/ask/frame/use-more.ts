/** What is open below the answers, and the window that grows for it while the answers keep their place. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { fitWindow } from './fit-window.ts';

export type MoreSection = 'details' | 'reply' | 'keep';

export interface OpenMoreSection {
  readonly open: MoreSection | null;
  toggle(name: MoreSection): void;
}

export function useMore(
  { askId }: Ask,
  page: RefObject<HTMLElement | null>,
  first: MoreSection | null = null,
): OpenMoreSection {
  const [open, setOpen] = useState(first);
  const release = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { current } = release;
    if (!current) return;
    release.current = null;
    void fitWindow(askId).then(current);
  }, [askId, open]);
  return {
    open,
    toggle: (name) => {
      release.current = freeze(page.current);
      setOpen(open === name ? null : name);
    },
  };
}

/** The part above the answers keeps its height until the window has its new size. */
function freeze(page: HTMLElement | null): () => void {
  const scroll = page?.querySelector<HTMLElement>('.ask-scroll');
  if (!page || !scroll) return () => undefined;
  page.dataset['frozen'] = '';
  scroll.style.flex = `0 0 ${scroll.offsetHeight}px`;
  return () => {
    delete page.dataset['frozen'];
    scroll.style.removeProperty('flex');
  };
}
