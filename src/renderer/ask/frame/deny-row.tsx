import { frameText } from './frame-text.ts';

interface DenyRowProps {
  readonly isNew: boolean;
  readonly isSayingWhy: boolean;
  onSayWhy(): void;
  onDeny(): void;
  onPark(): void;
}

/** At the same place in every ask, and enabled except for the moment in which the ask appears. */
export function DenyRow({ isNew, isSayingWhy, onSayWhy, onDeny, onPark }: DenyRowProps) {
  return (
    <div className="ask-other">
      <button type="button" className="button deny-button" aria-disabled={isNew} onClick={onDeny}>
        {frameText.deny}
      </button>
      <button type="button" className="link-button" aria-expanded={isSayingWhy} onClick={onSayWhy}>
        {frameText.addAReason}
      </button>
      <button type="button" className="button" aria-disabled={isNew} onClick={onPark}>
        {frameText.notNow} <kbd>{frameText.esc}</kbd>
      </button>
    </div>
  );
}
