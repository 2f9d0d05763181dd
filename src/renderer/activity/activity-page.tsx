import { useMemo, useState } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { askedOf, everything, isEverything, withTime, withValue } from './activity-filter.ts';
import { ActivityFailure } from './activity-failure.tsx';
import { activityText, amountWords } from './activity-text.ts';
import { EmptyActivity } from './empty-activity.tsx';
import { EntryTable } from './entry-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Histogram } from './histogram.tsx';
import { IndexStatus } from './index-status.tsx';
import { LedgerActs } from './ledger-acts.tsx';
import { newestLineOf, useEntries, useHistogram } from './use-activity.ts';

type ActivityPageProps = Pick<Snapshot, 'entries' | 'sessions' | 'index'>;

export function ActivityPage({ entries, sessions, index }: ActivityPageProps) {
  const [filter, setFilter] = useState(everything);
  const asked = useMemo(() => askedOf(filter), [filter]);
  const [state, feed] = useEntries(asked, entries, index.phase === 'ready');
  const histogram = useHistogram(asked, newestLineOf(entries));
  const isFiltered = !isEverything(filter);
  // Until another filter is answered, the amount is that of the one before.
  const amount = state.filter === asked ? amountWords(state, isFiltered) : '';
  return (
    <>
      <PageHeader title={activityText.activity} note={amount}>
        <LedgerActs filter={asked} />
      </PageHeader>
      <div className="activity">
        <FilterBar filter={filter} sessions={sessions} onChange={setFilter} />
        {histogram !== null && (
          <Histogram
            histogram={histogram}
            onPick={(since, until) => setFilter(withTime(filter, since, until))}
          />
        )}
        <IndexStatus index={index} complete={state.complete} />
        {state.status === 'failed' && <ActivityFailure onRetry={() => void feed.open(asked)} />}
        {state.entries.length > 0 ? (
          <EntryTable
            state={state}
            feed={feed}
            sessions={sessions}
            onNarrow={({ facet, value }) => setFilter(withValue(filter, facet, value, true))}
          />
        ) : (
          <EmptyActivity
            status={state.status}
            isFiltered={isFiltered}
            onClear={() => setFilter(everything)}
          />
        )}
      </div>
    </>
  );
}
