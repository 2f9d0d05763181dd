import { useDeferredValue, useState } from 'react';
import type { EntryView } from '../../shared/audit-entry.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { count } from '../words/counting.ts';
import { EntryTable } from './entry-table.tsx';
import { matchingEntries } from './entry-filter.ts';
import { FilterBox } from './filter-box.tsx';
import { NewEntries } from './new-entries.tsx';

export function ActivityPage({ entries }: { readonly entries: readonly EntryView[] }) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter);
  const matching = matchingEntries(entries, wanted);
  return (
    <>
      <PageHeader title="Activity" note={noteOf(entries.length, matching.length, wanted)}>
        <FilterBox filter={filter} onChange={setFilter} />
      </PageHeader>
      <div className="page-scroll">
        <NewEntries newest={entries[0]?.seq ?? 0} />
        {matching.length > 0 ? (
          <EntryTable entries={matching} />
        ) : (
          <EmptyActivity isFiltered={entries.length > 0} onClear={() => setFilter('')} />
        )}
      </div>
    </>
  );
}

function noteOf(all: number, matching: number, filter: string): string {
  if (all === 0) return 'Nothing is on record yet.';
  if (filter.trim() === '') return all === 1 ? 'The newest entry' : `The newest ${all} entries`;
  return `${matching} of the newest ${count(all, 'entry', 'entries')} match`;
}

interface EmptyActivityProps {
  readonly isFiltered: boolean;
  onClear(): void;
}

function EmptyActivity({ isFiltered, onClear }: EmptyActivityProps) {
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
      No entry matches the filter.{' '}
      <button type="button" className="link-button" onClick={onClear}>
        Clear the filter
      </button>
    </p>
  );
}
