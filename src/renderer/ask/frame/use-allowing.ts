/** The only path to approval: no blocker, the input guard is over, and no answer is being sent. */
import type { Answer } from './frame-text.ts';
import type { Answers } from './use-answering.ts';
import { useInputGuard } from './use-input-guard.ts';

export interface Allowing {
  readonly obstacle: string | null;
  readonly isAsleep: boolean;
  readonly isSending: boolean;
  /** Whether a click or key counts that was made then, in milliseconds since the page began. */
  isOpenTo(madeAt: number): boolean;
  allow(answer: Answer, madeAt: number): void;
}

export function useAllowing(answers: Answers, obstacle: string | null): Allowing {
  const { isAsleep, isEarly } = useInputGuard();
  const isSending = answers.state.kind === 'sending' || answers.state.kind === 'recorded';
  const isOpenTo = (madeAt: number): boolean => obstacle === null && !isAsleep && !isEarly(madeAt);
  return {
    obstacle,
    isAsleep,
    isSending,
    isOpenTo,
    allow: (answer, madeAt) => {
      if (isOpenTo(madeAt) && !isSending) answers.send(answer);
    },
  };
}
