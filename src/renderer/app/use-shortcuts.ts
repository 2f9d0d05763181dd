import { useLayoutEffect } from 'react';
import { filterId, listItem, overlay } from './ids.ts';
import { isPaletteChord, shortcutOf, type Shortcut } from './shortcuts.ts';
import { goTo, goToTitle, useMain } from './store.ts';

interface ShortcutActions {
  showHelp(): void;
  togglePalette(): void;
}

export function useShortcuts({ showHelp, togglePalette }: ShortcutActions): void {
  // Before the page is painted: whoever sees it can press a key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isBusyElsewhere(event)) return;
      const shortcut = shortcutOf(event.key);
      if (shortcut === null) return;
      event.preventDefault();
      carryOut(shortcut, showHelp);
    };
    // Before the palette gets it: its text field sends each key on to the selected line, as one more event.
    const onChord = (event: KeyboardEvent): void => {
      if (!isPaletteChord(event)) return;
      event.preventDefault();
      event.stopPropagation();
      togglePalette();
    };
    window.addEventListener('keydown', onChord, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onChord, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  });
}

function isBusyElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  if (document.querySelector(overlay) !== null) return true;
  const { target } = event;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
  );
}

function carryOut(shortcut: Shortcut, showHelp: () => void): void {
  switch (shortcut.kind) {
    case 'page':
      goToTitle(shortcut.page);
      break;
    case 'move':
      moveInList(shortcut.by);
      break;
    case 'filter':
      if (useMain.getState().page !== 'activity') goTo('activity');
      focusOnceDrawn(filterId);
      break;
    case 'help':
      showHelp();
      break;
  }
}

/** React draws in a microtask queued before this one; the next key already finds the focus there. */
function focusOnceDrawn(id: string): void {
  queueMicrotask(() => document.getElementById(id)?.focus());
}

function moveInList(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(listItem)];
  const inside = document.activeElement?.closest<HTMLElement>(listItem) ?? null;
  const at = inside === null ? -1 : items.indexOf(inside);
  const next = at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + by));
  items[next]?.focus();
  items[next]?.scrollIntoView({ block: 'nearest' });
}
