import { memo } from 'react';
import type { EntryView } from '../../shared/ledger/entry.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { middleCut } from '../text/text-runs.ts';
import { pastTime, tookWords } from '../text/times.ts';
import { EntryDetails } from './entry-details.tsx';
import { activityText, deciderWord } from './activity-text.ts';
import type { Narrow } from './narrow.ts';
import { OutcomeMark } from './outcome-mark.tsx';

const longestSubject = 120;

interface EntryRowProps {
  readonly entry: EntryView;
  /** Among all rows, the head being the first. */
  readonly rowIndex: number;
  /** Any moment of today. */
  readonly today: number;
  readonly isOpen: boolean;
  onToggle(entry: string): void;
  onNarrow(narrow: Narrow): void;
}

/** Its position may change with new entries; its content does not. */
export function EntryRow({ entry, rowIndex, isOpen, ...rest }: EntryRowProps) {
  return (
    <>
      <div className="entry" role="row" aria-rowindex={rowIndex} data-open={isOpen}>
        <EntryCells entry={entry} isOpen={isOpen} today={rest.today} onToggle={rest.onToggle} />
      </div>
      {isOpen && <EntryDetails entry={entry} onNarrow={rest.onNarrow} />}
    </>
  );
}

type EntryCellsProps = Omit<EntryRowProps, 'rowIndex' | 'onNarrow'>;

function Cells({ entry, today, isOpen, onToggle }: EntryCellsProps) {
  const at = Date.parse(entry.ts);
  return (
    <>
      <div className="cell-time" role="cell">
        <button
          type="button"
          className="row-button"
          data-list-item=""
          aria-expanded={isOpen}
          aria-label={activityText.details(pastTime(at, today))}
          onClick={() => onToggle(entry.entry)}
        >
          <Icon name="chevron" />
          <time dateTime={entry.ts}>{pastTime(at, today)}</time>
        </button>
      </div>
      <div className="cell-who" role="cell">
        <VisibleText text={entry.actor} atMost={60} />
      </div>
      <div className="cell-action" role="cell">
        <code>
          <VisibleText text={entry.action} atMost={60} />
        </code>
      </div>
      <div className="cell-subject" role="cell">
        <Subject text={middleCut(entry.subject, longestSubject)} />
      </div>
      <div className="cell-outcome" role="cell">
        <OutcomeMark entry={entry} />
      </div>
      <div className="cell-decided" role="cell">
        {deciderWord(entry)}
      </div>
      <div className="cell-took" role="cell">
        {entry.durationMs === null ? '–' : tookWords(entry.durationMs)}
      </div>
    </>
  );
}

/** Rendered again only when the entry changed or was opened. */
const EntryCells = memo(
  Cells,
  (before, after) =>
    before.isOpen === after.isOpen &&
    before.today === after.today &&
    before.entry.lastSeq === after.entry.lastSeq,
);

/** If space is short, the folder is cut and the file name stays. */
function Subject({ text }: { readonly text: string }) {
  if (!text.startsWith('/')) return <VisibleText text={text} />;
  const cut = text.lastIndexOf('/');
  return (
    <span className="subject-path">
      <span className="subject-folder">
        <PathText path={text.slice(0, cut)} />
      </span>
      <span className="subject-name">
        <PathText path={text.slice(cut)} />
      </span>
    </span>
  );
}
