/** The editor's tasks for a folder, including those its extensions find. */
import path from 'node:path';
import * as vscode from 'vscode';
import { readSmallText } from '../../../../src/main/platform/files/bounded-read.ts';
import { pathOf } from '../basics/allowed-paths.ts';
import { commandOf, kindOf, type DeclaredCommand, type TaskFacts } from './task-command.ts';

const maxManifestBytes = 4 * 1024 * 1024;

export interface EditorTask {
  readonly name: string;
  readonly kind: 'build' | 'test' | 'other';
  readonly root: string;
  /** Null if only the editor could resolve it. */
  readonly command: DeclaredCommand | null;
  /** The script as the project defines it; empty if it defines none. */
  readonly script: string;
  readonly isDefault: boolean;
}

export async function tasksIn(folder: string): Promise<readonly EditorTask[]> {
  const fetched = await vscode.tasks.fetchTasks();
  const own = fetched.flatMap((task) => {
    const root = rootOf(task);
    return root === folder ? [toEditorTask(task, root)] : [];
  });
  // The user's default task comes first.
  return own.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

function rootOf({ scope }: vscode.Task): string | null {
  if (typeof scope === 'object') return pathOf(scope.uri);
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  return only && others.length === 0 ? pathOf(only.uri) : null;
}

function toEditorTask(task: vscode.Task, root: string): EditorTask {
  const { name, group } = task;
  const facts = factsOf(task, root);
  return {
    name: name.slice(0, 200),
    kind: kindOf(name, group?.id),
    root,
    command: commandOf(facts),
    script: scriptOf(facts, root),
    isDefault: group?.isDefault ?? false,
  };
}

function factsOf({ definition, execution }: vscode.Task, folder: string): TaskFacts {
  const { script, path: below } = definition as Record<string, unknown>;
  const about = {
    type: definition.type,
    folder,
    script: typeof script === 'string' ? script : undefined,
    path: typeof below === 'string' ? below : undefined,
  };
  if (execution instanceof vscode.ProcessExecution) {
    const { process: program, args, options } = execution;
    return { ...about, execution: { kind: 'process', program, args }, cwd: options?.cwd };
  }
  if (execution instanceof vscode.ShellExecution) {
    const { commandLine: line, command, args, options } = execution;
    const argv = [command, ...args].map((item) => (typeof item === 'object' ? item.value : item));
    return {
      ...about,
      execution:
        line === undefined ? { kind: 'words', words: argv.map(String) } : { kind: 'line', line },
      cwd: options?.cwd,
    };
  }
  return { ...about, execution: { kind: 'unknown' } };
}

/** An npm script with its pre and post scripts. */
function scriptOf({ type, script, path: below = '' }: TaskFacts, root: string): string {
  if (type !== 'npm' || script === undefined) return '';
  try {
    const file = path.join(root, below, 'package.json');
    const { scripts = {} } = JSON.parse(readSmallText(file, maxManifestBytes)) as {
      scripts?: Readonly<Record<string, string>>;
    };
    return [`pre${script}`, script, `post${script}`]
      .filter((item) => Object.hasOwn(scripts, item))
      .map((one) => `${one}: ${scripts[one]}`)
      .join('\n')
      .slice(0, 8_000);
  } catch {
    return '';
  }
}
