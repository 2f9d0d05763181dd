import type { AccessAsk } from '../../../shared/access/access.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter, DenyButton } from '../frame/ask-footer.tsx';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import type { OpenMoreSection } from '../frame/use-more.ts';
import { againLabel, againText } from './again-text.ts';
import type { FutureTerms } from './standing-choice.tsx';
import { allowLabel, type GrantSelection, placesIn } from './access-text.ts';

interface AccessFooterProps {
  readonly ask: AccessAsk;
  readonly choice: GrantSelection;
  readonly reply: string;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
  readonly later: FutureTerms;
  /** Opens all choices; null where they are open. */
  readonly onChange: (() => void) | null;
}

export function AccessFooter(props: AccessFooterProps) {
  const { ask, choice, reply, allowing, answers, reading, more, later, onChange } = props;
  return (
    <AskFooter {...{ allowing, answers, reading, more }}>
      <span className={onChange ? undefined : 'wide-answer'}>
        <AllowButton
          allowing={allowing}
          answer={{
            kind: 'allow',
            // In the order of the ask, so that the record reads the same however it was narrowed.
            scopes: ask.scopes.filter((scope) => choice.scopes.includes(scope)),
            roots: placesIn(ask).filter((root) => choice.roots.includes(root)),
            seconds: choice.seconds,
            ...(choice.once ? { once: true } : {}),
            ...later,
          }}
        >
          {onChange && ask.lastTime ? againLabel(ask.lastTime) : allowLabel(choice)}
        </AllowButton>
      </span>
      {onChange && (
        <button type="button" className="button" onClick={onChange}>
          {againText.change}
        </button>
      )}
      <DenyButton
        answers={answers}
        onDeny={() =>
          answers.send({ kind: 'deny', reason: more.open === 'reply' ? reply.trim() : '' })
        }
      />
    </AskFooter>
  );
}
