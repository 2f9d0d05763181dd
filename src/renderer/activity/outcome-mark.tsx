import type { EntryView } from '../../shared/ledger/entry.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { activityText, outcomeWord } from './activity-text.ts';

const icons: Readonly<Record<EntryOutcome, IconName>> = {
  open: 'open',
  done: 'check',
  refused: 'stop',
  failed: 'warning',
  note: 'note',
  unknown: 'question',
};

export function OutcomeMark({ entry }: { readonly entry: EntryView }) {
  const { outcome, code } = entry;
  return (
    <span className="outcome" data-outcome={outcome}>
      <Icon name={icons[outcome]} />
      {outcomeWord[outcome]}
      {outcome === 'unknown' ? (
        <span className="outcome-code">{activityText.checkTheFile}</span>
      ) : (
        code !== null && (
          <code className="outcome-code">
            <VisibleText text={code} atMost={60} />
          </code>
        )
      )}
    </span>
  );
}
