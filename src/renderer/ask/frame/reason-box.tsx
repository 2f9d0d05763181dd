/** The agent's own words, directly under the question: slanted, in quotes, with a dashed edge. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { maxReasonLength } from '../../../shared/access/session-limits.ts';
import { Icon } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { withShortPaths } from '../../text/place-names.ts';
import { cutText } from '../../text/text-runs.ts';
import { frameText } from './frame-text.ts';

interface ReasonBoxProps {
  readonly ask: Pick<AccessAsk, 'reason' | 'inOurWords' | 'call' | 'run' | 'roots'>;
}

export const ReasonBox = ({ ask }: ReasonBoxProps) =>
  ask.inOurWords ? <WaitingCall ask={ask} /> : <AgentsReason reason={ask.reason} />;

/** The agent gave no reason; the call that needs the access stands here instead. */
const WaitingCall = ({ ask: { reason, call, run, roots } }: ReasonBoxProps) =>
  call === undefined ? (
    <p className="reason-none" data-read="reason">
      {run === undefined && `${frameText.noReason}. `}
      <VisibleText text={reason} atMost={Infinity} />
    </p>
  ) : (
    <section className="waiting-call" aria-label={frameText.waitingCall}>
      <p className="reason-none">{frameText.waitingCall}</p>
      <p className="waiting-call-words" data-read="reason" title={call}>
        <VisibleText text={withShortPaths(call, roots)} atMost={Infinity} command />
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
    <section className="reason">
      {/* Reachable by keyboard, because it may scroll. */}
      <div
        className="reason-text"
        role="group"
        tabIndex={0}
        aria-label={frameText.writtenByTheAgent}
      >
        <span className="reason-words" data-read="reason">
          “<VisibleText text={reason} atMost={Infinity} keepLines prose />”
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
