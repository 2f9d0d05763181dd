/** The answers, always visible: yes at the left, Deny at the right edge, quiet ones below. */
import type { ReactNode } from 'react';
import type { ReadingState } from '../../reading/use-reading.ts';
import { Icon } from '../../ui/icons.tsx';
import { AllowNotes } from './allow-button.tsx';
import { AnswerState } from './answer-state.tsx';
import { frameText } from './frame-text.ts';
import type { Allowing } from './use-allowing.ts';
import type { Answers } from './use-answering.ts';
import type { OpenMoreSection } from './use-more.ts';

interface AskFooterProps {
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
  /** Left out where nobody waits for a reply. */
  readonly canReply?: boolean;
  /** What keeps Allow from being pressed needs no words. */
  readonly isObvious?: boolean;
  readonly children: ReactNode;
}

export function AskFooter(props: AskFooterProps) {
  const { allowing, answers, reading, more, canReply = true, isObvious = false, children } = props;
  return (
    <footer className="ask-footer">
      <AnswerState answering={answers.state} />
      <AllowNotes obstacle={allowing.obstacle} isObvious={isObvious} reading={reading} />
      <div className="answers">{children}</div>
      <div className="quiet-answers">
        <QuietToggle name="details" label={frameText.details} more={more} hasChevron />
        <span className="push" />
        {canReply && <QuietToggle name="reply" label={frameText.reply} more={more} />}
        <button
          type="button"
          className="quiet-button"
          aria-disabled={answers.isNew}
          aria-keyshortcuts="Escape"
          title={frameText.notNowTitle}
          onClick={answers.park}
        >
          {frameText.notNow}
        </button>
      </div>
    </footer>
  );
}

interface QuietToggleProps {
  readonly name: 'details' | 'reply';
  readonly label: string;
  readonly more: OpenMoreSection;
  readonly hasChevron?: boolean;
}

function QuietToggle({ name, label, more, hasChevron = false }: QuietToggleProps) {
  return (
    <button
      type="button"
      className="quiet-button"
      aria-expanded={more.open === name}
      onClick={() => more.toggle(name)}
    >
      {label}
      {hasChevron && <Icon name="chevron" />}
    </button>
  );
}

interface DenyButtonProps {
  readonly answers: Answers;
  readonly label?: string | undefined;
  onDeny(): void;
}

/** At the same place in every ask, and enabled except for the moment in which the ask appears. */
export function DenyButton({ answers, label = frameText.deny, onDeny }: DenyButtonProps) {
  return (
    <button
      type="button"
      className="button deny-button"
      aria-disabled={answers.isNew}
      onClick={onDeny}
    >
      {label}
    </button>
  );
}
