/** Says when the search index is incomplete, and its progress. */
import type { IndexSummary } from '../../shared/ledger/query.ts';
import { activityText } from './activity-text.ts';

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
            <progress value={index.rebuilt} max={1} aria-label={activityText.readingTheLedger} />
          )}
        </>
      )}
    </div>
  );
}

function wordsOf({ phase }: IndexSummary): string | null {
  switch (phase) {
    case 'rebuilding':
      return activityText.indexRebuilding;
    case 'troubled':
      return activityText.indexUnavailable;
    case 'opening':
    case 'reading-up':
    case 'asleep':
      return activityText.loadingOlderEntries;
    case 'ready':
      return null;
  }
}
