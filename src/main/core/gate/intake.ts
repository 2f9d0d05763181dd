/** From a raw wish to a settled call: its shape, whose it is, and where it really points. */
import type { Agent, Session } from '../../../shared/access.ts';
import { actions, isAction } from '../../../shared/actions.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Paths } from '../needs.ts';
import type { Call, SettledCall, ShapedCall } from './calls.ts';

export function shape(call: Call): ShapedCall | Refused {
  if (!isAction(call.action)) return refused('unknown-action', `Asked for: ${call.action}.`);
  const parsed = actions[call.action].args.safeParse(call.args);
  if (parsed.success) return { action: call.action, args: parsed.data };
  return refused('invalid-arguments', firstProblem(parsed.error.issues));
}

/** Only the folders of sessions that hold the scope count. */
export async function settle(
  call: ShapedCall,
  agent: Agent,
  sessions: readonly Session[],
  paths: Paths,
): Promise<SettledCall | Refused> {
  const { scope } = actions[call.action];
  const holders = sessions.filter((session) => session.scopes.includes(scope));
  if (holders.length === 0) return refused('scope-missing', `It needs ${scope}.`);
  const place = await paths.settle(
    call.args.path,
    holders.flatMap((session) => session.roots),
  );
  if ('kind' in place) return place;
  const session = holders.find((one) => one.roots.includes(place.root));
  if (!session) return refused('outside-roots');
  const args = Object.freeze({ ...call.args, path: place.path });
  return Object.freeze({ action: call.action, args, agent, session, root: place.root });
}

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
