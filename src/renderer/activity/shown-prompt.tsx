/** What the person read when they were asked, as far as the ledger has it. */
import type { EntryStory } from '../../shared/ipc.ts';
import { VisibleText } from '../ui/visible-text.tsx';

export function ShownPrompt({ story: { sentence, lines } }: { readonly story: EntryStory }) {
  const decision = lines.find(({ phase }) => phase === 'decision');
  if (sentence === null || !decision) return null;
  const isAsked = decision.decided_by === 'person';
  return (
    <section className="shown-prompt" aria-label="In words">
      <p>
        <b>
          <VisibleText text={sentence} atMost={2_000} />
        </b>
      </p>
      <p className="page-note">
        {isAsked
          ? 'You were asked this, with the exact arguments below.'
          : 'Nobody was asked: it was decided by the rules.'}
      </p>
    </section>
  );
}
