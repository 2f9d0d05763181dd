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
import { relativeTo, type SessionFolders } from './session-folders.ts';

const longestSubject = 120;

interface EntryRowProps {
  readonly entry: EntryView;
  /** Among all rows, the head being the first. */
  readonly rowIndex: number;
  /** Any moment of today. */
  readonly today: number;
  readonly isOpen: boolean;
  /** It is part of an opened run of reads. */
  readonly isInRun: boolean;
  readonly folders: SessionFolders;
  onToggle(entry: string): void;
  onNarrow(narrow: Narrow): void;
}

/** Its position may change with new entries; its content does not. */
export function EntryRow({ entry, rowIndex, isOpen, isInRun, ...rest }: EntryRowProps) {
  const { today, folders, onToggle } = rest;
  return (
    <>
      <div
        className="entry"
        role="row"
        aria-rowindex={rowIndex}
        data-open={isOpen}
        data-in-run={isInRun}
      >
        <EntryCells {...{ entry, isOpen, today, folders, onToggle }} />
      </div>
      {isOpen && <EntryDetails entry={entry} onNarrow={rest.onNarrow} />}
    </>
  );
}

type EntryCellsProps = Omit<EntryRowProps, 'rowIndex' | 'onNarrow' | 'isInRun'>;

function Cells({ entry, today, isOpen, folders, onToggle }: EntryCellsProps) {
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
        <Subject entry={entry} folders={folders} />
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
    before.folders === after.folders &&
    before.entry.lastSeq === after.entry.lastSeq,
);

/** Relative to the session's folder, the whole path on hover. If space is short, the file name stays. */
function Subject({ entry, folders }: Pick<EntryCellsProps, 'entry' | 'folders'>) {
  const { subject, sessionId } = entry;
  if (!subject.startsWith('/')) return <VisibleText text={middleCut(subject, longestSubject)} />;
  const { folder, path } = relativeTo(subject, sessionId, folders);
  const text = middleCut(path, longestSubject);
  const cut = text.lastIndexOf('/');
  const name = cut < 0 ? text : text.slice(cut);
  return (
    <span className="subject-path" title={folder === null ? subject : `${folder}: ${subject}`}>
      {cut > 0 && (
        <span className="subject-folder">
          <PathText path={text.slice(0, cut)} />
        </span>
      )}
      <span className="subject-name">
        <PathText path={name} />
      </span>
    </span>
  );
}
