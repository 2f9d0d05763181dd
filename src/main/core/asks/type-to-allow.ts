/** A call that cannot be undone needs a second step: the user types a name before allowing it. */
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { isPlanned, type ResolvedCall, type ResolvedCommand } from '../call/call.ts';

/** Null if nothing is lost, or the loss can be undone. */
export function typeToAllow(call: ResolvedCall): string | null {
  const { command, kind, places, action } = call;
  // A branch whose commits are all elsewhere too is made again with its name.
  if (action === 'git_branch' && isPlanned(call.plan) && call.plan.recoverable) return null;
  if (command) {
    const isGrave = isGraveIn(command);
    return isGrave ? typable(graveProgram(command) ?? call.native?.tool ?? action) : null;
  }
  if (kind !== 'destroy' || isKept(call)) return null;
  return typable(places[0]?.path ?? action);
}

type WithEffects = Pick<ResolvedCommand, 'effects'>;

const isGraveIn = ({ effects }: WithEffects): boolean =>
  effects.includes('deletes') || effects.includes('privilege');

/** For a line of several, the first program whose effect cannot be undone. */
const graveProgram = ({ argv, parts }: ResolvedCommand): string | undefined =>
  parts ? parts.find(isGraveIn)?.argv[0] : argv[0];

/** The executor reports whether it keeps a copy of the files. */
const isKept = ({ plan }: ResolvedCall): boolean =>
  isPlanned(plan) && (plan.recoverability !== undefined || plan.files !== undefined);

const maxLength = 40;

/** The last part of the path as shown; a fixed word when that could not be typed. */
function typable(name: string): string {
  const last = lastNameOf(name);
  const isPlain = last !== '' && last.length <= maxLength && last === visibleText(last);
  return isPlain ? last : 'allow';
}
