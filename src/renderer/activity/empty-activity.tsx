import { goTo } from '../app/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { FeedState } from './entry-feed.ts';
import { activityText } from './activity-text.ts';

interface EmptyActivityProps {
  readonly status: FeedState['status'];
  readonly isFiltered: boolean;
  onClear(): void;
}

export function EmptyActivity({ status, isFiltered, onClear }: EmptyActivityProps) {
  if (status === 'loading') {
    return (
      <p className="card empty" role="status">
        {activityText.searchingTheLedger}
      </p>
    );
  }
  if (status === 'failed') return null;
  if (!isFiltered) {
    return (
      <EmptyState
        icon="activity"
        title={activityText.nothingYet}
        hint={activityText.nothingYetHint}
        action={activityText.connectAClient}
        onAction={() => goTo('clients')}
      />
    );
  }
  return (
    <p className="card empty">
      {activityText.noEntriesMatch}{' '}
      <button type="button" className="link-button" onClick={onClear}>
        {activityText.clearFilters}
      </button>
    </p>
  );
}
