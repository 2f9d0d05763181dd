/**
 * Adds the executor's plan to the call: planned files become paths of the call, a planned command
 * becomes its command. So one object is judged, shown and run.
 */
import { isAction } from '../../../shared/actions/actions.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { PlannedCommand, PlannedFile } from '../../../shared/actions/plan.ts';
import { marksMadeBy } from '../roots/git-structure.ts';
import { protectionAt } from '../roots/protected-paths.ts';
import {
  isPlanned,
  type AffectedPath,
  type ResolvedCall,
  type ResolvedPlan,
  requiredPlan,
} from '../call/call.ts';
import { frozen, type IntakeNeeds } from './resolve-call.ts';
import type { Resolved } from './resolve-command.ts';
import { resolveTask } from './resolve-task.ts';

export async function resolvePlan(
  call: ResolvedCall,
  plan: ResolvedPlan,
  needs: IntakeNeeds,
): Promise<ResolvedCall | Refused> {
  const files = placesOf(plan.files ?? [], call, needs);
  if (isError(files)) return files;
  const task = plan.command ? await taskOf(call, plan.command, needs) : null;
  if (task !== null && isError(task)) return task;
  const known = new Set(call.places.map(keyOf));
  const more = [...files, ...(task?.places ?? [])].filter((place) => !known.has(keyOf(place)));
  const { digest: _digest, ...rest } = call;
  return frozen(
    {
      ...rest,
      places: [...call.places, ...more],
      command: task?.command ?? call.command,
      plan: leavesOpen(call, plan) ? 'unknown' : Object.freeze(plan),
      editBytes: plan.files ? sumOf(plan.files) : call.editBytes,
    },
    needs,
  );
}

/** Creating and writing the same path count as one. */
const keyOf = ({ path, use }: AffectedPath): string =>
  `${use === 'create' ? 'write' : use} ${path}`;

/** The plan lists neither files nor a command, because there are too many. */
const leavesOpen = (call: ResolvedCall, plan: ResolvedPlan): boolean =>
  requiredPlan(call) === 'targets' && !plan.files && !plan.command;

const sumOf = (files: readonly PlannedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

function placesOf(
  files: readonly PlannedFile[],
  { session }: ResolvedCall,
  needs: IntakeNeeds,
): readonly AffectedPath[] | Refused {
  const places: AffectedPath[] = [];
  // Several files together can create a git directory that none of them creates alone.
  const made = files.filter(({ use }) => use !== 'delete').map(({ path }) => path);
  const alsoMade = marksMadeBy(made);
  for (const file of files) {
    const { path, use } = file;
    // Only a file that is written must exist; the executor checks the others.
    const as = use === 'write' ? use : 'create';
    const resolved = needs.paths.resolve(path, session.roots, as);
    if (isError(resolved)) return refused(resolved.code, `It would change ${path}.`);
    const protection = protectionAt(resolved, { use, isTree: false, alsoMade }, needs);
    places.push(Object.freeze({ ...resolved, use, protection }));
  }
  return places;
}

async function taskOf(
  { action, args, session }: ResolvedCall,
  command: PlannedCommand,
  needs: IntakeNeeds,
): Promise<Resolved | Refused> {
  if (!isAction(action)) return refused('unknown-action');
  const { roots } = session;
  const folder = needs.paths.resolve(command.cwd, roots, 'list');
  if (isError(folder)) return refused(folder.code, `It would work in ${command.cwd}.`);
  const task = await resolveTask({ action, args }, { ...command, cwd: folder.path }, roots, needs);
  if (isError(task)) return task;
  const place = Object.freeze({ ...folder, use: 'list', protection: null } as const);
  return { ...task, places: [place, ...task.places] };
}

/** A change that cannot be shown in full is refused, because the user could not check it. */
export function whyNotShowable({ plan }: ResolvedCall): Refused | null {
  const cut = isPlanned(plan) ? plan.files?.find((file) => file.cut) : undefined;
  return cut
    ? refused('too-large-edit', `The change of ${cut.path} is too long to be shown.`)
    : null;
}
