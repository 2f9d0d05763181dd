/**
 * A git command that does the same as a git action is started like that action.
 * policy/git-commands.ts lists which ones, and with which options; the session needs the scopes of
 * the action.
 */
import { isError } from '../../../shared/actions/outcomes.ts';
import { isOutsideRequested, type CommandPart, type ResolvedCall } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';
import { gitUse, gitUseOf } from '../policy/git-commands.ts';
import { isReadOnly } from '../policy/read-only-commands.ts';
import type { Executors } from './executors.ts';
import { frozen, hasScopes, type IntakeNeeds } from './resolve-call.ts';

interface Deps {
  readonly needs: IntakeNeeds & Pick<Needs, 'sandbox'>;
  readonly executors: Pick<Executors, 'isBuiltInFor'>;
}

export function withGit(call: ResolvedCall, { needs, executors }: Deps): ResolvedCall {
  const { command, digest: _digest, ...rest } = call;
  const use = call.action === 'exec_command' ? gitUseOf(call) : null;
  if (!use || !command || isOutsideRequested(call)) return call;
  const hasSandbox = needs.sandbox?.status().kind === 'ready';
  if (use.changesFiles && !hasSandbox) return call;
  if (!hasScopes(call.session, use.scopes) || !isPlainGit(call) || !isAtTop(call, needs))
    return call;
  if (!executors.isBuiltInFor(call)) return call;
  const parts = command.parts?.map((part) =>
    Object.freeze<CommandPart>(gitUse(part.argv) ? { ...part, isOwnGit } : part),
  );
  const started = { ...command, isOwnGit, ...(parts ? { parts: Object.freeze(parts) } : {}) };
  return frozen({ ...rest, command: Object.freeze(started) }, needs);
}

const isOwnGit = true as const;

/**
 * Besides git, only programs that read, no path outside, and no program that the agent may have
 * written.
 */
function isPlainGit(call: ResolvedCall): boolean {
  const { command, skip } = call;
  if (!command || skip.length > 0) return false;
  const parts = command.parts ?? [command];
  return (
    parts.every((part) => gitUse(part.argv) !== null || isReadOnly(part, call)) &&
    parts.every(({ program }) => program?.startsWith('/') === true) &&
    !command.does.some(({ isOutside, word }) => isOutside === true || word.startsWith('/'))
  );
}

/** Our own git is started at the top of the working tree. */
function isAtTop({ command, session }: ResolvedCall, { paths }: Deps['needs']): boolean {
  if (!command?.cwd) return false;
  const found = paths.resolve(`${command.cwd}/.git`, session.roots, 'list');
  return !isError(found) && found.exists;
}
