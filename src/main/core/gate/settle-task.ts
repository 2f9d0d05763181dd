/** A task of the project, once it is known which command that is: settled like any other command. */
import type { Root } from '../../../shared/access.ts';
import type { ActionName, ValidArgs } from '../../../shared/actions.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { PlannedCommand } from '../../../shared/plan.ts';
import { classifyCommand } from '../commands/classify.ts';
import { startedBy } from '../commands/started.ts';
import { placesNamed } from './command-places.ts';
import {
  commandOf,
  contextOf,
  effectsOf,
  findProgram,
  ofProgram,
  withInnerLines,
  type CommandNeeds,
  type Settled,
} from './settle-command.ts';

export async function settleTask(
  { action, args }: { readonly action: ActionName; readonly args: ValidArgs },
  { argv, cwd, says }: PlannedCommand,
  roots: readonly Root[],
  needs: CommandNeeds,
): Promise<Settled | Refused> {
  const started = startedBy(action, args);
  if (started?.how !== 'task') return refused('invalid-arguments', `${action} starts no task.`);
  const around = { cwd, roots, needs };
  const context = contextOf(around);
  const read = await withInnerLines(classifyCommand(argv, context), argv, context, needs.commands);
  if ('code' in read) return read;
  const found = await findProgram(argv[0] ?? '', cwd, around);
  if ('code' in found) return found;
  // A filter of tests may only look like a path.
  const named = placesNamed(read, roots, needs, 'loosely');
  if ('code' in named) return named;
  const known = started.does.map((one) => ({ word: '', ...one }));
  const does = [...known, ...effectsOf(read), ...ofProgram(found), ...named.outside];
  const whyOnce =
    named.outside.length > 0 ? 'It names places outside the folders of the session.' : '';
  const keep = whyOnce === '' ? 'rule' : 'once';
  const command = commandOf(does, around, { argv, program: found, says, keep, whyOnce });
  return { command, places: named.places };
}
