import { useEffect } from 'react';
import { Icon } from '../ui/icons.tsx';
import { say, useMain } from './store.ts';
import { appText } from './app-text.ts';

const readingMs = 8000;

/** Shows the result of the last click for a few seconds. */
export function StatusMessage() {
  const said = useMain((state) => state.said);
  useEffect(() => {
    if (said === null) return;
    const timer = window.setTimeout(() => say(null), readingMs);
    return () => window.clearTimeout(timer);
  }, [said]);
  return (
    <div className="said-place" role="status">
      {said !== null && (
        <p className="said">
          {said}
          <button
            type="button"
            className="icon-button"
            aria-label={appText.dismissMessage}
            onClick={() => say(null)}
          >
            <Icon name="cross" />
          </button>
        </p>
      )}
    </div>
  );
}
