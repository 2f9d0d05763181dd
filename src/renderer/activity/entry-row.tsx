import { memo } from 'react';
import type { EntryView } from '../../shared/audit-entry.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { middleCut } from '../words/text-runs.ts';
import { pastTime, tookWords } from '../words/times.ts';
import { EntryDetails } from './entry-details.tsx';
import { isSameEntry } from './same-entry.ts';
import { OutcomeMark } from './outcome-mark.tsx';

const longestSubject = 72;

interface EntryRowProps {
  readonly entry: EntryView;
  /** Any moment of today. */
  readonly today: number;
  readonly isOpen: boolean;
  onToggle(entry: string): void;
}

function Row({ entry, today, isOpen, onToggle }: EntryRowProps) {
  const at = Date.parse(entry.ts);
  return (
    <>
      <tr className="entry" data-open={isOpen}>
        <td className="time">
          <button
            type="button"
            className="row-button"
            data-list-item=""
            aria-expanded={isOpen}
            aria-label={`${pastTime(at, today)}, details`}
            onClick={() => onToggle(entry.entry)}
          >
            <Icon name="chevron" />
            <time dateTime={entry.ts}>{pastTime(at, today)}</time>
          </button>
        </td>
        <td className="cell-who">
          <VisibleText text={entry.actor} atMost={60} />
        </td>
        <td className="cell-action">
          <code>
            <VisibleText text={entry.action} atMost={60} />
          </code>
        </td>
        <td className="cell-subject">
          <Subject text={middleCut(entry.subject, longestSubject)} />
        </td>
        <td className="cell-outcome">
          <OutcomeMark entry={entry} />
        </td>
        <td className="wide-only">{entry.decidedBy ?? '–'}</td>
        <td className="wide-only number">
          {entry.durationMs === null ? '–' : tookWords(entry.durationMs)}
        </td>
      </tr>
      {isOpen && <EntryDetails entry={entry} />}
    </>
  );
}

function Subject({ text }: { readonly text: string }) {
  return text.startsWith('/') ? <PathText path={text} /> : <VisibleText text={text} />;
}

/** Each snapshot is a new copy of the same entries; a row is drawn again only when its own changed. */
export const EntryRow = memo(
  Row,
  (before, after) =>
    before.isOpen === after.isOpen &&
    before.today === after.today &&
    isSameEntry(before.entry, after.entry),
);
