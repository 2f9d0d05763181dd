/** Turns a raw call into a resolved one: valid arguments, the session it uses, its real paths, and the program it would start. */
import type { Agent, Root, Session } from '../../../shared/access/access.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import {
  actionInfo,
  editBytesOf,
  isAction,
  kindOf,
  pathsIn,
  scopesNeeded,
  withPaths,
  type PathInArgs,
  type ValidArgs,
  parseArgs,
} from '../../../shared/actions/actions.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { startedBy } from '../commands/started-programs.ts';
import type { Needs } from '../dependencies.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import { foldersToSkip } from '../policy/skipped-folders.ts';
import { protectionAt } from '../roots/protected-paths.ts';
import {
  canonical,
  type Call,
  type AffectedPath,
  type NativeUse,
  type ResolvedCall,
  type ResolvedCommand,
  type ShapedCall,
  requiredPlan,
} from '../call/call.ts';
import { resolveCommand, type CommandNeeds } from './resolve-command.ts';
import { resolveNativeCommand } from './resolve-native-command.ts';
import { shapeNative } from './shape-native.ts';
import { kindOfTool, type ContributedTool } from '../call/contributed-tools.ts';

export type IntakeNeeds = CommandNeeds & Pick<Needs, 'sha256'>;

interface Intake {
  readonly needs: IntakeNeeds;
  readonly rules: Pick<RuleStore, 'list'>;
}

export type FindTool = (name: string) => ContributedTool | undefined;

export function shape(call: Call, findTool?: FindTool): ShapedCall | Refused {
  const { action, args } = call;
  if (call.native) return shapeNative(call, call.native);
  if (!isAction(action)) {
    const tool = findTool?.(action);
    return tool ? shapeTool(tool, args) : refused('unknown-action', `Asked for: ${action}.`);
  }
  const parsed = parseArgs(actionInfo(action).args, args);
  if (isError(parsed)) return parsed;
  return {
    action,
    tool: null,
    args: parsed.args,
    kind: kindOf(action, parsed.args),
    scopes: scopesNeeded(action, parsed.args),
    editBytes: editBytesOf(action, parsed.args),
  };
}

function shapeTool(tool: ContributedTool, args: unknown = {}): ShapedCall | Refused {
  const parsed = tool.parse(args);
  if (isError(parsed)) return parsed;
  const kind = kindOfTool(tool.annotations);
  const { name: action, scope } = tool;
  return { action, tool, args: parsed.args, kind, scopes: [scope], editBytes: 0 };
}

/** Only sessions with every scope are considered, and one of them must include every folder. */
export function resolveCall(
  call: ShapedCall,
  agent: Agent,
  sessions: readonly Session[],
  intake: Intake,
): MaybePromise<ResolvedCall | Refused> {
  const holders = sessions.filter((session) => hasScopes(session, call.scopes));
  if (holders.length === 0)
    return refused('scope-missing', `It needs ${call.scopes.join(' and ')}.`);
  return mapMaybe(
    checkedArguments(call),
    (problem) => problem ?? located(call, agent, holders, intake),
  );
}

export const hasScopes = (session: Session, scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => session.scopes.includes(scope));

export const hasRoots = (session: Session, roots: readonly Root[]): boolean =>
  roots.every((root) => session.roots.includes(root));

/** Plugins and pages bring their own schema, which may be slow; so it runs only for callers that may use the tool. */
function checkedArguments({ tool, args }: ShapedCall): MaybePromise<Refused | null> {
  if (!tool?.checkArguments) return null;
  return tool
    .checkArguments(args)
    .then((problem) =>
      typeof problem === 'string' ? refused('invalid-arguments', problem) : problem,
    );
}

function located(
  call: ShapedCall,
  agent: Agent,
  holders: readonly Session[],
  intake: Intake,
): MaybePromise<ResolvedCall | Refused> {
  const roots = holders.flatMap((session) => session.roots);
  return mapMaybe(whereAndWhat(call, roots, intake.needs), (found) =>
    isError(found) ? found : inOneSession(call, found, agent, holders, intake),
  );
}

function inOneSession(
  call: ShapedCall,
  found: ResolvedPaths,
  agent: Agent,
  holders: readonly Session[],
  { needs, rules }: Intake,
): ResolvedCall | Refused {
  const rootsUsed = found.places.map(({ root }) => root);
  const session = holders.find((holder) => hasRoots(holder, rootsUsed));
  if (!session) return refused('outside-roots', 'No single session includes all of these folders.');
  const { action } = call;
  const skip = foldersToSkip({ ...found, action, agent, session }, rules, needs);
  const plan = requiredPlan({ action, args: found.args }) === 'targets' ? 'unknown' : null;
  return frozen({ ...call, ...found, agent, session, skip, plan }, needs);
}

interface ResolvedPaths {
  readonly args: ValidArgs;
  readonly places: readonly AffectedPath[];
  readonly command: ResolvedCommand | null;
}

function whereAndWhat(
  call: ShapedCall,
  roots: readonly Root[],
  needs: IntakeNeeds,
): MaybePromise<ResolvedPaths | Refused> {
  const given = withFolder(call, roots);
  if (isError(given)) return given;
  const places = placesOf(given, roots, needs);
  if (isError(places)) return places;
  const paths = places.map((place) => place.path);
  const { action } = call;
  if (call.native) return nativeAt(call, call.native, places, { roots, needs });
  if (!isAction(action)) return { args: withMarkedPaths(given, paths), places, command: null };
  const args = withPaths(action, given.args, paths);
  const started = startedBy(action, args);
  if (started === null) return { args, places, command: null };
  return resolveCommand(started, args, roots, needs).then((resolved) =>
    isError(resolved) ? resolved : { ...resolved, places: [...places, ...resolved.places] },
  );
}

/** The agent acts on the paths as it named them; the real ones are checked, shown and recorded. */
function nativeAt(
  { action, args }: ShapedCall,
  { end }: NativeUse,
  places: readonly AffectedPath[],
  { roots, needs }: { readonly roots: readonly Root[]; readonly needs: IntakeNeeds },
): MaybePromise<ResolvedPaths | Refused> {
  const { command: line } = args;
  const [folder] = places;
  if (action !== 'native_command' || typeof line !== 'string' || !folder)
    return { args, places, command: null };
  const isAgentSandboxed = end.isSandboxed === true;
  const site = { ...needs, isAgentSandboxed };
  return resolveNativeCommand(line, folder.path, roots, site).then((resolved) =>
    isError(resolved) ? resolved : { args, ...resolved, places: [...places, ...resolved.places] },
  );
}

/** A plugin gets the real paths that were checked, so that a link swapped later changes nothing. */
function withMarkedPaths({ tool, args }: ShapedCall, paths: readonly string[]): ValidArgs {
  if (tool?.withPaths) return tool.withPaths(args, paths);
  const marked = tool?.pathsIn?.(args) ?? [];
  const replaced: Record<string, unknown> = { ...args };
  for (const field of new Set(marked.map((item) => item.field))) {
    const own = paths.filter((_, at) => marked[at]?.field === field);
    replaced[field] = Array.isArray(args[field]) ? own : own[0];
  }
  return replaced;
}

/** The folder may be omitted when there is only one; it is then checked as if the call had named it. */
function withFolder(call: ShapedCall, roots: readonly Root[]): ShapedCall | Refused {
  const { action, args } = call;
  if (!isAction(action)) return call;
  const field = actionInfo(action).paths.find(({ use }) => use === 'list')?.field;
  if (field === undefined || pathsIn(action, args).length > 0) return call;
  const [only, ...others] = new Set(roots.map((root) => root.path));
  if (only === undefined) return call;
  return others.length === 0
    ? { ...call, args: { ...args, [field]: only } }
    : refused(
        'invalid-arguments',
        `${field}: required, because you have access to several folders.`,
      );
}

function placesOf(
  call: ShapedCall,
  roots: readonly Root[],
  needs: IntakeNeeds,
): readonly AffectedPath[] | Refused {
  const places: AffectedPath[] = [];
  for (const { path, use, mayBeAbsent } of pathsOf(call)) {
    const resolved = needs.paths.resolve(path, roots, mayBeAbsent ? 'create' : use);
    if (isError(resolved)) return resolved;
    // A path that is moved, deleted or created may be a whole tree with protected names in it.
    const isTree = use === 'delete' || use === 'create';
    const protection = protectionAt(resolved, { use, isTree }, needs);
    places.push(Object.freeze({ ...resolved, use, protection }));
  }
  return places;
}

/** Arguments that a tool's schema does not mark as paths are known to its plugin alone. */
export function pathsOf({ action, args, tool, native }: ShapedCall): readonly PathInArgs[] {
  if (native) return native.paths;
  if (isAction(action)) return pathsIn(action, args);
  return tool?.own?.pathsIn(args) ?? tool?.pathsIn?.(args) ?? [];
}

export function frozen(call: Omit<ResolvedCall, 'digest'>, { sha256 }: IntakeNeeds): ResolvedCall {
  Object.freeze(call.args);
  Object.freeze(call.places);
  Object.freeze(call.skip);
  return Object.freeze({ ...call, digest: sha256(canonical(call)) });
}
