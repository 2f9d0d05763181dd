/** A run of reads as one row: "12 reads in src/". Opening it shows each of them. */
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { pastTime } from '../text/times.ts';
import { activityText, outcomeWord } from './activity-text.ts';
import { commonFolder, type ActivityRow } from './fold-reads.ts';
import { relativeTo, type SessionFolders } from './session-folders.ts';

interface RunRowProps {
  readonly row: Extract<ActivityRow, { kind: 'run' }>;
  readonly rowIndex: number;
  readonly today: number;
  readonly folders: SessionFolders;
  onToggle(id: string): void;
}

export function RunRow({ row, rowIndex, today, folders, onToggle }: RunRowProps) {
  const { id, entries, isOpen } = row;
  const newest = entries[0];
  if (!newest) return null;
  const where = folderWords(row, folders);
  const time = pastTime(Date.parse(newest.ts), today);
  return (
    <div className="entry entry-run" role="row" aria-rowindex={rowIndex} data-open={isOpen}>
      <div className="cell-time" role="cell">
        <button
          type="button"
          className="row-button"
          data-list-item=""
          aria-expanded={isOpen}
          aria-label={activityText.runDetails(time, entries.length)}
          onClick={() => onToggle(id)}
        >
          <Icon name="chevron" />
          <time dateTime={newest.ts}>{time}</time>
        </button>
      </div>
      <div className="cell-who" role="cell">
        <VisibleText text={newest.actor} atMost={60} />
      </div>
      <div className="cell-action" role="cell">
        {activityText.reads(entries.length)}
      </div>
      <div className="cell-subject" role="cell" title={where.full}>
        {where.short !== '' && (
          <>
            {activityText.inFolder} <VisibleText text={where.short} atMost={120} />
          </>
        )}
      </div>
      <div className="cell-outcome" role="cell">
        <span className="outcome" data-outcome="done">
          <Icon name="check" /> {outcomeWord.done}
        </span>
      </div>
      <div className="cell-decided" role="cell" />
      <div className="cell-took" role="cell" />
    </div>
  );
}

/** Where they read, as far as all of them are about files of one folder. */
function folderWords({ entries }: RunRowProps['row'], folders: SessionFolders) {
  const paths = entries.map(({ subject }) => subject).filter((subject) => subject.startsWith('/'));
  const full = commonFolder(paths);
  if (full === '') return { full: '', short: '' };
  const { path } = relativeTo(full, entries[0]?.sessionId ?? null, folders);
  return { full, short: `${path}/` };
}
