import type { FeedPicture } from './entry-feed.ts';

interface EmptyActivityProps {
  readonly status: FeedPicture['status'];
  readonly isFiltered: boolean;
  onClear(): void;
}

export function EmptyActivity({ status, isFiltered, onClear }: EmptyActivityProps) {
  if (status === 'loading') {
    return (
      <p className="card empty" role="status">
        Searching the ledger…
      </p>
    );
  }
  if (status === 'failed') return null;
  if (!isFiltered) {
    return (
      <p className="card empty">
        Everything agents ask for and do is recorded here, including what was refused. Connect a
        client from the Inbox to see its first entry.
      </p>
    );
  }
  return (
    <p className="card empty">
      No entries match.{' '}
      <button type="button" className="link-button" onClick={onClear}>
        Clear filters
      </button>
    </p>
  );
}
