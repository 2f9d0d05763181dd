import type { KeyboardEvent } from 'react';

interface AllowButtonProps {
  readonly label: string;
  readonly obstacle: string | null;
  readonly isAsleep: boolean;
  readonly isSending: boolean;
  onAllow(): void;
}

/** Return is pressed blindly too often, so it does nothing here; Space and a click do. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

export function AllowButton({ label, obstacle, isAsleep, isSending, onAllow }: AllowButtonProps) {
  const isInert = obstacle !== null || isAsleep || isSending;
  return (
    <>
      <p className="allow-obstacle" id="allow-obstacle" role="status">
        {obstacle}
      </p>
      <p className="only-spoken" id="allow-keys">
        Press Space or click. The Enter key does nothing here.
      </p>
      {/* Not `disabled`: focus would be lost whenever the window moves. */}
      <button
        type="button"
        className="button allow-button"
        aria-disabled={isInert}
        data-asleep={obstacle === null && isAsleep}
        aria-describedby="allow-obstacle allow-keys"
        onKeyDown={ignoreEnter}
        onClick={() => {
          if (!isInert) onAllow();
        }}
      >
        {label}
      </button>
    </>
  );
}
