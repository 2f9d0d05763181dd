import { useEffect } from 'react';
import { pageTitleId } from '../ui/page-header.tsx';
import { filterId, listItem, overlay } from './ids.ts';
import { shortcutOf, type Shortcut } from './shortcuts.ts';
import { goTo, useMain } from './store.ts';

export function useShortcuts(showHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isBusyElsewhere(event)) return;
      const shortcut = shortcutOf(event.key);
      if (shortcut === null) return;
      event.preventDefault();
      carryOut(shortcut, showHelp);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
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
      goTo(shortcut.page);
      focusOnceDrawn(pageTitleId);
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
