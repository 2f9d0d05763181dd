/** A new workspace: a worktree of git on a branch of its own, in a folder beside the project. */
import fs from 'node:fs';
import path from 'node:path';
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import type { ProjectBranches } from '../../../shared/workspaces.ts';
import { git, type While } from '../../platform/git/git-program.ts';
import type { Made, Project, Registry } from './registry.ts';
import { shaOfBranch } from './survey.ts';
import { lookAt, worktreeAt } from './worktree.ts';

interface Wish {
  readonly name: string;
  /** A branch to begin from; without one, what the project has checked out. */
  readonly base?: string | undefined;
}

const checkoutMs = 5 * 60_000;

export interface MadeNow extends Made {
  readonly base: string;
}

export async function makeWorktree(
  project: Project,
  { name, base }: Wish,
  registry: Registry,
  task: While,
): Promise<MadeNow | Trouble> {
  const cwd = project.path;
  const home = await worktreeAt(cwd, task);
  if (isTrouble(home)) return home;
  const start = await startOf(cwd, base, task);
  if (isTrouble(start)) return start;
  const unfit = await whyUnfit(name, cwd, task);
  if (unfit) return unfit;
  const folder = placeFor(project, name);
  if (typeof folder !== 'string') return folder;
  const made = { path: folder, projectId: project.projectId, name, branch: name };
  // Known before it is there: what a crash leaves half-made is not forgotten.
  await registry.addMade(made);
  const args = ['worktree', 'add', '--quiet', '--no-track', '-b', name, folder, start.sha];
  const added = await git({ cwd, args, timeoutMs: checkoutMs }, task);
  if (!isTrouble(added)) return { ...made, base: start.name };
  await registry.forgetMade(folder);
  return added;
}

const mostBranches = 500;

export async function branchesIn(cwd: string, task: While): Promise<ProjectBranches> {
  const how = ['--sort=-committerdate', `--count=${mostBranches}`, '--format=%(refname:lstrip=2)'];
  const said = await git({ cwd, args: ['for-each-ref', ...how, 'refs/heads'] }, task);
  const names = isTrouble(said) ? [] : said.text.split('\n').filter((name) => name !== '');
  const look = await git({ cwd, args: ['symbolic-ref', '--quiet', '--short', 'HEAD'] }, task);
  const head = isTrouble(look) ? '' : look.text.trim();
  return { current: head === '' ? null : head, names };
}

async function startOf(
  cwd: string,
  base: string | undefined,
  task: While,
): Promise<{ readonly sha: string; readonly name: string } | Trouble> {
  if (base !== undefined) {
    const sha = await shaOfBranch(base, cwd, task);
    return sha === null
      ? refused('git-refused', `There is no branch ${base}.`)
      : { sha, name: base };
  }
  const look = await lookAt(cwd, task);
  if (isTrouble(look)) return look;
  const { head } = look;
  if (!head) return refused('git-refused', 'The project has no commit to begin from.');
  return { sha: head.sha, name: head.branch ?? head.sha };
}

async function whyUnfit(name: string, cwd: string, task: While): Promise<Trouble | null> {
  const valid = await git({ cwd, args: ['check-ref-format', '--branch', name] }, task);
  if (isTrouble(valid) || valid.text.trim() !== name)
    return refused('invalid-arguments', 'name: that is no name of a branch.');
  const there = await shaOfBranch(name, cwd, task);
  return there === null ? null : refused('already-there', `There is a branch ${name} already.`);
}

/** Beside the project, in one folder for all its workspaces. */
function placeFor({ path: project }: Project, name: string): string | Trouble {
  const around = `${project}.workspaces`;
  try {
    fs.mkdirSync(around, { recursive: true });
    if (fs.realpathSync.native(around) !== around)
      return refused('is-a-link', `${around} leads elsewhere.`);
  } catch (error) {
    return refused('action-failed', `${around} cannot be made: ${String(error)}`);
  }
  const folder = path.join(around, name.replaceAll('/', '-'));
  return fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined
    ? folder
    : refused('already-there', `${folder} is there already.`);
}
