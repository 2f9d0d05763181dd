/** From a raw wish to a settled call: its shape, whose it is, and where it really points. */
import type { Agent, Session } from '../../../shared/access.ts';
import {
  actionInfo,
  editBytesOf,
  isAction,
  kindOf,
  pathsIn,
  scopesNeeded,
  sentenceOf,
  withPaths,
  type PathInArgs,
  type ValidArgs,
} from '../../../shared/actions.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import type { Needs } from '../needs.ts';
import { protectionOf, protectsTree } from '../roots/protected-paths.ts';
import type { Call, Place, SettledCall, ShapedCall } from './calls.ts';
import { kindOfTool, type ContributedTool } from './contributed-tools.ts';

type IntakeNeeds = Pick<Needs, 'paths' | 'sha256' | 'home' | 'ownPlaces' | 'settings'>;

export type FindTool = (name: string) => ContributedTool | undefined;

export function shape({ action, args }: Call, findTool?: FindTool): ShapedCall | Refused {
  if (!isAction(action)) {
    const tool = findTool?.(action);
    return tool ? shapeTool(tool, args) : refused('unknown-action', `Asked for: ${action}.`);
  }
  const parsed = actionInfo(action).args.safeParse(args);
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
  if (problem !== null) return refused('invalid-arguments', problem);
  const kind = kindOfTool(tool.annotations);
  const { name: action, scope } = tool;
  return { action, tool, args: args as ValidArgs, kind, scopes: [scope], editBytes: 0 };
}

/** Only sessions that hold every scope count, and one of them must hold every folder. */
export async function settle(
  call: ShapedCall,
  agent: Agent,
  sessions: readonly Session[],
  needs: IntakeNeeds,
): Promise<SettledCall | Refused> {
  const holders = sessions.filter((session) =>
    call.scopes.every((scope) => session.scopes.includes(scope)),
  );
  if (holders.length === 0)
    return refused('scope-missing', `It needs ${call.scopes.join(' and ')}.`);
  const places = await placesOf(call, holders, needs);
  if ('kind' in places) return places;
  const session = holders.find((one) => places.every((place) => one.roots.includes(place.root)));
  if (!session) return refused('outside-roots', 'No one session holds all of these folders.');
  return frozen(call, agent, session, places, needs);
}

async function placesOf(
  call: ShapedCall,
  holders: readonly Session[],
  needs: IntakeNeeds,
): Promise<readonly Place[] | Refused> {
  const roots = holders.flatMap((session) => session.roots);
  const places: Place[] = [];
  for (const { path, use, mayBeAbsent } of pathsOf(call)) {
    const settled = await needs.paths.settle(path, roots, mayBeAbsent ? 'create' : use);
    if ('code' in settled) return settled;
    // What is moved, removed or newly there may be a whole tree with protected names in it.
    const isTree = use === 'delete' || use === 'create';
    const protection = (isTree ? protectsTree : protectionOf)(
      settled.path,
      needs,
      needs.settings.protectedNames,
    );
    places.push(Object.freeze({ ...settled, use, protection }));
  }
  return places;
}

/** What a contributed tool calls a path only its plugin knows; it is told the folders and checks. */
export const pathsOf = ({ action, args }: ShapedCall): readonly PathInArgs[] =>
  isAction(action) ? pathsIn(action, args) : [];

function frozen(
  call: ShapedCall,
  agent: Agent,
  session: Session,
  places: readonly Place[],
  { sha256 }: IntakeNeeds,
): SettledCall {
  const { action, tool } = call;
  const paths = places.map((place) => place.path);
  const args = Object.freeze(isAction(action) ? withPaths(action, call.args, paths) : call.args);
  // Another definition of a tool is another call, so that no answer to the old one counts for it.
  const definition = tool ? [tool.definitionHash] : [];
  return Object.freeze({
    ...call,
    args,
    agent,
    session,
    places: Object.freeze(places),
    digest: sha256(JSON.stringify([action, args, ...definition])),
    sentence: sentenceFor(call, args),
  });
}

const sentenceFor = ({ action, tool }: ShapedCall, args: ValidArgs): string =>
  isAction(action) ? sentenceOf(action, args) : `use ${action} (${visibleText(tool?.title ?? '')})`;

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function firstProblem(problems: readonly Problem[]): string {
  const problem = problems[0];
  if (!problem) return '';
  const field = problem.path.map(String).join('.') || 'arguments';
  return `${field}: ${problem.message}.`;
}
