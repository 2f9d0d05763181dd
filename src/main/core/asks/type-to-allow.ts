/** What cannot be had back takes a second gesture: its name is typed, not only a button pressed. */
import { visibleText } from '../../../shared/visible-text.ts';
import { isPlanned, type SettledCall } from '../gate/calls.ts';

/** Null where what is lost can be had back, or nothing is lost. */
export function typeToAllow(call: SettledCall): string | null {
  const { command, kind, places, action } = call;
  if (command) {
    const isGrave = command.effects.includes('deletes') || command.effects.includes('privilege');
    return isGrave ? typable(command.argv[0] ?? action) : null;
  }
  if (kind !== 'destroy' || isKept(call)) return null;
  return typable(places[0]?.path ?? action);
}

/** Whoever does it says what becomes of it, or keeps the files as they were. */
const isKept = ({ plan }: SettledCall): boolean =>
  isPlanned(plan) && (plan.recoverability !== undefined || plan.files !== undefined);

const longest = 40;

/** The last part of a path, as it is shown; what nobody could type is asked for as a word. */
function typable(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const isPlain = last !== '' && last.length <= longest && last === visibleText(last);
  return isPlain ? last : 'allow';
}
