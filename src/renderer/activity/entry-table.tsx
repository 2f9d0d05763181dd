/** The list of entries. Only visible rows are rendered; their height varies. */
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Session } from '../../shared/access/access.ts';
import { useNow } from '../ui/ticker.ts';
import { toggled } from '../text/toggled.ts';
import { EntryRow } from './entry-row.tsx';
import { foldReads } from './fold-reads.ts';
import { foldersOf } from './session-folders.ts';
import { RunRow } from './run-row.tsx';
import type { EntryFeed, FeedState } from './entry-feed.ts';
import type { Narrow } from './narrow.ts';
import { rowHeight, useRows } from './use-rows.ts';
import { WaitingEntries } from './waiting-entries.tsx';
import { activityText } from './activity-text.ts';

const columns: readonly (readonly [name: string, className: string])[] = [
  ['Time', 'cell-time'],
  ['Agent', 'cell-who'],
  ['Action', 'cell-action'],
  ['Subject', 'cell-subject'],
  ['Outcome', 'cell-outcome'],
  [activityText.decidedBy, 'cell-decided'],
  ['Duration', 'cell-took'],
];

/** The next page is loaded this many rows before the end. */
const enoughAhead = 60;

interface EntryTableProps {
  readonly state: FeedState;
  readonly feed: EntryFeed;
  /** They say which folder a path is in. */
  readonly sessions: readonly Session[];
  onNarrow(narrow: Narrow): void;
}

export function EntryTable({ state, feed, sessions, onNarrow }: EntryTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { total, totalExact, waiting, answered, status } = state;
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [answered]);
  return (
    <div
      className="entry-scroll"
      ref={scroller}
      onScroll={(event) => feed.setAtTop(event.currentTarget.scrollTop < rowHeight)}
    >
      <WaitingEntries waiting={waiting} onShow={() => scroller.current?.scrollTo({ top: 0 })} />
      <div
        className="entries"
        role="table"
        aria-label={activityText.entriesLabel}
        aria-busy={status === 'loading'}
        aria-rowcount={totalExact && total !== null ? total + 1 : -1}
      >
        <HeadRow />
        <Rows {...{ state, feed, sessions, onNarrow, scroller }} />
      </div>
    </div>
  );
}

interface RowsProps extends EntryTableProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
}

function Rows({ state, feed, sessions, onNarrow, scroller }: RowsProps) {
  const { entries, hasOlder, status } = state;
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (entry: string) => setOpened((before) => toggled(before, entry)),
    [setOpened],
  );
  const today = new Date(useNow(false)).setHours(12, 0, 0, 0);
  const folded = useMemo(() => foldReads(entries, opened), [entries, opened]);
  const folders = useMemo(() => foldersOf(sessions), [sessions]);
  const rows = useRows(scroller, folded);
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (status === 'shown' && hasOlder && last > folded.length - enoughAhead) void feed.older();
  }, [feed, status, hasOlder, last, folded.length]);
  return (
    <div className="entry-space" role="rowgroup" style={{ height: rows.getTotalSize() }}>
      {shown.map(({ index, start, key }) => {
        const row = folded[index];
        const common = { rowIndex: index + 2, today, onToggle: toggle };
        return (
          row && (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className="entry-place"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'run' ? (
                <RunRow {...common} row={row} folders={folders} />
              ) : (
                <EntryRow
                  {...common}
                  entry={row.entry}
                  isInRun={row.isInRun}
                  folders={folders}
                  isOpen={opened.includes(row.entry.entry)}
                  onNarrow={onNarrow}
                />
              )}
            </div>
          )
        );
      })}
    </div>
  );
}

function HeadRow() {
  return (
    <div className="entry-head" role="rowgroup">
      <div className="entry" role="row" aria-rowindex={1}>
        {columns.map(([name, className]) => (
          <div key={name} role="columnheader" className={className}>
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}
