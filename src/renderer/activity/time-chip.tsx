import { useId, useRef } from 'react';
import { spanOfWords } from '../words/time-range.ts';
import { withTime, type ActivityFilter } from './activity-filter.ts';

const hour = 3_600_000;
const spans: readonly (readonly [name: string, ms: number])[] = [
  ['Last hour', hour],
  ['Last 24 hours', 24 * hour],
  ['Last 7 days', 7 * 24 * hour],
  ['Last 30 days', 30 * 24 * hour],
];

interface TimeChipProps {
  readonly filter: ActivityFilter;
  onChange(filter: ActivityFilter): void;
}

export function TimeChip({ filter, onChange }: TimeChipProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isChosen = filter.since !== null || filter.until !== null;
  const choose = (since: number | null): void => {
    list.current?.hidePopover();
    onChange(withTime(filter, since, null));
  };
  return (
    <span className="facet">
      <button type="button" className="chip" data-chosen={isChosen} popoverTarget={listId}>
        Time
        {isChosen && (
          <span className="chip-values">: {spanOfWords(filter.since, filter.until)}</span>
        )}
      </button>
      <div id={listId} ref={list} popover="auto" className="facet-list">
        <ul className="time-spans">
          <li>
            <button type="button" className="time-span" onClick={() => choose(null)}>
              Any time
            </button>
          </li>
          {spans.map(([name, ms]) => (
            <li key={name}>
              <button type="button" className="time-span" onClick={() => choose(Date.now() - ms)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
        <p>Or drag over the bars below.</p>
      </div>
    </span>
  );
}
