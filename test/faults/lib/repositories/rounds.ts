/**
 * Hostile repositories: settings × places × actions. Each is made of a few settings that name a
 * program or lead elsewhere, a few links and pointer files, and then worked with as agents and the
 * window do. Nothing may run, nothing of others may be in an answer or be changed, and every call
 * must be on record.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSpaces } from '../../../integrations/workspaces-fixture.ts';
import { agent } from '../approval-core.ts';
import { chanceOf, type Chance } from '../chance.ts';
import { openRepositoryTestCore, type RepositoryTestCore } from './test-core.ts';
import { recipes, type CallSpec } from './recipes.ts';
import { configText, hostileSettings, type Setting } from './settings.ts';
import { layoutAt, layoutOf, playTricks, type Layout } from './tricks.ts';
import { openWorld, templates, type World } from './world.ts';

export interface RepositoriesSeen {
  repositories: number;
  calls: number;
  done: number;
  refused: number;
  programsRun: number;
  bytesFromOutside: number;
  changedOutside: number;
  unrecorded: number;
  readonly problems: string[];
}

interface Case {
  readonly app: RepositoryTestCore;
  readonly world: World;
  readonly base: string;
  readonly chance: Chance;
  readonly layout: Layout;
  readonly seen: RepositoriesSeen;
  /** Everything that an agent or the window received. */
  readonly answers: string[];
}

export async function repositoryRounds(
  count: number,
  seed: number,
  root: string,
  atOnce = 3,
  report: (seen: RepositoriesSeen) => void = () => undefined,
): Promise<RepositoriesSeen> {
  const seen: RepositoriesSeen = {
    ...{ repositories: 0, calls: 0, done: 0, refused: 0 },
    ...{ programsRun: 0, bytesFromOutside: 0, changedOutside: 0, unrecorded: 0, problems: [] },
  };
  let next = 0;
  const worker = async (_: unknown, number: number): Promise<void> => {
    const base = path.join(root, `world-${number}`);
    const world = openWorld(base);
    const app = await openRepositoryTestCore(world, base);
    let calls = 0;
    while (next < count) {
      const caseSeed = seed + next;
      next += 1;
      calls += await oneRepository(caseSeed, { app, world, base, seen });
      seen.repositories += 1;
      if (seen.repositories % 500 === 0) report(seen);
    }
    const { opened, closed } = app.recorded();
    // The access request is an entry, too.
    seen.unrecorded += Math.abs(calls + 1 - opened) + Math.abs(calls + 1 - closed);
    await app.close();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return seen;
}

async function oneRepository(
  caseSeed: number,
  given: Pick<Case, 'app' | 'world' | 'base' | 'seen'>,
): Promise<number> {
  const { world, seen } = given;
  const chance = chanceOf(caseSeed);
  const recipe = chance.often(0.15) ? chance.pick(recipes) : null;
  const template = recipe?.template ?? chance.pick(templates);
  world.place(template);
  const layout = recipe ? layoutAt(world) : layoutOf(template, world, chance);
  const how = recipe ? `recipe ${recipes.indexOf(recipe)}` : makeHostile(layout, world, chance);
  const at = (name: string): string => path.join(world.folder, name);
  recipe?.prepare(world, at);
  world.ran();
  world.touched();
  const one: Case = { ...given, chance, layout, answers: [] };
  const isProject = recipe ? recipe.call(at) === null : chance.often(0.1);
  const calls = isProject ? 0 : 1 + chance.below(3);
  if (isProject) await asProject(one);
  for (let left = calls; left > 0; left -= 1) {
    const known = left === calls ? recipe?.call(at) : null;
    await act(one, known ?? randomCall(one));
  }
  check(one, `${caseSeed} ${template} ${how} ${layout.root} ${layout.gitDir}`);
  seen.calls += calls;
  return calls;
}

/** Says with which settings. */
function makeHostile(layout: Layout, world: World, chance: Chance): string {
  const all = hostileSettings(world.traps);
  const settings = Array.from({ length: chance.below(4) }, () => chance.pick(all));
  configure(settings, layout, chance);
  if (chance.often(0.3)) hook(layout, world);
  playTricks(layout, world, chance);
  return JSON.stringify(settings);
}

function configure(settings: readonly Setting[], { gitDir }: Layout, chance: Chance): void {
  if (settings.length === 0) return;
  const name = chance.often(0.85) ? 'config' : 'config.worktree';
  const file = path.join(gitDir, name);
  if (fs.lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory())
    fs.appendFileSync(file, settings.map(configText).join(''));
}

function hook({ gitDir }: Layout, { traps }: World): void {
  fs.cpSync(traps.hooks, path.join(gitDir, 'hooks'), { recursive: true });
}

const refs = ['HEAD', 'side', 'main..side', 'HEAD:closed', 'HEAD:closed..HEAD:sub', 'main...side'];

function randomCall({ chance, layout }: Case): CallSpec {
  const { root, files } = layout;
  const some = (): readonly string[] => [chance.pick(files), chance.pick(files)];
  const name = chance.pick(['side', 'main', 'new']);
  return chance.pick<CallSpec>([
    ['git_status', { root }],
    ['git_diff', { root, staged: chance.often(0.4) }],
    ['git_diff', { root, paths: some() }],
    ['git_diff', { root, ref: chance.pick(refs), staged: chance.often(0.2) }],
    ['git_add', { root, paths: some() }],
    ['git_add', { root, paths: [root] }],
    ['git_commit', { root, message: 'a message', amend: chance.often(0.2) }],
    ['git_branch', { root, op: 'list' }],
    ['git_branch', { root, op: 'create', name }],
    ['git_branch', { root, op: 'switch', name }],
    ['git_branch', { root, op: 'delete', name, force: true }],
    ['delete_file', { path: chance.pick(files) }],
    ['get_workspace_info', {}],
  ]);
}

async function act({ app, answers, seen, chance }: Case, [action, args]: CallSpec): Promise<void> {
  const { signal } = new AbortController();
  // Refusals in one second would be counted together.
  app.clock.skip(2_000);
  if (chance.often(0.3))
    answers.push(JSON.stringify(await app.core.preview({ action, args }, agent, signal)));
  const passing = app.core.gate.pass({ action, args }, agent, signal);
  const over = passing.then(() => true);
  while (!(await Promise.race([over, delay(2, false)]))) {
    const ask = app.core.asks.list().find(({ waiting }) => waiting > 0);
    if (ask) app.core.asks.answer(ask.askId, { kind: 'once' });
  }
  const outcome = await passing;
  if (outcome.kind === 'done') seen.done += 1;
  else seen.refused += 1;
  answers.push(JSON.stringify(outcome));
}

/** The user adds it on the Workspaces page, looks at it and makes a workspace of it. */
async function asProject({ base, layout, answers }: Case): Promise<void> {
  const home = path.join(base, 'spaces');
  fs.rmSync(home, { recursive: true, force: true });
  const { workspaces, registry } = await openSpaces(home);
  answers.push(JSON.stringify(await workspaces.addProject(layout.root)));
  const projectId = registry.projects[0]?.projectId;
  if (projectId)
    answers.push(JSON.stringify(await workspaces.create({ projectId, name: 'topic' })));
  answers.push(JSON.stringify(await workspaces.list()));
  await workspaces.dispose();
}

function check({ world, app, answers, seen }: Case, what: string): void {
  const ran = world.ran();
  const problem = (words: string): void => void seen.problems.push(`${words}: ${what}`);
  if (ran !== '') {
    seen.programsRun += 1;
    problem(`ran ${ran.slice(0, 300)}`);
  }
  const all = `${answers.join('\n')}\n${app.takeEvents()}`;
  const found = world.secrets.filter((secret) => all.includes(secret));
  if (found.length > 0) {
    seen.bytesFromOutside += found.join('').length;
    problem(`returned ${found.join(', ')}`);
  }
  const touched = world.touched();
  if (touched !== null) {
    seen.changedOutside += 1;
    problem(`changed ${touched}`);
  }
}
