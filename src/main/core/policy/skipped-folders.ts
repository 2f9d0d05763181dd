/**
 * Folders that a search through a tree must skip. A search names only the folder it starts in, so
 * a rule about a folder inside would never match; the executor gets these folders to leave out.
 * Folders that a rule asks about are skipped too: nobody can be asked in the middle of a search.
 */
import type { Agent, Session } from '../../../shared/access/access.ts';
import {
  actionInfo,
  actionNames,
  isAction,
  type ActionName,
} from '../../../shared/actions/actions.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import type { AffectedPath } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';

interface WalkingCall {
  readonly action: string;
  readonly agent: Agent;
  readonly session: Session;
  readonly places: readonly AffectedPath[];
}

export function foldersToSkip(
  call: WalkingCall,
  rules: { list(): readonly Rule[] },
  { ownPaths, paths }: Pick<Needs, 'ownPaths'> & { readonly paths?: Needs['paths'] },
): readonly string[] {
  const walked = foldersWalked(call);
  if (walked.length === 0) return nothing;
  const mounted = walked.flatMap((folder) => paths?.mountsBelow?.(folder) ?? []);
  const ruled = rules.list().flatMap((rule) => closedBy(rule, call));
  const closed = [...ownPaths, ...ruled, ...mounted];
  const skip = closed.filter((folder) => walked.some((around) => isInside(folder, around)));
  return skip.length === 0 ? nothing : [...new Set(skip)];
}

/** A language server reads the whole folder for one file; a watch reports everything below. */
const walksFromOne: ReadonlySet<string> = new Set([
  ...['get_errors', 'get_completions', 'goto_definition', 'format_code', 'get_code_lens'],
  ...['apply_quick_fix', 'refactor_symbol', 'watch_file'],
]);

function foldersWalked({ action, places, session }: WalkingCall): readonly string[] {
  // Git reads the whole repository, which may begin above the folder that the call names.
  const isGit = isAction(action) && actionInfo(action).category === 'version_control';
  if (places.length === 0 || isGit) return session.roots.map(({ path }) => path);
  if (walksFromOne.has(action)) return places.map(({ root }) => root.path);
  // A command may go through every folder that it names.
  if (action === 'exec_command')
    return places
      .filter(({ kind, use }) => use === 'list' || kind === 'folder')
      .map(({ path }) => path);
  return places.filter(({ use }) => use === 'list').map(({ path }) => path);
}

/**
 * Folders that this agent may not read by one of its file actions: a command that it starts must not
 * read them either.
 */
export const closedToReading = (rules: readonly Rule[], agent: Agent): readonly string[] => [
  ...new Set(
    rules.flatMap((rule) => readingActions.flatMap((action) => closedBy(rule, { action, agent }))),
  ),
];

/** Derived from the table of actions, so that a new reading action is never left out. */
const readingActions: readonly ActionName[] = actionNames.filter(
  (name) => actionInfo(name).kind === 'read' || name === 'exec_command',
);

const nothing: readonly string[] = Object.freeze([]);

function closedBy(
  rule: Rule,
  { action, agent }: Pick<WalkingCall, 'action' | 'agent'>,
): readonly string[] {
  const speaks =
    rule.effect !== 'allow' &&
    rule.exactly === null &&
    (rule.client === null || rule.client === agent.clientId) &&
    (rule.actions.length === 0 || rule.actions.some((name) => name === action));
  return speaks && rule.within !== null ? [rule.within] : [];
}
