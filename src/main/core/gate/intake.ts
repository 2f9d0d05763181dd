/** From a raw wish to a settled call: its shape, whose it is, where it points, what it would start. */
import type { Agent, Root, Session } from '../../../shared/access.ts';
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
} from '../../../shared/actions.ts';
import { andThen, type AtOnce } from '../../../shared/base/at-once.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import { readAs } from '../../../shared/read-as.ts';
import type { Needs } from '../needs.ts';
import type { RuleBook } from '../policy/rule-book.ts';
import { foldersToSkip } from '../policy/skipping.ts';
import { protectionOf, protectsTree } from '../roots/protected-paths.ts';
import {
  canonical,
  type Call,
  type Place,
  type SettledCall,
  type SettledCommand,
  type ShapedCall,
} from './calls.ts';
import { settleCommand, type CommandNeeds } from './settle-command.ts';
import { kindOfTool, type ContributedTool } from './contributed-tools.ts';
import { wantedPlan } from './wants-plan.ts';

export type IntakeNeeds = CommandNeeds & Pick<Needs, 'sha256'>;

interface Intake {
  readonly needs: IntakeNeeds;
  readonly rules: Pick<RuleBook, 'list'>;
}

export type FindTool = (name: string) => ContributedTool | undefined;

export function shape({ action, args }: Call, findTool?: FindTool): ShapedCall | Refused {
  if (!isAction(action)) {
    const tool = findTool?.(action);
    return tool ? shapeTool(tool, args) : refused('unknown-action', `Asked for: ${action}.`);
  }
  const parsed = readAs(actionInfo(action).args, args);
  if (!parsed.success) return refused('invalid-arguments', firstProblem(parsed.error.issues));
  return {
    action,
    tool: null,
    args: parsed.data,
    kind: kindOf(action, parsed.data),
    scopes: scopesNeeded(action, parsed.data),
    editBytes: editBytesOf(action, parsed.data),
  };
}

function shapeTool(tool: ContributedTool, args: unknown = {}): ShapedCall | Refused {
  const problem = tool.problemWith(args);
  if (typeof problem === 'string') return refused('invalid-arguments', problem);
  if (problem !== null) return problem;
  const kind = kindOfTool(tool.annotations);
  const { name: action, scope } = tool;
  return { action, tool, args: args as ValidArgs, kind, scopes: [scope], editBytes: 0 };
}

/** Only sessions that hold every scope count, and one of them must hold every folder. */
export function settle(
  call: ShapedCall,
  agent: Agent,
  sessions: readonly Session[],
  intake: Intake,
): AtOnce<SettledCall | Refused> {
  const holders = sessions.filter((session) =>
    call.scopes.every((scope) => session.scopes.includes(scope)),
  );
  if (holders.length === 0)
    return refused('scope-missing', `It needs ${call.scopes.join(' and ')}.`);
  const roots = holders.flatMap((session) => session.roots);
  return andThen(whereAndWhat(call, roots, intake.needs), (found) =>
    'code' in found ? found : heldByOne(call, found, agent, holders, intake),
  );
}

function heldByOne(
  call: ShapedCall,
  found: Found,
  agent: Agent,
  holders: readonly Session[],
  { needs, rules }: Intake,
): SettledCall | Refused {
  const session = holders.find((one) =>
    found.places.every((place) => one.roots.includes(place.root)),
  );
  if (!session) return refused('outside-roots', 'No one session holds all of these folders.');
  const { action } = call;
  const skip = foldersToSkip({ ...found, action, agent, session }, rules, needs);
  const plan = wantedPlan({ action, args: found.args }) === 'targets' ? 'unknown' : null;
  return frozen({ ...call, ...found, agent, session, skip, plan }, needs);
}

interface Found {
  readonly args: ValidArgs;
  readonly places: readonly Place[];
  readonly command: SettledCommand | null;
}

function whereAndWhat(
  call: ShapedCall,
  roots: readonly Root[],
  needs: IntakeNeeds,
): AtOnce<Found | Refused> {
  const given = withFolder(call, roots);
  if ('code' in given) return given;
  const places = placesOf(given, roots, needs);
  if ('kind' in places) return places;
  const paths = places.map((place) => place.path);
  const { action } = call;
  if (!isAction(action)) return { args: withMarkedPaths(given, paths), places, command: null };
  const args = withPaths(action, given.args, paths);
  return andThen(settleCommand({ action, args }, roots, needs), (started) => {
    if (started === null) return { args, places, command: null };
    return 'code' in started ? started : { ...started, places: [...places, ...started.places] };
  });
}

/** A plugin is told the very paths that were looked at, not other names for them. */
function withMarkedPaths({ tool, args }: ShapedCall, paths: readonly string[]): ValidArgs {
  const marked = tool?.pathsIn?.(args) ?? [];
  const replaced: Record<string, unknown> = { ...args };
  for (const field of new Set(marked.map((one) => one.field))) {
    const own = paths.filter((_, at) => marked[at]?.field === field);
    replaced[field] = Array.isArray(args[field]) ? own : own[0];
  }
  return replaced;
}

/** A folder may be left out where there is only one; it is judged like one that was named. */
function withFolder(call: ShapedCall, roots: readonly Root[]): ShapedCall | Refused {
  const { action, args } = call;
  if (!isAction(action)) return call;
  const field = actionInfo(action).paths.find(({ use }) => use === 'list')?.field;
  if (field === undefined || pathsIn(action, args).length > 0) return call;
  const [only, ...others] = new Set(roots.map((root) => root.path));
  if (only === undefined) return call;
  return others.length === 0
    ? { ...call, args: { ...args, [field]: only } }
    : refused('invalid-arguments', `${field}: is needed, because you have several folders.`);
}

function placesOf(
  call: ShapedCall,
  roots: readonly Root[],
  needs: IntakeNeeds,
): readonly Place[] | Refused {
  const places: Place[] = [];
  for (const { path, use, mayBeAbsent } of pathsOf(call)) {
    const settled = needs.paths.settle(path, roots, mayBeAbsent ? 'create' : use);
    if ('code' in settled) return settled;
    // What is moved, removed or newly there may be a whole tree with protected names in it.
    const isTree = use === 'delete' || use === 'create';
    const protect = isTree ? protectsTree : protectionOf;
    const protection = protect(settled.path, needs, needs.settings.protectedNames);
    places.push(Object.freeze({ ...settled, use, protection }));
  }
  return places;
}

/** What a contributed tool does not mark as a path only its plugin knows; it is told the folders. */
export function pathsOf({ action, args, tool }: ShapedCall): readonly PathInArgs[] {
  if (isAction(action)) return pathsIn(action, args);
  return tool?.own?.pathsIn(args) ?? tool?.pathsIn?.(args) ?? [];
}

export function frozen(call: Omit<SettledCall, 'digest'>, { sha256 }: IntakeNeeds): SettledCall {
  Object.freeze(call.args);
  Object.freeze(call.places);
  Object.freeze(call.skip);
  return Object.freeze({ ...call, digest: sha256(canonical(call)) });
}

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function firstProblem(problems: readonly Problem[]): string {
  const problem = problems[0];
  if (!problem) return '';
  const field = problem.path.map(String).join('.') || 'arguments';
  // What was sent may be in it, and that may be long.
  return `${field}: ${problem.message}`.slice(0, 300).concat('.');
}
