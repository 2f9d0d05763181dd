/** The tasks that the editor knows of a folder: its own, and those its extensions find. */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { pathOf } from '../basics/places.ts';
import { commandOf, kindOf, type SaidCommand, type TaskFacts } from './task-words.ts';

export interface ProjectTask {
  readonly name: string;
  readonly kind: 'build' | 'test' | 'other';
  readonly root: string;
  /** Null when only the editor could work it out. */
  readonly command: SaidCommand | null;
  /** What the project says that it runs; empty where it says nothing. */
  readonly says: string;
  readonly isDefault: boolean;
}

export async function tasksIn(folder: string): Promise<readonly ProjectTask[]> {
  const found = await vscode.tasks.fetchTasks();
  const own = found.flatMap((task) => {
    const root = rootOf(task);
    return root === folder ? [toldTask(task, root)] : [];
  });
  // What the person marked as the default comes first.
  return own.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

function rootOf({ scope }: vscode.Task): string | null {
  if (typeof scope === 'object') return pathOf(scope.uri);
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  return only && others.length === 0 ? pathOf(only.uri) : null;
}

function toldTask(task: vscode.Task, root: string): ProjectTask {
  const { name, group } = task;
  const facts = factsOf(task, root);
  return {
    name: name.slice(0, 200),
    kind: kindOf(name, group?.id),
    root,
    command: commandOf(facts),
    says: saysOf(facts, root),
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
    const words = [command, ...args].map((one) => (typeof one === 'object' ? one.value : one));
    return {
      ...about,
      execution:
        line === undefined ? { kind: 'words', words: words.map(String) } : { kind: 'line', line },
      cwd: options?.cwd,
    };
  }
  return { ...about, execution: { kind: 'unknown' } };
}

/** An npm script, and those that npm runs before and after it. */
function saysOf({ type, script, path: below = '' }: TaskFacts, root: string): string {
  if (type !== 'npm' || script === undefined) return '';
  try {
    const file = path.join(root, below, 'package.json');
    const { scripts = {} } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      scripts?: Readonly<Record<string, string>>;
    };
    return [`pre${script}`, script, `post${script}`]
      .filter((one) => Object.hasOwn(scripts, one))
      .map((one) => `${one}: ${scripts[one]}`)
      .join('\n')
      .slice(0, 8_000);
  } catch {
    return '';
  }
}
