/** Every git action on one folder, and a trap that tells whether anything ran it. */
import fs from 'node:fs';
import path from 'node:path';
import { isError, type Outcome } from '../../src/shared/actions/outcomes.ts';
import type { Task } from '../../src/workbench/action-handler.ts';
import { put, scratch } from '../fakes/scratch.ts';
import type { repository } from './git-fixture.ts';

type OpenedRepository = ReturnType<typeof repository>;

/** A program that leaves a mark, and where. */
export function trap() {
  const folder = scratch();
  const mark = path.join(folder, 'ran');
  const script = put(folder, 'trap.sh', `#!/bin/sh\ntouch ${mark}\ncat\n`);
  fs.chmodSync(script, 0o755);
  return { script, mark, hasRun: () => fs.existsSync(mark) };
}

export async function everyAction(
  { handlers, remaining }: OpenedRepository,
  at: string,
  task: Task,
): Promise<Outcome[]> {
  const file = path.join(at, 'a.txt');
  const plan = await remaining.planners?.git_branch?.(
    { op: 'switch', name: 'b', force: false },
    task,
  );
  return [
    ...(plan && isError(plan) ? [plan] : []),
    await handlers.git_status?.({ root: at }, task),
    await handlers.git_diff?.({ root: at, staged: false }, task),
    await handlers.git_diff?.({ root: at, staged: true, ref: 'HEAD' }, task),
    await handlers.git_add?.({ root: at, paths: [file] }, task),
    await handlers.git_commit?.({ root: at, message: 'x', amend: false }, task),
    await handlers.git_branch?.({ root: at, op: 'list', force: false }, task),
    await handlers.git_branch?.({ root: at, op: 'create', name: 'b', force: false }, task),
    await handlers.git_branch?.({ root: at, op: 'switch', name: 'b', force: false }, task),
  ].filter((one): one is Outcome => one !== undefined);
}

export const said = (outcomes: readonly Outcome[]): string => JSON.stringify(outcomes);
