/** "3 requests from claude-code": each answered alone, or all of them. Nothing moves while they are answered. */
import type { AskHistory, ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { BatchItem } from '../../../shared/asks/batch.ts';
import { fill } from '../../ui/fill.ts';
import { useNow } from '../../ui/ticker.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AllowButton } from '../frame/allow-button.tsx';
import { AskFooter, DenyButton } from '../frame/ask-footer.tsx';
import { AskFrame } from '../frame/ask-frame.tsx';
import { Detail, Details } from '../frame/details.tsx';
import { timeIsUp, whyUnread } from '../frame/frame-text.ts';
import { useAllowing, type Allowing } from '../frame/use-allowing.ts';
import { useEscape } from '../frame/use-escape.ts';
import { useMore } from '../frame/use-more.ts';
import { folderOf } from '../confirm/confirm-text.ts';
import { useAskReading } from '../use-ask-reading.ts';
import { batchHeadline, BatchRow } from './batch-row.tsx';
import { allLabel, batchText, stateWords } from './batch-text.ts';
import { useBatchAnswers, type BatchAnswers } from './use-batch-answers.ts';

interface BatchFormProps {
  /** The first of them. */
  readonly ask: ConfirmAsk;
  readonly batch: readonly BatchItem[];
  readonly moreWaiting: number;
  readonly history: AskHistory;
}

export function BatchForm({ ask, batch, moreWaiting, history }: BatchFormProps) {
  const now = useNow();
  const others = batch.slice(1).map((item) => item.ask.askId);
  const reading = useAskReading(ask, others);
  const answers = useBatchAnswers(batch);
  const more = useMore(ask, reading.page);
  const soonest = answers.open.toSorted((a, b) => a.deadline - b.deadline)[0] ?? ask;
  const obstacle = timeIsUp(soonest, now) ?? whyUnread(ask, reading);
  const allowing = useAllowing(answers, obstacle);
  useEscape(answers.park);
  const folders = new Set(batch.map((item) => folderOf(item.ask)));
  return (
    <AskFrame
      // How often one of them was asked says nothing about the card.
      ask={{ ...soonest, waiting: 1 }}
      moreWaiting={moreWaiting}
      page={reading.page}
      folder={folders.size === 1 ? folderOf(ask) : null}
      headline={
        <span className="access-sentence">
          {fill(batchText.from, {
            requests: <b>{batchText.requests(batch.length)}</b>,
            agent: <b>{ask.agent.clientId}</b>,
          })}
        </span>
      }
      footer={
        <AskFooter {...{ allowing, answers, reading, more }} canReply={false}>
          <AllowButton allowing={allowing} answer={{ kind: 'once' }}>
            {allLabel(batchText.allow, answers.open.length)}
          </AllowButton>
          <DenyButton
            answers={answers}
            label={allLabel(batchText.deny, answers.open.length)}
            onDeny={() => answers.sendTo(answers.open, { kind: 'deny', reason: '' })}
          />
        </AskFooter>
      }
      more={more.open === 'details' && <BatchDetails {...{ ask, batch, history }} />}
    >
      <ul className="batch" aria-label={batchText.list}>
        {batch.map((item) => (
          <Row key={item.ask.askId} {...{ item, answers, allowing }} />
        ))}
      </ul>
    </AskFrame>
  );
}

interface RowProps {
  readonly item: BatchItem;
  readonly answers: BatchAnswers;
  readonly allowing: Allowing;
}

function Row({ item: { ask, isWaiting }, answers, allowing }: RowProps) {
  const sent = answers.sentFor(ask.askId);
  const only: Allowing = {
    ...allowing,
    allow: (_answer, madeAt) => {
      if (allowing.isOpenTo(madeAt)) answers.sendTo([ask], { kind: 'once' });
    },
  };
  return (
    <BatchRow
      ask={ask}
      became={stateWords(isWaiting, sent?.state, sent?.kind)}
      allowing={only}
      isNew={answers.isNew}
      onDeny={() => answers.sendTo([ask], { kind: 'deny', reason: '' })}
    />
  );
}

const BatchDetails = ({ ask, batch, history }: Omit<BatchFormProps, 'moreWaiting'>) => (
  <Details
    ask={ask}
    history={history}
    last={batch.map((item) => (
      <Detail key={item.ask.askId} name={batchHeadline(item.ask)}>
        <pre className="details-exact" dir="ltr">
          <VisibleText text={item.ask.exact} atMost={2000} dir="ltr" keepLines />
        </pre>
      </Detail>
    ))}
  />
);
