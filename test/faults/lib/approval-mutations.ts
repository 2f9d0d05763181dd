/** What may be put to the person, and what a mutator may do to it before it runs. */
import fs from 'node:fs';
import path from 'node:path';
import type { Executor } from '../../../src/main/core/core.ts';
import type { Chance } from './chance.ts';
import { sha256 } from './approval-core.ts';

type Tool = NonNullable<Executor['tools']>[number];

export interface Stage {
  readonly root: string;
  readonly round: number;
  readonly chance: Chance;
  /** The tool that a plugin brings is another one from now on. */
  redefine(): void;
}

export interface CallSpec {
  readonly action: string;
  readonly args: Record<string, unknown>;
  /** Files whose state is part of what was approved. */
  readonly files: readonly string[];
  readonly mutations: readonly Mutation[];
}

export interface Mutation {
  readonly name: string;
  /** A yes must be void afterwards; otherwise the call runs as it was shown. */
  readonly voids: boolean;
  run(): void;
}

export const toolName = 'plugin_tool';

export const toolOf = (version: number): Tool => ({
  name: toolName,
  title: 'A tool',
  description: `version ${version}`,
  inputSchema: {},
  annotations: { destructiveHint: true },
  scope: 'editor:theme',
  pluginId: 'plugin',
  ownName: 'tool',
  definitionHash: sha256(`version ${version}`),
  timeoutMs: 1_000,
  parse: (args) => ({ args: args as Record<string, unknown> }),
});

const changesOf = (file: string, round: number): readonly Mutation[] => [
  { name: 'content', voids: true, run: () => fs.writeFileSync(file, `changed ${round}`) },
  {
    name: 'another file',
    voids: true,
    run() {
      fs.writeFileSync(`${file}.new`, `another ${round}`);
      fs.renameSync(`${file}.new`, file);
    },
  },
  {
    name: 'a link',
    voids: true,
    run() {
      fs.rmSync(file);
      fs.symlinkSync('/etc/hostname', file);
    },
  },
  { name: 'gone', voids: true, run: () => fs.rmSync(file) },
  { name: 'mode', voids: true, run: () => fs.chmodSync(file, 0o600) },
];

/** The agent's own object, changed after it was handed in: what runs was copied before. */
const argsOf = (args: Record<string, unknown>): Mutation => ({
  name: 'arguments',
  voids: false,
  run() {
    if (Array.isArray(args['argv'])) args['argv'][0] = 'rm';
    else args['path'] = '/etc/passwd';
    args['extra'] = true;
  },
});

const fileAt = ({ root, round }: Stage, name: string, mode = 0o644): string => {
  const file = path.join(root, name);
  fs.rmSync(file, { force: true, recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\n# round ${round}\n`, { mode });
  return file;
};

const callSpecs: readonly ((stage: Stage) => CallSpec)[] = [
  (stage) => {
    const file = fileAt(stage, 'a.txt');
    const args = { path: file };
    const mutations = [...changesOf(file, stage.round), argsOf(args)];
    return { action: 'delete_file', args, files: [file], mutations };
  },
  (stage) => {
    const file = fileAt(stage, '.npmrc');
    const args = { path: file, content: `round=${stage.round}`, overwrite: true };
    const mutations = [...changesOf(file, stage.round), argsOf(args)];
    return { action: 'create_file', args, files: [file], mutations };
  },
  (stage) => {
    const file = fileAt(stage, 'b.txt');
    const args = { argv: ['tac', 'b.txt'] };
    const mutations = [...changesOf(file, stage.round), argsOf(args)];
    return { action: 'exec_command', args, files: [file], mutations };
  },
  (stage) => {
    const program = fileAt(stage, 'tool', 0o755);
    const args = { argv: ['./tool', String(stage.round)] };
    const mutations = [...changesOf(program, stage.round), argsOf(args)];
    return { action: 'exec_command', args, files: [program], mutations };
  },
  (stage) => {
    const folder = path.join(stage.root, 'sub');
    fs.rmSync(folder, { force: true, recursive: true });
    fs.mkdirSync(folder);
    const args = { argv: ['tac', String(stage.round)], cwd: folder };
    const swap = (): void => {
      fs.rmSync(folder, { recursive: true });
      fs.symlinkSync('/etc', folder);
    };
    const mutations = [{ name: 'folder', voids: true, run: swap }, argsOf(args)];
    return { action: 'exec_command', args, files: [], mutations };
  },
  (stage) => ({
    action: toolName,
    args: { round: stage.round },
    files: [],
    mutations: [{ name: 'definition', voids: true, run: () => stage.redefine() }],
  }),
];

export const randomCall = (stage: Stage): CallSpec => stage.chance.pick(callSpecs)(stage);
