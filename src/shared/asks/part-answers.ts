/** Answers to a line of several programs, part by part. Programs that pipes connect go together. */
import { pipelinesOf } from '../commands/command-parts.ts';
import type { AskAnswer, ConfirmAsk, ShownPart } from './asks.ts';

/** What it does cannot be undone. */
export const isGravePart = ({ effects }: Pick<ShownPart, 'effects'>): boolean =>
  effects.includes('deletes') || effects.includes('privilege');

/** The groups that are answered, by the places of their parts; empty where the line is answered as a whole. */
export function answeredGroups({
  command,
  waiting,
}: Pick<ConfirmAsk, 'command' | 'waiting'>): readonly (readonly number[])[] {
  // A late yes is for the whole line.
  if (!command?.parts || waiting === 0) return [];
  const groups = pipelinesOf(command.parts);
  return groups.length > 1 ? groups : [];
}

/** Whether the name has to be typed for this yes: not where everything grave is left out. */
export function needsTypedName({ typeToAllow, command }: ConfirmAsk, answer: AskAnswer): boolean {
  if (typeToAllow === null) return false;
  const parts = command?.parts;
  if (answer.kind !== 'once' || !answer.parts || !parts) return true;
  return answer.parts.some((at) => {
    const part = parts[at];
    return part === undefined || isGravePart(part);
  });
}
