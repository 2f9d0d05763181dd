/** Which parts of a line the user allows. What cannot be undone has no answer until the user gives one. */
import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { answeredGroups, isGravePart } from '../../../shared/asks/part-answers.ts';

export type PartAnswer = 'allow' | 'deny' | null;

export interface PartAnswers {
  /** The places of the parts that are answered together. */
  readonly groups: readonly (readonly number[])[];
  readonly answers: readonly PartAnswer[];
  /** The parts that would run with the current answers. */
  readonly allowed: readonly number[];
  readonly hasUnanswered: boolean;
  readonly hasDenied: boolean;
  /** Something that cannot be undone is among the allowed. */
  readonly isGrave: boolean;
  answer(group: number, answer: PartAnswer): void;
}

/** Null where the call is answered as a whole. */
export function usePartAnswers(ask: ConfirmAsk): PartAnswers | null {
  const parts = ask.command?.parts ?? [];
  const [groups] = useState(() => answeredGroups(ask));
  const isGraveAt = (at: number): boolean => {
    const part = parts[at];
    return part !== undefined && isGravePart(part);
  };
  const [answers, setAnswers] = useState<readonly PartAnswer[]>(() =>
    groups.map((group) => (group.some(isGraveAt) ? null : 'allow')),
  );
  if (groups.length === 0) return null;
  const allowed = groups.flatMap((group, index) => (answers[index] === 'allow' ? group : []));
  return {
    groups,
    answers,
    allowed,
    hasUnanswered: answers.includes(null),
    hasDenied: answers.includes('deny'),
    isGrave: allowed.some(isGraveAt),
    answer: (group, answer) =>
      setAnswers((before) => before.map((item, index) => (index === group ? answer : item))),
  };
}
