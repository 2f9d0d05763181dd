import { useState } from 'react';
import type { EntryView } from '../../shared/audit-entry.ts';
import { useNow } from '../ui/ticker.ts';
import { EntryRow } from './entry-row.tsx';

export function EntryTable({ entries }: { readonly entries: readonly EntryView[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const today = new Date(useNow(false)).setHours(12, 0, 0, 0);
  const toggle = (entry: string): void =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(entry)) next.add(entry);
      return next;
    });
  return (
    <table className="entries">
      <caption className="only-spoken">Entries of the ledger, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="wide-only">
            Who
          </th>
          <th scope="col">Action</th>
          <th scope="col">Subject</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="wide-only">
            Decided by
          </th>
          <th scope="col" className="wide-only number">
            Took
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.entry}
            entry={entry}
            today={today}
            isOpen={opened.has(entry.entry)}
            onToggle={toggle}
          />
        ))}
      </tbody>
    </table>
  );
}
