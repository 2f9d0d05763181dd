/** Starts the git of a command as the actions of git do: its repository is checked, and nothing of it runs. */
import { prepareGit, type PreparedGit } from '../../main/platform/git/git-program.ts';
import { stagedBy, whySecretsStaged } from '../git/staged-secrets.ts';
import type { ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';

/** The folder is the top of the working tree; `here` leads to it, even if it is renamed. */
export async function ownGit(
  argv: readonly string[],
  { folder, here }: { readonly folder: string; readonly here: string },
  task: Task,
): Promise<PreparedGit | ActionError> {
  const within = task.roots.map((root) => root.path);
  const [, ...args] = argv.filter((word, at) => at !== 1 || word !== '--no-pager');
  // The git of a line is not pinned: it is looked for again, where no agent can put one.
  const { signal, sandbox } = task;
  const start = task.start?.parts ? undefined : task.start;
  const place = { cwd: here, top: folder, within, skip: task.skip };
  const run = { ...place, pathspecs: true };
  const staged = stagedBy(args);
  const why = staged && (await whySecretsStaged(run, staged, { signal, sandbox, start }));
  return why ?? prepareGit({ ...run, args }, { signal, sandbox, start });
}
