/** What the person read when they were asked, as far as the ledger has it. */
import type { EntryLines } from '../../shared/ipc/main-window.ts';
import { VisibleText } from '../ui/visible-text.tsx';

export function ShownPrompt({ story: { sentence, lines } }: { readonly story: EntryLines }) {
  const decision = lines.find(({ phase }) => phase === 'decision');
  if (sentence === null || !decision) return null;
  const isAsked = decision.decided_by === 'person';
  return (
    <section className="shown-prompt" aria-label="Description">
      <p>
        <b>
          <VisibleText text={sentence} atMost={2_000} />
        </b>
      </p>
      <p className="page-note">
        {isAsked
          ? 'You were asked about this, with the exact arguments below.'
          : 'You were not asked. The rules decided.'}
      </p>
    </section>
  );
}
