/** Answers to the requests of one card, one by one or all that still wait. */
import { useRef, useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { BatchItem } from '../../../shared/asks/batch.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import { askBridge } from '../frame/bridge.ts';
import { frameText, recordedWords } from '../frame/frame-text.ts';
import type { Answering, Answers } from '../frame/use-answering.ts';
import { useIsNew } from '../frame/use-input-guard.ts';

export type BatchAnswer =
  | { readonly kind: 'once' }
  | { readonly kind: 'deny'; readonly reason: '' };

interface SentAnswer {
  readonly kind: BatchAnswer['kind'];
  readonly state: Answering;
}

export interface BatchAnswers extends Answers {
  /** Those that have no answer yet. */
  readonly open: readonly ConfirmAsk[];
  sentFor(askId: AskId): SentAnswer | undefined;
  sendTo(asks: readonly ConfirmAsk[], answer: BatchAnswer): void;
}

const isFinal = (sent: SentAnswer | undefined): boolean =>
  sent?.state.kind === 'recorded' || sent?.state.kind === 'sending';

export function useBatchAnswers(batch: readonly BatchItem[]): BatchAnswers {
  const [sent, setSent] = useState<ReadonlyMap<AskId, SentAnswer>>(new Map());
  const busy = useRef(new Set<AskId>());
  const isNew = useIsNew();
  const open = batch
    .filter(({ ask, isWaiting }) => isWaiting && !isFinal(sent.get(ask.askId)))
    .map(({ ask }) => ask);
  const note = (askId: AskId, answer: SentAnswer): void =>
    setSent((before) => new Map([...before, [askId, answer]]));

  const deliver = async (ask: ConfirmAsk, answer: BatchAnswer): Promise<void> => {
    const { kind } = answer;
    note(ask.askId, { kind, state: { kind: 'sending' } });
    const receipt = await askBridge
      .answer(ask.askId, answer)
      .catch(() => ({ accepted: false as const, why: frameText.answerNotConfirmed }));
    const state: Answering = receipt.accepted
      ? { kind: 'recorded', text: recordedWords(answer, ask.waiting) }
      : { kind: 'refused', why: receipt.why };
    note(ask.askId, { kind, state });
    if (!receipt.accepted) busy.current.delete(ask.askId);
  };

  const sendTo = (asks: readonly ConfirmAsk[], answer: BatchAnswer): void => {
    if (isNew) return;
    for (const ask of asks) {
      if (busy.current.has(ask.askId)) continue;
      busy.current.add(ask.askId);
      void deliver(ask, answer);
    }
  };
  const refused = [...sent.values()].findLast(({ state }) => state.kind === 'refused');
  return {
    open,
    state: refused?.state ?? { kind: 'waiting' },
    isNew,
    sentFor: (askId) => sent.get(askId),
    sendTo,
    send: (answer) => {
      if (answer.kind === 'once') sendTo(open, { kind: 'once' });
    },
    park: () => {
      if (!isNew) open.forEach(({ askId }) => void askBridge.park(askId).catch(() => undefined));
    },
  };
}
