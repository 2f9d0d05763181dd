/** Counts new entries above while the user has scrolled down, so that the list does not jump. */
import { count } from '../text/counting.ts';

interface WaitingEntriesProps {
  readonly waiting: number;
  onShow(): void;
}

export function WaitingEntries({ waiting, onShow }: WaitingEntriesProps) {
  return (
    <div className="waiting-entries" role="status">
      {waiting > 0 && (
        <button type="button" className="button primary-button" onClick={onShow}>
          {count(waiting, 'new entry', 'new entries')}
        </button>
      )}
    </div>
  );
}
