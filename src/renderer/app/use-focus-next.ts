/** Moves the keyboard to what a command leads to, as soon as that is drawn. */
import { useEffect } from 'react';
import { useMain } from './store.ts';

export function useFocusNext(): void {
  const selector = useMain((state) => state.focusNext);
  useEffect(() => {
    if (selector === null) return;
    const focus = (): void => {
      const found = document.querySelector<HTMLElement>(selector);
      if (found === null) return;
      useMain.setState({ focusNext: null });
      found.focus({ preventScroll: true });
      found.scrollIntoView({ block: 'nearest' });
    };
    // Clients are looked for on disk before they are drawn.
    const observer = new MutationObserver(focus);
    observer.observe(document.body, { childList: true, subtree: true });
    focus();
    return () => observer.disconnect();
  }, [selector]);
}
