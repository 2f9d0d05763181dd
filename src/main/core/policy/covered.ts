/**
 * What a grant already covers, so that the user is not asked again. The sentence goes into the
 * entry: every silent allow says why it was one.
 */
import { actionInfo, actionNames, type ActionName } from '../../../shared/actions/actions.ts';
import { scopeInfo } from '../../../shared/access/scopes.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { FileStep } from '../../../shared/commands/file-steps.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import { isOutsideRequested, isPlanned, type LinePart, type ResolvedCall } from '../call/call.ts';
import { claimWords, type ContributedTool, type ServerTool } from '../call/contributed-tools.ts';
import { fileUseOf } from './file-commands.ts';
import { gitUse, gitUseOf } from './git-commands.ts';
import { isReadOnly, readsOnlyInside } from './read-only-commands.ts';
import { strongestMatch } from './rules.ts';

interface Input {
  readonly rules: readonly Rule[];
  readonly now: number;
  readonly sandboxCovers?: boolean;
  /** Its search would print what files with secrets hold. */
  readonly findsSecrets?: boolean;
}

export interface Covered {
  /** One sentence. */
  readonly why: string;
  /** Applies only if a checkpoint of the folders is made before the start. */
  readonly needsCheckpoint?: true;
}

/** Why the call needs no confirmation; null when it needs one. Protected files are judged separately. */
export function coveredBy(call: ResolvedCall, input: Input): Covered | null {
  if (call.tool?.server) return coveredByServerScope(call.tool, call.tool.server);
  if (isOutsideRequested(call)) return null;
  if (call.native?.end.isSandboxed) return { why: 'The whole agent runs in its sandbox.' };
  if (call.command?.isOwnGit) return coveredLikeGit(call, input);
  if (call.command?.steps) return coveredLikeFiles(call, input);
  if (call.native && isNativeGit(call)) return coveredLikeGit(call, input);
  if (call.command && readsOnlyInside(call))
    return isFreeLike(readActions, call, input) && input.findsSecrets !== true
      ? { why: `Reads only, inside ${foldersOf(call)}.` }
      : null;
  if (input.sandboxCovers === true && isSandboxed(call))
    return isFreeLike(readActions, inWholeFolders(call), input)
      ? { why: 'Covered by Run commands and tests, sandboxed.', needsCheckpoint: true }
      : null;
  if (isTypedInside(call))
    return isFreeLike(readActions, inWholeFolders(call), input)
      ? { why: 'Covered by Run commands and tests: the terminal is sandboxed.' }
      : null;
  if (isKept(call))
    return { why: `Can be undone: ${keptWords[call.action] ?? 'its content is stored'}.` };
  return null;
}

/** The reason names a server's statement about its tool as a claim, because nothing verified it. */
function coveredByServerScope(
  { scope, annotations }: ContributedTool,
  { policy }: ServerTool,
): Covered | null {
  if (policy !== 'allow') return null;
  const claim = claimWords(annotations);
  const claimed = claim === null ? '' : ` The server says that ${claim}; nothing has checked it.`;
  return { why: `Covered by ${scopeInfo(scope).sentence}.${claimed}` };
}

/** The command does the same as an action of git and is started like that action. */
function coveredLikeGit(call: ResolvedCall, input: Input): Covered | null {
  const use = gitUseOf(call);
  if (!use || !isFreeLike(use.like, inWholeFolders(call), input)) return null;
  const isSandboxedGit = Boolean(call.command?.sandbox);
  const titles = use.scopes.map((scope) => scopeInfo(scope).sentence).join(' and ');
  const why = `Covered by ${titles}${isSandboxedGit ? ', sandboxed' : ''}.`;
  if (!use.changesFiles) return { why };
  return input.sandboxCovers === true && isSandboxedGit ? { why, needsCheckpoint: true } : null;
}

/** The workbench does what the command says, as it does an action of files: nothing is replaced or lost. */
function coveredLikeFiles(call: ResolvedCall, input: Input): Covered | null {
  const { like, scopes } = fileUseOf(call.command?.steps ?? []);
  if (!isUndoable(call) || !isFreeLike(like, call, input)) return null;
  const titles = scopes.map((scope) => scopeInfo(scope).sentence).join(' and ');
  return { why: `Covered by ${titles}, and can be undone.` };
}

/** The workbench reported this in its plan, and it runs exactly that plan. */
const isUndoable = ({ plan }: Pick<ResolvedCall, 'plan'>): boolean =>
  isPlanned(plan) && plan.recoverable === true;

/** What the workbench carries out itself; null when the program is started. */
export const stepsInstead = (
  call: Pick<ResolvedCall, 'command' | 'plan'>,
): readonly FileStep[] | null => (isUndoable(call) ? (call.command?.steps ?? null) : null);

/** Uses the same table, if git runs nothing that the repository names; changes of its files are asked about. */
function isNativeGit(call: ResolvedCall): boolean {
  const { command, session, skip } = call;
  const use = gitUseOf(call);
  if (!command?.gitStartsNothing || !use || use.changesFiles || skip.length > 0) return false;
  return (
    use.scopes.every((scope) => session.scopes.includes(scope)) &&
    (command.parts ?? [command]).every(
      (part) =>
        (gitUse(part.argv) !== null || isReadOnly(part, call)) &&
        part.program?.startsWith('/') === true,
    ) &&
    !command.does.some(({ isOutside, word }) => isOutside === true || word.startsWith('/'))
  );
}

/**
 * Code can do no more there than was granted, whatever it is. A word that names a place outside is still asked
 * about, and so is what certainly deletes files that no checkpoint holds.
 */
const isSandboxed = (call: ResolvedCall): boolean =>
  call.kind === 'run' &&
  call.command?.sandbox !== undefined &&
  call.command.sandbox !== null &&
  !call.command.does.some(({ isOutside }) => isOutside === true) &&
  (losingParts(call).length === 0 || isUndoable(call));

/** Typed into a sandboxed terminal of the workbench; a line that certainly deletes or names a path outside is asked about. */
const isTypedInside = ({ action, command, plan }: ResolvedCall): boolean =>
  action === 'send_input' &&
  isUndoable({ plan }) &&
  command !== null &&
  !command.effects.includes('deletes') &&
  !command.does.some(({ isOutside }) => isOutside === true);

/** Programs whose arguments name everything that they delete or replace. */
const plainDeleters: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'mv']);
const plainWriters: ReadonlySet<string> = new Set(
  'cp ln install dd tee sed sort truncate'.split(' '),
);

/** The parts of a command that certainly delete or replace files. */
function losingParts({ command, places }: ResolvedCall): readonly LinePart[] {
  if (!command) return [];
  const parts = command.each ?? [{ command, places }];
  return parts.filter((part) => part.command.effects.includes('deletes') || replaces(part));
}

const replaces = ({ command, places }: LinePart): boolean =>
  plainWriters.has(command.argv[0] ?? '') &&
  places.some(({ use, exists, kind }) => use === 'write' && exists && kind === 'file');

/** What a sandboxed command certainly deletes or replaces; null when its arguments do not say it, or it is nothing. */
export function namedDeletes(call: ResolvedCall): readonly string[] | null {
  const losing = call.command?.sandbox ? losingParts(call) : [];
  if (losing.length === 0) return null;
  const named = losing.map((part) =>
    part.places.filter(({ use }) => use === 'delete' || use === 'write' || use === 'create'),
  );
  const isNamed = losing.every(({ command: { argv } }, at) => {
    const isPlain = plainDeleters.has(argv[0] ?? '') || plainWriters.has(argv[0] ?? '');
    return isPlain && named[at] !== undefined && named[at].length > 0;
  });
  return isNamed ? named.flat().map(({ path }) => path) : null;
}

/** Code may read everything in the folders, not only what its words name. */
const inWholeFolders = (call: ResolvedCall): CallWithPaths => ({
  ...call,
  places: [...call.places, ...call.session.roots],
});

/** A delete or replacement by an action of files, after which everything can be restored. */
const isKept = ({ kind, tool, command, plan }: ResolvedCall): boolean =>
  kind === 'destroy' && tool === null && command === null && isUndoable({ plan });

const keptWords: Readonly<Record<string, string>> = { delete_file: "it goes to Gatehouse's trash" };

const readActions: readonly ActionName[] = actionNames.filter(
  (name) => actionInfo(name).kind === 'read',
);

interface CallWithPaths extends Pick<ResolvedCall, 'agent' | 'digest'> {
  readonly places: readonly { readonly path: string }[];
}

/** A rule that denies or asks about an action holds for a command that does the same. */
function isFreeLike(
  names: readonly ActionName[],
  { agent, places, digest }: CallWithPaths,
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
