import { useState } from 'react';
import type { EntryView } from '../../shared/audit-entry.ts';
import { useNow } from '../ui/ticker.ts';
import { EntryRow } from './entry-row.tsx';

const columns: readonly (readonly [name: string, className: string])[] = [
  ['Time', 'col-time'],
  ['Who', 'col-who'],
  ['Action', 'col-action'],
  ['Subject', 'col-subject'],
  ['Outcome', 'col-outcome'],
  ['Decided by', 'col-decided wide-only'],
  ['Took', 'col-took wide-only number'],
];

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
          {columns.map(([name, className]) => (
            <th key={name} scope="col" className={className}>
              {name}
            </th>
          ))}
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
