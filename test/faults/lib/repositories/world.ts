/** One granted folder with what must not be reached beside it and in it, and repositories to copy. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Traps } from './settings.ts';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const quiet = ['-c', 'init.defaultBranch=main', '-c', 'advice.addEmbeddedRepo=false'];

export function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', [...identity, ...quiet, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

export const templates = ['plain', 'nested', 'worktree', 'separate', 'bare'] as const;
export type Template = (typeof templates)[number];

export interface World {
  readonly grant: string;
  /** Where each case is put; a rule closes `closed` in it, and `own` in it is our own data. */
  readonly folder: string;
  readonly outside: string;
  readonly traps: Traps;
  /** What no answer may hold. */
  readonly secrets: readonly string[];
  /** Puts a fresh copy in its place. */
  place(template: Template): void;
  /** What ran since the last time. */
  ran(): string;
  /** Whether something beside the granted folder was changed since the last time. */
  touched(): string | null;
}

const events = ['pre-commit', 'commit-msg', 'prepare-commit-msg', 'post-commit', 'post-checkout'];
const more = ['post-index-change', 'reference-transaction', 'post-merge', 'pre-auto-gc', 'update'];

export function openWorld(base: string): World {
  const [grant, outside] = [path.join(base, 'grant'), path.join(base, 'outside')];
  const folder = path.join(grant, 'case');
  for (const made of [grant, outside, path.join(base, 'templates')])
    fs.mkdirSync(made, { recursive: true });
  const mark = path.join(base, 'ran');
  const sibling = siblingIn(outside);
  const traps = { ...trapsIn(outside, mark), sibling: path.join(sibling, '.git') };
  const secrets = [
    'SIBLING-5f0a',
    'CLOSED-19bc',
    'OWN-DATA-77e2',
    git(sibling, 'rev-parse', 'HEAD'),
  ];
  for (const template of templates) {
    makers[template](folder);
    fs.renameSync(folder, path.join(base, 'templates', template));
  }
  let before = snapshot(outside);
  return {
    ...{ grant, folder, outside, traps, secrets },
    place(template) {
      fs.rmSync(folder, { recursive: true, force: true });
      fs.rmSync(`${folder}.workspaces`, { recursive: true, force: true });
      const from = path.join(base, 'templates', template);
      fs.cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
    },
    ran() {
      const lines = fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : '';
      fs.rmSync(mark, { force: true });
      return lines;
    },
    touched() {
      const now = snapshot(outside);
      const changed = now === before ? null : 'files beside the granted folder';
      before = now;
      return changed;
    },
  };
}

function trapsIn(folder: string, mark: string): Omit<Traps, 'sibling'> {
  const program = path.join(folder, 'trap');
  fs.writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat\n`, { mode: 0o755 });
  const hooks = path.join(folder, 'hooks');
  fs.mkdirSync(hooks);
  for (const name of [...events, ...more]) fs.copyFileSync(program, path.join(hooks, name));
  const config = path.join(folder, 'more');
  const filter = `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n`;
  fs.writeFileSync(config, `[core]\n\tfsmonitor = ${program}\n${filter}`);
  return { program, hooks, more: config };
}

function siblingIn(outside: string): string {
  const folder = path.join(outside, 'sibling');
  fs.mkdirSync(folder);
  git(folder, 'init', '--quiet', '--template=');
  write(folder, 'a.txt', 'SIBLING-5f0a\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'SIBLING-5f0a');
  git(folder, 'branch', 'main2');
  git(folder, 'pack-refs', '--all');
  git(folder, 'update-ref', 'refs/heads/loose', 'HEAD');
  return folder;
}

export function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // A pipe that another trick has put there would wait for a reader.
  fs.rmSync(file, { recursive: true, force: true });
  fs.writeFileSync(file, text);
}

/** With changes of every kind, in what may be seen and in what may not. */
function filled(folder: string, ...how: readonly string[]): void {
  fs.mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--template=', ...how);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  for (const name of ['a.txt', 'sub/b.txt', 'gone.txt']) write(folder, name, 'one\n');
  write(folder, 'closed/c.txt', 'CLOSED-19bc one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'first');
  git(folder, 'switch', '--quiet', '-c', 'side');
  write(folder, 'a.txt', 'side\n');
  git(folder, 'commit', '--quiet', '--all', '--message', 'side');
  git(folder, 'switch', '--quiet', 'main');
  write(folder, 'closed/c.txt', 'CLOSED-19bc two\n');
  write(folder, 'closed/new.txt', 'CLOSED-19bc new\n');
  write(folder, 'own/token', 'OWN-DATA-77e2\n');
  write(folder, 'a.txt', 'two\n');
  write(folder, 'sub/new.txt', 'new\n');
  fs.rmSync(path.join(folder, 'gone.txt'));
}

const makers: Readonly<Record<Template, (folder: string) => void>> = {
  plain: (folder) => filled(folder),
  nested(folder) {
    filled(folder);
    filled(path.join(folder, 'inner'));
    git(folder, 'add', 'inner');
    git(folder, 'commit', '--quiet', '--message', 'inner');
    write(folder, 'inner/a.txt', 'three\n');
  },
  worktree(folder) {
    filled(path.join(folder, 'main'));
    git(path.join(folder, 'main'), 'worktree', 'add', '--quiet', path.join(folder, 'tree'), 'side');
    write(folder, 'tree/a.txt', 'two\n');
  },
  separate(folder) {
    filled(folder, `--separate-git-dir=${path.join(folder, 'gitdir')}`);
  },
  bare(folder) {
    filled(folder);
    for (const name of fs.readdirSync(path.join(folder, '.git')))
      fs.renameSync(path.join(folder, '.git', name), path.join(folder, name));
    fs.rmdirSync(path.join(folder, '.git'));
    git(folder, '--git-dir=.', 'config', 'core.worktree', folder);
  },
};

function snapshot(folder: string): string {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const facts = names.map((name) => {
    const { size, mtimeMs } = fs.lstatSync(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return facts.join('\n');
}
