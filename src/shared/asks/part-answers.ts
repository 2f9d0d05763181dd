/**
 * Answers to the individual parts of a command line with several programs. Programs connected by
 * pipes form one group.
 */
import { pipelinesOf } from '../commands/command-parts.ts';
import type { AskAnswer, ConfirmAsk, ShownPart } from './asks.ts';

/** Its effect cannot be undone. */
export const isGravePart = ({ effects }: Pick<ShownPart, 'effects'>): boolean =>
  effects.includes('deletes') || effects.includes('privilege');

/**
 * The groups to answer, as positions of their parts; empty if the line is answered as a whole.
 */
export function answeredGroups({
  command,
  waiting,
}: Pick<ConfirmAsk, 'command' | 'waiting'>): readonly (readonly number[])[] {
  // A late approval is for the whole line.
  if (!command?.parts || waiting === 0) return [];
  const groups = pipelinesOf(command.parts);
  return groups.length > 1 ? groups : [];
}

/** Whether the name has to be typed for this approval: not if all severe parts are left out. */
export function needsTypedName({ typeToAllow, command }: ConfirmAsk, answer: AskAnswer): boolean {
  if (typeToAllow === null) return false;
  const parts = command?.parts;
  if (answer.kind !== 'once' || !answer.parts || !parts) return true;
  return answer.parts.some((at) => {
    const part = parts[at];
    return part === undefined || isGravePart(part);
  });
}
