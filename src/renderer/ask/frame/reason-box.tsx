import { maxReasonLength } from '../../../shared/access/session-limits.ts';
import { Icon } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { cutText } from '../../text/text-runs.ts';
import { frameText } from './frame-text.ts';

interface Props {
  readonly reason: string;
  readonly inOurWords: boolean;
}

export const ReasonBox = ({ reason, inOurWords }: Props) =>
  inOurWords ? <NoReason called={reason} /> : <AgentsReason reason={reason} />;

const NoReason = ({ called }: { readonly called: string }) => (
  <section className="ask-section" aria-labelledby="reason-title">
    <h2 id="reason-title">{frameText.theAgentGaveNoReason}</h2>
    <p data-read="reason">
      <VisibleText text={called} atMost={Infinity} />
    </p>
  </section>
);

function AgentsReason({ reason }: { readonly reason: string }) {
  const { hasMarks } = cutText(reason, {
    atMost: maxReasonLength,
    keepLines: true,
    prose: true,
  });
  return (
    <section className="ask-section reason" aria-labelledby="reason-title">
      <h2 id="reason-title">
        <Icon name="claimed" /> {frameText.writtenByTheAgent}
      </h2>
      {/* Reachable by keyboard, because it may scroll. */}
      <div className="reason-text" role="group" tabIndex={0} aria-labelledby="reason-title">
        <span className="reason-words" data-read="reason">
          <VisibleText text={reason} atMost={Infinity} keepLines prose />
        </span>
      </div>
      {hasMarks && (
        <p className="reason-warning">
          <Icon name="warning" /> {frameText.reasonHasMarks}
        </p>
      )}
    </section>
  );
}
