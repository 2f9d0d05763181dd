/**
 * What a grant already covers, so that the user is not asked again. The sentence goes into the
 * entry: every silent allow says why it was one.
 */
import { actionInfo, actionNames, type ActionName } from '../../../shared/actions/actions.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import { isOutsideRequested, isPlanned, type ResolvedCall } from '../call/call.ts';
import { readsOnlyInside } from './read-only-commands.ts';
import { strongestMatch } from './rules.ts';

interface Input {
  readonly rules: readonly Rule[];
  readonly now: number;
  readonly sandboxCovers?: boolean;
}

/** Why what the call does needs no confirmation; null when it does. Protected files are judged separately. */
export function whyCovered(call: ResolvedCall, input: Input): string | null {
  if (isOutsideRequested(call)) return null;
  if (readsOnlyInside(call))
    return isFreeLike(readActions, call, input) ? `Reads only, inside ${foldersOf(call)}.` : null;
  if (input.sandboxCovers === true && isSandboxed(call))
    return isFreeLike(readActions, inWholeFolders(call), input)
      ? 'Covered by Run commands and tests, sandboxed.'
      : null;
  if (isKept(call)) return `Can be undone: ${keptWords[call.action] ?? 'its content is stored'}.`;
  return null;
}

/** Code can do no more there than was granted, whatever it is. A word that names a place outside is still asked about. */
const isSandboxed = ({ command }: ResolvedCall): boolean =>
  command?.sandbox !== undefined &&
  command.sandbox !== null &&
  !command.does.some(({ isOutside }) => isOutside === true);

/** Code may read everything in the folders, not only what its words name. */
const inWholeFolders = (call: ResolvedCall): CallWithPlaces => ({
  ...call,
  places: [...call.places, ...call.session.roots],
});

/** A delete or replacement by an action of files, after which everything can be restored. */
const isKept = ({ kind, tool, command, plan }: ResolvedCall): boolean =>
  kind === 'destroy' &&
  tool === null &&
  command === null &&
  isPlanned(plan) &&
  plan.recoverable === true;

const keptWords: Readonly<Record<string, string>> = { delete_file: "it goes to Gatehouse's trash" };

const readActions: readonly ActionName[] = actionNames.filter(
  (name) => actionInfo(name).kind === 'read',
);

interface CallWithPlaces extends Pick<ResolvedCall, 'agent' | 'digest'> {
  readonly places: readonly { readonly path: string }[];
}

/** A rule that denies or asks about an action holds for a command that does the same. */
function isFreeLike(
  names: readonly ActionName[],
  { agent, places, digest }: CallWithPlaces,
  { rules, now }: Input,
): boolean {
  const paths = places.map(({ path }) => path);
  const seen = { client: agent.clientId, paths, trees: paths, digest };
  return !names.some((action) =>
    (['deny', 'ask'] as const).some((effect) =>
      strongestMatch(rules, effect, { ...seen, action }, now),
    ),
  );
}

const foldersOf = ({ places }: ResolvedCall): string =>
  [...new Set(places.map(({ root }) => lastNameOf(root.path)))].join(' and ');
