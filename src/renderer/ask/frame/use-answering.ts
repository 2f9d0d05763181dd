/** Sends one answer at a time and reports its result. */
import { useRef, useState } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { frameText, type Answer, recordedWords } from './frame-text.ts';
import { askBridge } from './bridge.ts';
import { useIsNew } from './use-input-guard.ts';

export type Answering =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'recorded'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface Answers {
  readonly state: Answering;
  /** No answer is accepted yet, not even Deny. */
  readonly isNew: boolean;
  send(answer: Answer): void;
  park(): void;
}

const noReceipt = frameText.answerNotConfirmed;

export function useAnswers(ask: Ask): Answers {
  const [state, setState] = useState<Answering>({ kind: 'waiting' });
  const isBusy = useRef(false);
  const isNew = useIsNew();

  const deliver = async (answer: Answer): Promise<void> => {
    setState({ kind: 'sending' });
    try {
      const receipt =
        answer.kind === 'always'
          ? await askBridge.always(ask.askId, answer.seconds)
          : await askBridge.answer(ask.askId, answer);
      if (receipt.accepted) {
        setState({ kind: 'recorded', text: recordedWords(answer, ask.waiting) });
        return;
      }
      setState({ kind: 'refused', why: receipt.why });
    } catch {
      setState({ kind: 'refused', why: noReceipt });
    }
    isBusy.current = false;
  };

  return {
    state,
    isNew,
    send: (answer) => {
      if (isBusy.current || isNew) return;
      isBusy.current = true;
      void deliver(answer);
    },
    park: () => {
      if (isNew) return;
      askBridge
        .park(ask.askId)
        .catch(() => setState({ kind: 'refused', why: frameText.notPostponed }));
    },
  };
}
