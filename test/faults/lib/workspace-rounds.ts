/**
 * Work in workspaces, and calls that make and delete them, in any order and at the same time. Every
 * piece of work carries a word of its own; at the end each must be found: in its folder, in a commit
 * that a reference, its history or a stash leads to, or, where git ignores it or where it came while
 * the folder was moving, in the trash.
 */
import fs from 'node:fs';
import path from 'node:path';
import { codeOf, git, makeWorkspace, openSpaces } from '../../integrations/workspaces-fixture.ts';
import { chanceOf, type Chance } from './chance.ts';

export interface Seen {
  sequences: number;
  steps: number;
  deleted: number;
  refused: number;
  pieces: number;
  readonly lost: string[];
}

interface Piece {
  readonly word: string;
  readonly workspace: string;
  /** Below the workspace. */
  readonly file: string;
  /** A deletion was under way while it was written, or git ignores it. */
  readonly mayBeInTrash: boolean;
}

type Spaces = Awaited<ReturnType<typeof openSpaces>>;

interface Scenario {
  readonly chance: Chance;
  readonly spaces: Spaces;
  readonly project: string;
  readonly seen: Seen;
  readonly pieces: Piece[];
  readonly words: () => string;
  workspaces: readonly string[];
}

export async function workspaceRounds(
  sequences: number,
  seed: number,
  root: string,
  atOnce = 4,
): Promise<Seen> {
  const seen: Seen = { sequences: 0, steps: 0, deleted: 0, refused: 0, pieces: 0, lost: [] };
  const template = templateIn(root);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < sequences) {
      const number = next;
      next += 1;
      const folder = path.join(root, `scenario-${number}`);
      await emit(folder, template, seed + number, seen);
      seen.sequences += 1;
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return seen;
}

function templateIn(root: string): string {
  const folder = path.join(root, 'template');
  fs.mkdirSync(folder);
  git(folder, 'init', '--quiet');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  fs.writeFileSync(path.join(folder, '.gitignore'), '*.log\n');
  fs.writeFileSync(path.join(folder, 'shared.txt'), 'one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'first');
  return folder;
}

const stepsEach = 5;

async function emit(root: string, template: string, seed: number, seen: Seen): Promise<void> {
  const project = path.join(root, 'app');
  fs.cpSync(template, project, { recursive: true });
  const spaces = await openSpaces(root);
  await spaces.workspaces.addProject(project);
  const workspaces = [await makeWorkspace(spaces, 'a')];
  if (seed % 3 === 0) workspaces.push(await makeWorkspace(spaces, 'b'));
  let counter = 0;
  const words = (): string => `word-${seed}-${(counter += 1)}`;
  const scenario: Scenario = {
    ...{ chance: chanceOf(seed), spaces, project, seen, words, workspaces },
    pieces: [],
  };
  try {
    for (let step = 0; step < stepsEach && scenario.workspaces.length > 0; step += 1) {
      seen.steps += 1;
      await oneStep(scenario);
    }
    const inGit = allInGit(project);
    for (const piece of scenario.pieces)
      if (!isKept(piece, inGit, scenario)) seen.lost.push(`${piece.word} ${piece.file}`);
    seen.pieces += scenario.pieces.length;
  } finally {
    await spaces.workspaces.dispose();
  }
}

async function oneStep(scenario: Scenario): Promise<void> {
  const { chance } = scenario;
  const workspace = chance.pick(scenario.workspaces);
  if (chance.often(0.5)) return work(workspace, scenario, false);
  const going = remove(workspace, chance.often(0.5), scenario);
  if (chance.often(0.6)) {
    await new Promise((resolve) => setTimeout(resolve, chance.below(60)));
    work(workspace, scenario, true);
  }
  if (chance.often(0.2)) await remove(chance.pick(scenario.workspaces), true, scenario);
  await going;
}

async function remove(folder: string, keepBranch: boolean, scenario: Scenario): Promise<void> {
  const outcome = await scenario.spaces.workspaces.remove({ path: folder, keepBranch });
  const code = codeOf(outcome);
  if (code === 'done') scenario.seen.deleted += 1;
  else scenario.seen.refused += 1;
  if (!fs.existsSync(folder))
    scenario.workspaces = scenario.workspaces.filter((one) => one !== folder);
}

const kinds = [
  'new',
  'change',
  'stage',
  'commit',
  'detached',
  'dropped',
  'amended',
  'stash',
  'ignored',
  'merge',
] as const;

/** Somebody who works there; while it is being deleted some of it cannot be done, and leaves nothing. */
function work(workspace: string, scenario: Scenario, meanwhile: boolean): void {
  const kind = scenario.chance.pick(kinds);
  const word = scenario.words();
  const file =
    kind === 'ignored' ? `${word}.log` : kind === 'change' ? 'shared.txt' : `${word}.txt`;
  try {
    if (kind === 'merge') {
      git(scenario.project, 'merge', '--quiet', '--no-edit', path.basename(workspace));
      return;
    }
    const mayBeInTrash = meanwhile || kind === 'ignored';
    fs.appendFileSync(path.join(workspace, file), `${word}\n`, {
      flag: fs.existsSync(workspace) ? 'a' : 'r+',
    });
    scenario.pieces.push({ word, workspace, file, mayBeInTrash });
    if (kind === 'new' || kind === 'change' || kind === 'ignored') return;
    if (kind === 'detached') git(workspace, 'switch', '--quiet', '--detach');
    git(workspace, 'add', '--', file);
    if (kind === 'stash') git(workspace, 'stash', 'push', '--quiet', '--', file);
    else if (kind !== 'stage') git(workspace, 'commit', '--quiet', '--message', word, '--', file);
    if (kind === 'dropped') git(workspace, 'reset', '--quiet', '--keep', 'HEAD~1');
    if (kind === 'amended') git(workspace, 'commit', '--quiet', '--amend', '--message', 'other');
  } catch {
    // It moved away under the hands, or git would not: what was written before that is counted.
  }
}

function isKept(
  { word, workspace, file, mayBeInTrash }: Piece,
  inGit: string,
  scenario: Scenario,
): boolean {
  if (holds(path.join(workspace, file), word)) return true;
  if (inGit.includes(`${word}\n`)) return true;
  if (!mayBeInTrash) return false;
  const trash = scenario.spaces.trash.folder;
  const ids = fs.existsSync(trash) ? fs.readdirSync(trash) : [];
  return ids.some((id) => holds(path.join(trash, id, 'content', file), word));
}

function holds(file: string, word: string): boolean {
  try {
    return fs.readFileSync(file, 'utf8').includes(word);
  } catch {
    return false;
  }
}

/** All that is in commits which some reference, its history or a stash leads to, as one text. */
function allInGit(project: string): string {
  const how = ['--format=%B', '--patch', '-m', '--no-color'];
  const stashed = git(project, 'stash', 'list', ...how);
  return `${git(project, 'log', '--all', '--reflog', ...how)}\n${stashed}\n`;
}
