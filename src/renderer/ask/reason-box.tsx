import { maxReasonLength } from '../../shared/session-limits.ts';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { cutText } from '../words/text-runs.ts';

export function ReasonBox({ reason }: { readonly reason: string }) {
  const { hasHidden } = cutText(reason, { atMost: maxReasonLength, keepLines: true });
  return (
    <section className="ask-section reason" aria-labelledby="reason-title">
      <h2 id="reason-title">
        <Icon name="claimed" /> Written by the agent
      </h2>
      {/* Reachable by keyboard, because it may scroll. */}
      <div className="reason-text" role="group" tabIndex={0} aria-labelledby="reason-title">
        <VisibleText text={reason} atMost={maxReasonLength} keepLines />
      </div>
      {hasHidden && (
        <p className="reason-warning">
          <Icon name="warning" /> It contains characters that cannot be seen. They are marked.
        </p>
      )}
    </section>
  );
}
