import type { EntryView } from '../../shared/audit-entry.ts';
import type { EntryOutcome } from '../../shared/entry-outcomes.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { outcomeWord } from './entry-words.ts';

const icons: Readonly<Record<EntryOutcome, IconName>> = {
  open: 'open',
  done: 'check',
  refused: 'stop',
  failed: 'warning',
  note: 'note',
  unknown: 'question',
};

export function OutcomeMark({ entry }: { readonly entry: EntryView }) {
  return (
    <span className="outcome" data-outcome={entry.outcome}>
      <Icon name={icons[entry.outcome]} />
      <span>
        {outcomeWord[entry.outcome]}
        {entry.code !== null && (
          <code className="outcome-code">
            <VisibleText text={entry.code} atMost={60} />
          </code>
        )}
      </span>
    </span>
  );
}
