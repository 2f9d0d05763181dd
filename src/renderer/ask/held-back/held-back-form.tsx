/**
 * A file that a sandboxed command left and that would run by itself. It lies in the trash; the filled
 * button leaves it there.
 */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk, ShownHeldBack } from '../../../shared/asks/asks.ts';
import { clockTime } from '../../text/times.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { isMarkedCall, whyNotConfirmed } from '../confirm/confirm-text.ts';
import { evidenceOf, type Evidence } from '../confirm/evidence.ts';
import { EvidenceView } from '../confirm/evidence-view.tsx';
import { AllowButton, AllowNotes } from '../frame/allow-button.tsx';
import { AnswerState } from '../frame/answer-state.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { HistoryLine } from '../frame/history-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { useTouch } from '../frame/use-activity-signal.ts';
import { useAllowing, type Allowing } from '../frame/use-allowing.ts';
import { useAnswers, type Answers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { whyUnread } from '../frame/frame-text.ts';
import { heldBackText } from './held-back-text.ts';
import { useAskReading } from '../use-ask-reading.ts';

interface HeldBackFormProps {
  readonly ask: ConfirmAsk;
  readonly heldBack: ShownHeldBack;
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

function inspected(ask: ConfirmAsk) {
  const evidence = evidenceOf(ask);
  return { evidence, isMarked: isMarkedCall(ask, evidence) };
}

export function HeldBackForm({ ask, heldBack, moreWaiting, history }: HeldBackFormProps) {
  const now = useNow();
  const [{ evidence, isMarked }] = useState(() => inspected(ask));
  const reading = useAskReading(ask);
  const [hasSeenMarks, setSeenMarks] = useState(false);
  const answers = useAnswers(ask);
  const unread = whyUnread(ask, reading);
  const obstacle = whyNotConfirmed(ask, { unread, isMarked, hasSeenMarks, untyped: null }, now);
  useTouch(ask);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      history={<HistoryLine history={history} now={now} />}
      isWhoLast
      footer={<HeldBackFooter {...{ ask, answers, allowing, reading }} />}
    >
      <HeldBackFileText heldBack={heldBack} evidence={evidence} />
      {isMarked && (
        <MarksWarning
          where={heldBackText.nameOrText}
          hasSeen={hasSeenMarks}
          onChange={setSeenMarks}
        />
      )}
    </AskFrame>
  );
}

interface HeldBackFooterProps {
  readonly ask: ConfirmAsk;
  readonly answers: Answers;
  readonly allowing: Allowing;
  readonly reading: ReadingState;
}

function HeldBackFooter({ ask, answers, allowing, reading }: HeldBackFooterProps) {
  return (
    <footer className="ask-footer held-back-footer">
      <AnswerState answering={answers.state} />
      <AllowNotes obstacle={allowing.obstacle} reading={reading} />
      <div className="held-back-answers">
        <AllowButton allowing={allowing} answer={{ kind: 'once' }} rank="second">
          {heldBackText.keepIt}
        </AllowButton>
        <button
          type="button"
          className="button primary-button"
          aria-disabled={answers.isNew}
          onClick={() => answers.send({ kind: 'deny', reason: '' })}
        >
          {heldBackText.leaveInTrash}
        </button>
      </div>
      <p className="held-back-quiet">
        <span>{heldBackText.staysUntil(clockTime(ask.deadline))}</span>
        <button
          type="button"
          className="link-button"
          aria-disabled={answers.isNew}
          onClick={answers.park}
        >
          {heldBackText.notNow} <kbd>{heldBackText.esc}</kbd>
        </button>
      </p>
    </footer>
  );
}

interface HeldBackFileTextProps {
  readonly heldBack: ShownHeldBack;
  readonly evidence: Evidence;
}

function HeldBackFileText({ heldBack, evidence }: HeldBackFileTextProps) {
  return (
    <>
      <section className="held-back-file" aria-label={heldBackText.textOf(heldBack.path)}>
        <p className="held-back-head" data-read="call" data-read-piece="head">
          <CommandName command={heldBack.command} />
          <span className="held-back-tag">
            <Icon name="trash" /> {heldBackText.inTheTrashNow}
          </span>
        </p>
        <div className="evidence" data-open="true" role="group" tabIndex={0}>
          <EvidenceView {...evidence} hiddenWords={0} hiddenCharacters={0} />
        </div>
      </section>
      <p className="held-back-effect" data-read="because" data-read-piece={0}>
        <Icon name="warning" />
        <span>
          <VisibleText text={heldBack.effect} atMost={Infinity} /> {heldBackText.itHasNotRun}
        </span>
      </p>
    </>
  );
}

/** A word with blanks in it keeps its ends. */
const commandText = (command: readonly string[]): string =>
  command.map((word) => (/\s|^$/.test(word) ? JSON.stringify(word) : word)).join(' ');

function CommandName({ command }: { readonly command: readonly string[] }) {
  if (command.length === 0) return <span>{heldBackText.byACommand}</span>;
  return (
    <span>
      {heldBackText.by}{' '}
      <code>
        <VisibleText text={commandText(command)} atMost={120} />
      </code>
    </span>
  );
}
