/** Says when not all entries can be found yet, and how far that has come. */
import type { IndexSummary } from '../../shared/ledger/query.ts';

interface IndexStatusProps {
  readonly index: IndexSummary;
  readonly complete: boolean;
}

export function IndexStatus({ index, complete }: IndexStatusProps) {
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
      return 'The search index is being rebuilt. Until it is ready, only the newest entries are found.';
    case 'troubled':
      return 'The search index is unavailable. Only the newest entries are found.';
    case 'opening':
    case 'reading-up':
    case 'asleep':
      return 'Loading older entries.';
    case 'ready':
      return null;
  }
}
