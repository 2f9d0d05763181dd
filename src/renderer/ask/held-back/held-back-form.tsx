/**
 * A file that a sandboxed command left and that would run by itself. It lies in the trash; the filled
 * button leaves it there.
 */
import { useState } from 'react';
import type { AskHistory, ConfirmAsk, ShownHeldBack } from '../../../shared/asks/asks.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AskSentenceLine } from '../../ui/ask-sentence-line.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { isMarkedCall, isUnusual, whyNotConfirmed } from '../confirm/confirm-text.ts';
import { evidenceOf, type Evidence } from '../confirm/evidence.ts';
import { EvidenceView } from '../confirm/evidence-view.tsx';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter } from '../frame/ask-footer.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { Detail, Details } from '../frame/details.tsx';
import { EffectLine } from '../frame/effect-line.tsx';
import { MarksWarning } from '../frame/marks-warning.tsx';
import { useAllowing, type Allowing } from '../frame/use-allowing.ts';
import { useAnswers, type Answers } from '../frame/use-answering.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useMore, type OpenMoreSection } from '../frame/use-more.ts';
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
  const allowing = useAllowing(answers, obstacle);
  const more = useMore(ask, reading.page, isUnusual(ask, isMarked) ? 'details' : null);
  useEscape(answers.park);
  return (
    <AskFrame
      ask={ask}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={heldBack.within === '' ? null : heldBack.within}
      headline={<AskSentenceLine ask={ask} />}
      footer={<HeldBackFooter {...{ answers, allowing, reading, more }} />}
      more={
        more.open === 'details' && (
          <Details ask={ask} history={history}>
            <Detail name={heldBackText.file}>
              <PathText path={heldBack.path} />
            </Detail>
            <Detail name={heldBackText.withoutAnswer}>{heldBackText.staysInTrash}</Detail>
          </Details>
        )
      }
    >
      <HeldBackFileText {...{ heldBack, evidence }} others={ask.because.slice(1)} />
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
  readonly answers: Answers;
  readonly allowing: Allowing;
  readonly reading: ReadingState;
  readonly more: OpenMoreSection;
}

/** The filled button leaves the file where it is; nobody waits for a reply. */
function HeldBackFooter({ answers, allowing, reading, more }: HeldBackFooterProps) {
  return (
    <AskFooter
      {...{ answers, allowing, reading, more }}
      canReply={false}
      isObvious={reading.isDone}
    >
      <AllowButton allowing={allowing} answer={{ kind: 'once' }} rank="second">
        {heldBackText.putItBack}
      </AllowButton>
      <button
        type="button"
        className="button primary-button leave-button"
        aria-disabled={answers.isNew}
        onClick={() => answers.send({ kind: 'deny', reason: '' })}
      >
        {heldBackText.leaveInTrash}
      </button>
    </AskFooter>
  );
}

interface HeldBackFileTextProps {
  readonly heldBack: ShownHeldBack;
  readonly evidence: Evidence;
  /** A note beside the effect if the file is not shown completely. */
  readonly others: readonly string[];
}

function HeldBackFileText({ heldBack, evidence, others }: HeldBackFileTextProps) {
  return (
    <>
      <section className="held-back-file" aria-label={heldBackText.textOf(heldBack.path)}>
        <p className="held-back-head" data-read="call" data-read-piece="head">
          <CommandName command={heldBack.command} />
          <span className="held-back-tag">
            <Icon name="trash" /> {heldBackText.inTheTrashNow}
          </span>
        </p>
        <div
          className="evidence"
          data-open="true"
          role="group"
          tabIndex={0}
          aria-label={heldBackText.theText}
        >
          <EvidenceView
            {...evidence}
            hiddenWords={0}
            hiddenCharacters={0}
            folders={[heldBack.within]}
            areKeys={false}
            partAnswers={null}
          />
        </div>
      </section>
      <EffectLine text={`${heldBack.effect} ${heldBackText.itHasNotRun}`} tone="warn" />
      {others.map((text, at) => (
        <EffectLine key={text} text={text} tone="warn" piece={at + 1} />
      ))}
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
