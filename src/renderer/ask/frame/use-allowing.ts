/** The only path to approval: no blocker, the input guard is over, and no answer is being sent. */
import type { Answer } from './frame-text.ts';
import type { Answers } from './use-answering.ts';
import { useInputGuard } from './use-input-guard.ts';

export interface Allowing {
  readonly obstacle: string | null;
  readonly isAsleep: boolean;
  readonly isSending: boolean;
  allow(answer: Answer): void;
}

export function useAllowing(answers: Answers, obstacle: string | null): Allowing {
  const { isAsleep } = useInputGuard();
  const isSending = answers.state.kind === 'sending' || answers.state.kind === 'recorded';
  return {
    obstacle,
    isAsleep,
    isSending,
    allow: (answer) => {
      if (obstacle === null && !isAsleep && !isSending) answers.send(answer);
    },
  };
}
