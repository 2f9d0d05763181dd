/**
 * Resolves the command of an editor task before it runs. Tasks that need user input or editor-only
 * variables cannot be resolved and are not run.
 */
export interface TaskFacts {
  readonly type: string;
  readonly folder: string;
  /** For npm tasks: the script, and the package folder below the workspace folder. */
  readonly script?: string | undefined;
  readonly path?: string | undefined;
  readonly execution:
    | { readonly kind: 'process'; readonly program: string; readonly args: readonly string[] }
    | { readonly kind: 'line'; readonly line: string }
    | { readonly kind: 'words'; readonly words: readonly string[] }
    | { readonly kind: 'unknown' };
  readonly cwd?: string | undefined;
}

export interface DeclaredCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** Null if it cannot be resolved. */
export function commandOf(task: TaskFacts): DeclaredCommand | null {
  const cwd = filledIn(task.cwd ?? task.path ?? '', task.folder);
  const folder = cwd === null ? null : absolute(cwd, task.folder);
  const argv = argvOf(task)?.map((arg) => filledIn(arg, task.folder)) ?? null;
  if (folder === null || !argv || argv.includes(null)) return null;
  return { argv: argv as readonly string[], cwd: folder };
}

function argvOf({ type, script, execution }: TaskFacts): readonly string[] | null {
  if (type === 'npm' && script !== undefined) return ['npm', 'run', script];
  if (execution.kind === 'process') return [execution.program, ...execution.args];
  if (execution.kind === 'line') return ['/bin/sh', '-c', execution.line];
  if (execution.kind === 'words') return execution.words.some(isForShell) ? null : execution.words;
  return null;
}

/** Whether a shell would interpret it. */
const isForShell = (arg: string): boolean => /[\s&|;<>$`*?()'"\\]/.test(arg.replaceAll('${', ''));

/** Substitutes the variables known here; null if only the editor knows one. */
function filledIn(text: string, folder: string): string | null {
  const known = text
    .replaceAll('${workspaceFolder}', folder)
    .replaceAll('${workspaceRoot}', folder)
    .replaceAll('${cwd}', folder);
  return /\$\{[^}]*\}/.test(known) ? null : known;
}

const absolute = (value: string, folder: string): string => {
  if (value === '' || value === folder) return folder;
  if (/^([/\\]|[A-Za-z]:)/.test(value)) return value.replace(/(?<![/\\])[/\\]+$/, '');
  return `${folder}/${value.replace(/^\.\//, '')}`.replace(/(?<![/\\])[/\\]+$/, '');
};

/** Uses the task's group, or its name for npm scripts such as `build` and `test`. */
export function kindOf(name: string, group: string | undefined): 'build' | 'test' | 'other' {
  if (group === 'build' || group === 'test') return group;
  const plain = name.replace(/^npm(: | run )?/, '');
  if (/^(test|check|spec)([:._-]|$)/.test(plain)) return 'test';
  return /^(build|compile|all|dist)([:._-]|$)/.test(plain) ? 'build' : 'other';
}
