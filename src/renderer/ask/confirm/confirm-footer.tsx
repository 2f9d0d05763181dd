/** The answers to one call: once, wider if it may be kept, Deny at the right edge. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { Icon } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter, DenyButton } from '../frame/ask-footer.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import type { OpenMoreSection } from '../frame/use-more.ts';
import { PartButtons } from './part-buttons.tsx';
import { partsText } from './parts-text.ts';
import type { PartAnswers } from './use-part-answers.ts';
import { alwaysLabel, canAlways, confirmText, onceLabel, sessionLabel } from './confirm-text.ts';

interface ConfirmFooterProps {
  readonly ask: ConfirmAsk;
  readonly reply: string;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
  /** Null where the call is answered as a whole. */
  readonly parts: PartAnswers | null;
  /** For parts of a line that need no name typed. */
  readonly allowingHarmless: Allowing;
}

export function ConfirmFooter(props: ConfirmFooterProps) {
  const { ask, reply, allowing, allowingHarmless, answers, reading, more, parts } = props;
  return (
    <AskFooter {...{ allowing, answers, reading, more }} isObvious={reading.isDone}>
      {parts ? (
        <PartButtons {...{ ask, parts, allowing, allowingHarmless }} />
      ) : (
        <AllowButton
          allowing={allowing}
          answer={{ kind: 'once' }}
          rank={ask.typeToAllow === null ? 'first' : 'destroy'}
        >
          {onceLabel(ask)}
        </AllowButton>
      )}
      {!parts?.hasDenied && <KeepButtons {...{ ask, allowing, more }} />}
      <DenyButton
        answers={answers}
        label={parts ? partsText.denyAll : undefined}
        // Words typed for another answer are not a reason for this one.
        onDeny={() =>
          answers.send({ kind: 'deny', reason: more.open === 'reply' ? reply.trim() : '' })
        }
      />
    </AskFooter>
  );
}

/** A wider yes: for the session at once, always with one more step. */
function KeepButtons({
  ask,
  allowing,
  more,
}: Pick<ConfirmFooterProps, 'ask' | 'allowing' | 'more'>) {
  const label = sessionLabel(ask);
  if (label === null && !canAlways(ask)) return null;
  return (
    <span className="joined-buttons" role="group" aria-label={confirmText.widerYes}>
      {label !== null && (
        <AllowButton
          allowing={allowing}
          answer={{ kind: 'session' }}
          rank="second"
          title={ask.forSession ?? undefined}
        >
          <VisibleText text={label} atMost={Infinity} />
        </AllowButton>
      )}
      {canAlways(ask) && (
        <button
          type="button"
          className="button keep-toggle"
          aria-expanded={more.open === 'keep'}
          aria-label={alwaysLabel(ask)}
          title={alwaysLabel(ask)}
          onClick={() => more.toggle('keep')}
        >
          {label === null && confirmText.alwaysShort}
          <Icon name="chevron" />
        </button>
      )}
    </span>
  );
}
