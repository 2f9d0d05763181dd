/**
 * Opens the user's own terminal program with a command in it. The window stays open if the command
 * fails, so that its message can be read.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { systemErrorCode } from '../../../shared/base/system-error.ts';
import { findProgram } from '../../platform/programs/program-finder.ts';

/**
 * Names of terminal programs, the user's preference first, each with the arguments before its
 * command.
 */
const terminals: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['xdg-terminal-exec', []],
  ['x-terminal-emulator', ['-e']],
  ['gnome-terminal', ['--']],
  ['ptyxis', ['--']],
  ['kgx', ['--']],
  ['konsole', ['-e']],
  ['xfce4-terminal', ['-x']],
  ['mate-terminal', ['-x']],
  ['kitty', []],
  ['alacritty', ['-e']],
  ['foot', []],
  ['wezterm', ['start', '--']],
  ['ghostty', ['-e']],
  ['xterm', ['-e']],
];

export interface UserTerminal {
  /** Links are not resolved: the system's generic name may link to any terminal. */
  readonly program: string;
  readonly name: string;
  readonly words: readonly string[];
}

export interface CommandInTerminal {
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the terminal's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

export async function findTerminal(env: NodeJS.ProcessEnv): Promise<UserTerminal | null> {
  const where = { path: env['PATH'] ?? '', cwd: '/', roots: [] };
  for (const [name, words] of terminals) {
    const found = await findProgram(name, where);
    if (found.kind === 'found')
      return { program: found.path, name: path.basename(found.real), words };
  }
  return null;
}

/**
 * Some terminals pass the command to a process that already runs, so the folder and variables are
 * part of the command.
 */
const script = [
  'cd -- "$1" || { read -r _; exit 1; }',
  'shift',
  '"$@" && exit',
  'code=$?',
  `printf '\\nEnded with exit code %s. Press Enter to close. ' "$code"`,
  'read -r _',
  'exit "$code"',
].join('\n');

export const terminalArgs = (
  { words }: UserTerminal,
  { folder, program, args, env }: CommandInTerminal,
): readonly string[] => [
  ...[...words, '/bin/sh', '-c', script, 'sh', folder],
  ...['/usr/bin/env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
  ...[program, ...args],
];

/** Our variables and Electron's, which programs in the terminal would misinterpret. */
const keptBack = /^(?:GATEHOUSE_|ELECTRON_|CHROME_|MCP_TOKEN$|NODE_OPTIONS$|LD_PRELOAD$)/;

/** Resolves to null once it has started, otherwise to why not. It outlives the app. */
export function openTerminal(
  terminal: UserTerminal,
  command: CommandInTerminal,
  own: NodeJS.ProcessEnv,
): Promise<string | null> {
  const env = Object.fromEntries(Object.entries(own).filter(([name]) => !keptBack.test(name)));
  return new Promise((resolve) => {
    const child = spawn(terminal.program, terminalArgs(terminal, command), {
      cwd: '/',
      env,
      detached: true,
      stdio: 'ignore',
    });
    child.once('error', (error) => resolve(systemErrorCode(error) ?? error.message));
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
}
