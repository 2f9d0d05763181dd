/**
 * The command behind a task of the editor, said before it is run. Pure.
 * What the editor would ask the person for, or work out only then, cannot be said, and is not run.
 */
export interface TaskFacts {
  readonly type: string;
  readonly folder: string;
  /** Of an npm task: the script, and the folder of its package below the workspace folder. */
  readonly script?: string | undefined;
  readonly path?: string | undefined;
  readonly execution:
    | { readonly kind: 'process'; readonly program: string; readonly args: readonly string[] }
    | { readonly kind: 'line'; readonly line: string }
    | { readonly kind: 'words'; readonly words: readonly string[] }
    | { readonly kind: 'unknown' };
  readonly cwd?: string | undefined;
}

export interface SaidCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** Null when it cannot be said. */
export function commandOf(task: TaskFacts): SaidCommand | null {
  const cwd = filledIn(task.cwd ?? task.path ?? '', task.folder);
  const folder = cwd === null ? null : absolute(cwd, task.folder);
  const argv = argvOf(task)?.map((word) => filledIn(word, task.folder)) ?? null;
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

/** A shell would make something else of it. */
const isForShell = (word: string): boolean => /[\s&|;<>$`*?()'"\\]/.test(word.replaceAll('${', ''));

/** The variables whose value is known here; any other one only the editor knows. */
function filledIn(text: string, folder: string): string | null {
  const known = text
    .replaceAll('${workspaceFolder}', folder)
    .replaceAll('${workspaceRoot}', folder)
    .replaceAll('${cwd}', folder);
  return /\$\{[^}]*\}/.test(known) ? null : known;
}

const absolute = (place: string, folder: string): string => {
  if (place === '' || place === folder) return folder;
  if (/^([/\\]|[A-Za-z]:)/.test(place)) return place.replace(/[/\\]+$/, '');
  return `${folder}/${place.replace(/^\.\//, '')}`.replace(/[/\\]+$/, '');
};

/** As people name them: npm scripts `build` and `test` are what they are called. */
export function kindOf(name: string, group: string | undefined): 'build' | 'test' | 'other' {
  if (group === 'build' || group === 'test') return group;
  const plain = name.replace(/^npm(: | run )?/, '');
  if (/^(test|check|spec)([:._-]|$)/.test(plain)) return 'test';
  return /^(build|compile|all|dist)([:._-]|$)/.test(plain) ? 'build' : 'other';
}
