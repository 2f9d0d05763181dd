/**
 * What a call would do, put into the call: its files become places like those of the arguments, its
 * command one like any other, so that what is judged, shown and done is one thing.
 */
import { isAction } from '../../../shared/actions.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { PlannedCommand, PlannedFile } from '../../../shared/plan.ts';
import { protectionOf } from '../roots/protected-paths.ts';
import { isPlanned, type Place, type SettledCall, type SettledPlan } from './calls.ts';
import { frozen, type IntakeNeeds } from './intake.ts';
import type { Settled } from './settle-command.ts';
import { settleTask } from './settle-task.ts';
import { wantedPlan } from './wants-plan.ts';

export async function settlePlan(
  call: SettledCall,
  plan: SettledPlan,
  needs: IntakeNeeds,
): Promise<SettledCall | Refused> {
  const files = placesOf(plan.files ?? [], call, needs);
  if ('code' in files) return files;
  const task = plan.command ? await taskOf(call, plan.command, needs) : null;
  if (task !== null && 'code' in task) return task;
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

/** To write to what may be new is to write to it. */
const keyOf = ({ path, use }: Place): string => `${use === 'create' ? 'write' : use} ${path}`;

/** What it changes is too much to be named. */
const leavesOpen = (call: SettledCall, plan: SettledPlan): boolean =>
  wantedPlan(call) === 'targets' && !plan.files && !plan.command;

const sumOf = (files: readonly PlannedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

function placesOf(
  files: readonly PlannedFile[],
  { session }: SettledCall,
  needs: IntakeNeeds,
): readonly Place[] | Refused {
  const places: Place[] = [];
  for (const file of files) {
    const { path, use } = file;
    // Whether it is there is for whoever does it to say, but where it is written to.
    const as = use === 'write' ? use : 'create';
    const settled = needs.paths.settle(path, session.roots, as);
    if ('code' in settled) return refused(settled.code, `It would change ${path}.`);
    const protection = protectionOf(settled.path, needs, needs.settings.protectedNames);
    places.push(Object.freeze({ ...settled, use, protection }));
  }
  return places;
}

async function taskOf(
  { action, args, session }: SettledCall,
  command: PlannedCommand,
  needs: IntakeNeeds,
): Promise<Settled | Refused> {
  if (!isAction(action)) return refused('unknown-action');
  const { roots } = session;
  const folder = needs.paths.settle(command.cwd, roots, 'list');
  if ('code' in folder) return refused(folder.code, `It would work in ${command.cwd}.`);
  const task = await settleTask({ action, args }, { ...command, cwd: folder.path }, roots, needs);
  if ('code' in task) return task;
  const place = Object.freeze({ ...folder, use: 'list', protection: null } as const);
  return { ...task, places: [place, ...task.places] };
}

/** What cannot be shown in full cannot be asked about. */
export function whyNotShowable({ plan }: SettledCall): Refused | null {
  const cut = isPlanned(plan) ? plan.files?.find((file) => file.cut) : undefined;
  return cut
    ? refused('too-large-edit', `The change of ${cut.path} is too long to be shown.`)
    : null;
}
