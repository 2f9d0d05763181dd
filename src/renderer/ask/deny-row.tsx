interface DenyRowProps {
  readonly isSayingWhy: boolean;
  onSayWhy(): void;
  onDeny(): void;
  onPark(): void;
}

/** In the same place in every ask, and never locked. */
export function DenyRow({ isSayingWhy, onSayWhy, onDeny, onPark }: DenyRowProps) {
  return (
    <div className="ask-other">
      <button type="button" className="button deny-button" onClick={onDeny}>
        Deny
      </button>
      <button type="button" className="link-button" aria-expanded={isSayingWhy} onClick={onSayWhy}>
        Say why
      </button>
      <button type="button" className="button" onClick={onPark}>
        Not now <kbd>Esc</kbd>
      </button>
    </div>
  );
}
