/** Resolves a task of the project, once its command is known, like any other command. */
import type { Root } from '../../../shared/access/access.ts';
import type { ActionName, ValidArgs } from '../../../shared/actions/actions.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { PlannedCommand } from '../../../shared/actions/plan.ts';
import { classifyCommand } from '../commands/classify.ts';
import { startedBy } from '../commands/started-programs.ts';
import { codeFiles } from './code-files.ts';
import { placesNamed } from './command-paths.ts';
import {
  commandOf,
  contextOf,
  effectsOf,
  findProgram,
  ofProgram,
  withInnerLines,
  type CommandNeeds,
  type Resolved,
} from './resolve-command.ts';

export async function resolveTask(
  { action, args }: { readonly action: ActionName; readonly args: ValidArgs },
  { argv, cwd, says }: PlannedCommand,
  roots: readonly Root[],
  needs: CommandNeeds,
): Promise<Resolved | Refused> {
  const started = startedBy(action, args);
  if (started?.how !== 'task') return refused('invalid-arguments', `${action} starts no task.`);
  const site = { cwd, roots, needs };
  const context = contextOf(site);
  const read = await withInnerLines(classifyCommand(argv, context), argv, context, needs.commands);
  if (isError(read)) return read;
  const found = await findProgram(argv[0] ?? '', cwd, site);
  if (isError(found)) return found;
  // A filter of tests may only look like a path.
  const named = placesNamed(read, roots, needs, 'loosely');
  if (isError(named)) return named;
  const known = started.effects.map((effect) => ({ word: '', ...effect }));
  const effects = [...known, ...effectsOf(read), ...ofProgram(found), ...named.outside];
  const whyOnce =
    named.outside.length > 0 ? 'It names places outside the folders of the session.' : '';
  const keep = whyOnce === '' ? 'rule' : 'once';
  const files = await codeFiles(effects, named.places, needs.commands);
  const command = commandOf(effects, site, { argv, program: found, files, says, keep, whyOnce });
  return { command, places: named.places };
}
