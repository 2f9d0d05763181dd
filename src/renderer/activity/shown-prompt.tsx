/** The ask as the user saw it, as far as the ledger recorded it. */
import type { EntryLines } from '../../shared/ipc/main-window.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { activityText } from './activity-text.ts';

export function ShownPrompt({
  entryLines: { sentence, lines },
}: {
  readonly entryLines: EntryLines;
}) {
  const decision = lines.find(({ phase }) => phase === 'decision');
  if (sentence === null || !decision) return null;
  const isAsked = ['person', 'management-api'].includes(decision.decided_by ?? '');
  return (
    <section className="shown-prompt" aria-label={activityText.description}>
      <p>
        <b>
          <VisibleText text={sentence} atMost={2_000} />
        </b>
      </p>
      <p className="page-note">{isAsked ? activityText.wasAsked : activityText.wasNotAsked}</p>
    </section>
  );
}
