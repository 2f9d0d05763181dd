/** Says when not all entries can be found yet, and how far that has come. */
import type { IndexSummary } from '../../shared/audit-query.ts';

interface IndexNewsProps {
  readonly index: IndexSummary;
  readonly complete: boolean;
}

export function IndexNews({ index, complete }: IndexNewsProps) {
  const words = complete ? null : wordsOf(index);
  return (
    <div className="index-news" role="status">
      {words !== null && (
        <>
          <span>{words}</span>
          {index.phase === 'rebuilding' && (
            <progress value={index.rebuilt} max={1} aria-label="Reading the ledger" />
          )}
        </>
      )}
    </div>
  );
}

function wordsOf({ phase }: IndexSummary): string | null {
  switch (phase) {
    case 'rebuilding':
      return 'The ledger is being read again. Until that is done, only its newest entries are found.';
    case 'troubled':
      return 'The index cannot be used just now. Only the newest entries are found.';
    case 'opening':
    case 'reading-up':
    case 'asleep':
      return 'Older entries are being looked up.';
    case 'ready':
      return null;
  }
}
