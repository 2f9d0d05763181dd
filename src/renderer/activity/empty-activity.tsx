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
        Looking through the ledger…
      </p>
    );
  }
  if (status === 'failed') return null;
  if (!isFiltered) {
    return (
      <p className="card empty">
        Everything an agent asks for and does is written to the ledger and shows here, refusals too.
        Connect a client from the Inbox to see its first entry.
      </p>
    );
  }
  return (
    <p className="card empty">
      No entry matches.{' '}
      <button type="button" className="link-button" onClick={onClear}>
        Show everything
      </button>
    </p>
  );
}
