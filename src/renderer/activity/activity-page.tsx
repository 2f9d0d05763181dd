import { useMemo, useState } from 'react';
import type { Snapshot } from '../../shared/ipc.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { askedOf, everything, isEverything, withTime, withValue } from './activity-filter.ts';
import { ActivityFailure } from './activity-failure.tsx';
import { amountWords } from './amount-words.ts';
import { EmptyActivity } from './empty-activity.tsx';
import { EntryTable } from './entry-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Histogram } from './histogram.tsx';
import { IndexNews } from './index-news.tsx';
import { LedgerActs } from './ledger-acts.tsx';
import { newestLineOf, useEntries, useHistogram } from './use-activity.ts';

type ActivityPageProps = Pick<Snapshot, 'entries' | 'sessions' | 'index'>;

export function ActivityPage({ entries, sessions, index }: ActivityPageProps) {
  const [filter, setFilter] = useState(everything);
  const asked = useMemo(() => askedOf(filter), [filter]);
  const [picture, feed] = useEntries(asked, entries, index.phase === 'ready');
  const histogram = useHistogram(asked, newestLineOf(entries));
  const isFiltered = !isEverything(filter);
  return (
    <>
      <PageHeader title="Activity" note={amountWords(picture, isFiltered)}>
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
        <IndexNews index={index} complete={picture.complete} />
        {picture.status === 'failed' && <ActivityFailure onRetry={() => void feed.open(asked)} />}
        {picture.entries.length > 0 ? (
          <EntryTable
            picture={picture}
            feed={feed}
            onNarrow={({ facet, value }) => setFilter(withValue(filter, facet, value, true))}
          />
        ) : (
          <EmptyActivity
            status={picture.status}
            isFiltered={isFiltered}
            onClear={() => setFilter(everything)}
          />
        )}
      </div>
    </>
  );
}
