/** Finds a project's tasks by reading its tools' files. Runs nothing. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { readTextFile } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';

export interface ProjectTask {
  readonly name: string;
  readonly kind: 'build' | 'test' | 'other';
  readonly root: string;
  readonly argv: readonly string[];
  /** The arguments for a test filter; null if the task takes none. */
  readonly filtered: ((filter: string) => readonly string[]) | null;
  /** The script as the project defines it; empty if only the tool knows. */
  readonly script: string;
  /** A digest of the files that define the tasks. */
  readonly source: string;
}

type FoundTask = Omit<ProjectTask, 'root' | 'script' | 'source'> & { readonly script?: string };

interface TaskFolder {
  readonly names: ReadonlySet<string>;
  readonly read: (name: string) => Promise<string | null>;
}

export async function tasksIn(
  context: WorkbenchContext,
  root: string,
  task: Task,
): Promise<readonly ProjectTask[]> {
  const listed = await context.files.list(root, task.roots);
  if (isError(listed)) return [];
  const versions = new Map<string, string | null>();
  const folder: TaskFolder = {
    names: new Set(listed.entries.map((entry) => entry.name)),
    async read(name) {
      const file = await readTextFile(context, path.join(root, name), task.roots);
      versions.set(name, isError(file) ? null : hash('sha256', file.bytes));
      return isError(file) ? null : file.text;
    },
  };
  const found = await Promise.all(finders.map((find) => find(folder)));
  const source = [...versions]
    .map((pair) => pair.join(' '))
    .toSorted()
    .join('\n');
  return found.flat().map((item) => ({ script: '', ...item, root, source }));
}

const finders: readonly ((folder: TaskFolder) => Promise<readonly FoundTask[]>)[] = [
  nodeTasks,
  makeTasks,
  async ({ names }) => (names.has('Cargo.toml') ? cargo : []),
  async ({ names }) => (names.has('go.mod') ? goTasks : []),
  pythonTasks,
  async ({ names }) => gradleTasks(names),
  async ({ names }) => (names.has('pom.xml') ? maven : []),
  async ({ names }) =>
    [...names].some((name) => /\.(sln|slnx|csproj|fsproj)$/.test(name)) ? dotnet : [],
  async ({ names }) => (names.has('mix.exs') ? mix : []),
  async ({ names }) => (names.has('deno.json') || names.has('deno.jsonc') ? deno : []),
  async ({ names }) => (names.has('Gemfile') && names.has('spec') ? rspec : []),
  async ({ names }) => (names.has('CMakeLists.txt') && names.has('build') ? cmake : []),
];

const kindByName = (name: string): ProjectTask['kind'] => {
  if (/^(test|check|spec)([:._-]|$)/.test(name)) return 'test';
  return /^(build|compile|all|dist)([:._-]|$)/.test(name) ? 'build' : 'other';
};

const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

const managers: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

async function nodeTasks({ names, read }: TaskFolder): Promise<readonly FoundTask[]> {
  const manifest = names.has('package.json')
    ? Manifest.safeParse(asJson(await read('package.json')))
    : null;
  if (!manifest?.success) return [];
  const manager = managers.find(([file]) => names.has(file))?.[1] ?? 'npm';
  // Yarn passes everything after the name to the script; the others need `--`.
  const rest = manager === 'yarn' ? [] : ['--'];
  const { scripts } = manifest.data;
  return Object.keys(scripts).map((name) => ({
    name,
    kind: kindByName(name),
    argv: [manager, 'run', name],
    filtered: (filter) => [manager, 'run', name, ...rest, filter],
    script: scriptsAround(name, scripts),
  }));
}

/** Includes the pre and post scripts that npm runs with it. */
const scriptsAround = (name: string, scripts: Readonly<Record<string, string>>): string =>
  [`pre${name}`, name, `post${name}`]
    .filter((item) => Object.hasOwn(scripts, item))
    .map((one) => `${one}: ${scripts[one]}`)
    .join('\n');

function asJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

async function makeTasks({ names, read }: TaskFolder): Promise<readonly FoundTask[]> {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => names.has(name));
  const text = file ? await read(file) : null;
  const targets = [...(text ?? '').matchAll(/^([A-Za-z0-9][\w.-]*)\s*:(?![:=])/gm)].map(
    ([, name = '']) => name,
  );
  return [...new Set(targets)].map((name, at) => {
    const kind = kindByName(name);
    // `make` without a target builds the first one.
    const isDefault = at === 0 && kind === 'other';
    return { name, kind: isDefault ? 'build' : kind, argv: ['make', name], filtered: null };
  });
}

const build = (name: string, ...argv: readonly string[]): FoundTask => ({
  name,
  kind: 'build',
  argv,
  filtered: null,
});

const tests = (
  name: string,
  argv: readonly string[],
  filtered: (filter: string) => readonly string[],
): FoundTask => ({ name, kind: 'test', argv, filtered });

const cargo = [
  build('cargo build', 'cargo', 'build'),
  tests('cargo test', ['cargo', 'test'], (filter) => ['cargo', 'test', '--', filter]),
];

const goTasks = [
  build('go build', 'go', 'build', './...'),
  tests('go test', ['go', 'test', './...'], (filter) => ['go', 'test', './...', '-run', filter]),
];

async function pythonTasks({ names, read }: TaskFolder): Promise<readonly FoundTask[]> {
  const configs = (await Promise.all(['pyproject.toml', 'setup.cfg', 'tox.ini'].map(read))).join(
    '\n',
  );
  const hasPytest =
    ['pytest.ini', 'conftest.py'].some((name) => names.has(name)) || /pytest/.test(configs);
  const pytest = ['python3', '-m', 'pytest'];
  const hasBuild = /\[build-system\]/.test(configs);
  return [
    ...(hasPytest ? [tests('pytest', pytest, (filter) => [...pytest, '-k', filter])] : []),
    ...(hasBuild ? [build('python build', 'python3', '-m', 'build')] : []),
  ];
}

function gradleTasks(names: ReadonlySet<string>): readonly FoundTask[] {
  if (!names.has('build.gradle') && !names.has('build.gradle.kts')) return [];
  const gradle = names.has('gradlew') ? './gradlew' : 'gradle';
  return [
    build('gradle build', gradle, 'assemble'),
    tests('gradle test', [gradle, 'test'], (filter) => [gradle, 'test', '--tests', filter]),
  ];
}

const maven = [
  build('mvn package', 'mvn', '--batch-mode', 'package', '-DskipTests'),
  tests('mvn test', ['mvn', '--batch-mode', 'test'], (filter) => [
    'mvn',
    '--batch-mode',
    'test',
    `-Dtest=${filter}`,
  ]),
];

const dotnet = [
  build('dotnet build', 'dotnet', 'build'),
  tests('dotnet test', ['dotnet', 'test'], (filter) => ['dotnet', 'test', '--filter', filter]),
];

const mix = [
  build('mix compile', 'mix', 'compile'),
  tests('mix test', ['mix', 'test'], (filter) => ['mix', 'test', filter]),
];

const deno = [
  tests('deno test', ['deno', 'test'], (filter) => ['deno', 'test', '--filter', filter]),
];

const rspec = [
  tests('rspec', ['bundle', 'exec', 'rspec'], (filter) => [
    'bundle',
    'exec',
    'rspec',
    '-e',
    filter,
  ]),
];

const cmake = [build('cmake build', 'cmake', '--build', 'build')];
