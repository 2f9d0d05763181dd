import type { KeyboardEvent, ReactNode } from 'react';
import type { ReadingState } from '../../reading/use-reading.ts';
import { type Answer, frameText, progressWords } from './frame-text.ts';
import type { Allowing } from './use-allowing.ts';

const obstacleId = 'allow-obstacle';
const keysId = 'allow-keys';
const progressId = 'allow-progress';

interface AllowNotesProps {
  readonly obstacle: string | null;
  /** What has to be done stands right above; it is only spoken. */
  readonly isObvious: boolean;
  readonly reading: ReadingState;
}

/** Once for all allow buttons of an ask, right above them. */
export function AllowNotes({ obstacle, isObvious, reading }: AllowNotesProps) {
  const progress = progressWords(reading.progress);
  return (
    <>
      <p
        className={isObvious ? 'allow-obstacle only-spoken' : 'allow-obstacle'}
        id={obstacleId}
        role="status"
        data-passing={!reading.isDone}
      >
        {obstacle}
      </p>
      {obstacle !== null && progress !== '' && (
        <p className="read-progress" data-passing="true">
          {/* Not spoken with every step: it describes the button. */}
          <span id={progressId}>{progress}</span>
          <button type="button" className="link-button" onClick={reading.showNext}>
            {frameText.showNextUnread}
          </button>
        </p>
      )}
      <p className="only-spoken" id={keysId}>
        {frameText.enterDoesNothing}
      </p>
    </>
  );
}

/** Return is pressed blindly too often, so it does nothing here; Space and a click do. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

interface AllowButtonProps {
  readonly allowing: Allowing;
  readonly answer: Answer;
  /** Only what cannot be undone is `destroy`. */
  readonly rank?: 'first' | 'second' | 'destroy';
  readonly title?: string | undefined;
  /** Where several buttons read the same. */
  readonly name?: string | undefined;
  readonly children: ReactNode;
}

export function AllowButton(props: AllowButtonProps) {
  const { allowing, answer, rank = 'first', title, name, children } = props;
  const { obstacle, isAsleep, isSending } = allowing;
  // Not `disabled`: focus would be lost whenever the window moves.
  return (
    <button
      type="button"
      className="button allow-button"
      data-rank={rank}
      data-answer={answer.kind}
      title={title}
      aria-label={name}
      aria-disabled={obstacle !== null || isAsleep || isSending}
      data-asleep={obstacle === null && isAsleep}
      aria-describedby={`${obstacleId} ${progressId} ${keysId}`}
      onKeyDown={ignoreEnter}
      onClick={({ timeStamp }) => allowing.allow(answer, timeStamp)}
    >
      <span className="allow-label">{children}</span>
    </button>
  );
}
