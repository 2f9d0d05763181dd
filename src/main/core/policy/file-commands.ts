/**
 * Commands that do what an action of files does: `rm`, `mv`, `cp`, `mkdir` and `touch` in their plain forms. Such a
 * command is not started: the workbench carries it out like the action, so that what is deleted goes to the trash.
 * Read strictly: whatever is not on the table is an ordinary command.
 */
import type { Scope } from '../../../shared/access/scopes.ts';
import type { ActionName } from '../../../shared/actions/actions.ts';
import { maxFileSteps, type FileStep } from '../../../shared/commands/file-steps.ts';

/** The words as given; the paths they name are not resolved here. */
export interface FileCommand {
  readonly op: FileStep['op'];
  readonly names: readonly string[];
  /** Where to, for `mv` and `cp`. */
  readonly target: string | null;
  readonly options: ReadonlySet<string>;
}

interface FileForm {
  readonly op: FileStep['op'];
  /** Short options may be joined, as in `-rf`. */
  readonly short: string;
  readonly long: Readonly<Record<string, string>>;
  /** The last name says where to. */
  readonly hasTarget?: true;
}

const forms: Readonly<Record<string, FileForm>> = {
  rm: { op: 'delete', short: 'rRf', long: { '--recursive': 'r', '--force': 'f' } },
  // Nothing is ever replaced, so `-f` and `-n` make no difference.
  mv: { op: 'move', short: 'fn', long: {}, hasTarget: true },
  cp: { op: 'copy', short: 'fn', long: {}, hasTarget: true },
  mkdir: { op: 'make-folder', short: 'p', long: { '--parents': 'p' } },
  touch: { op: 'touch', short: '', long: {} },
};

/** Null when it is no command on the table. */
export function fileCommand([program = '', ...words]: readonly string[]): FileCommand | null {
  const form = Object.hasOwn(forms, program) ? forms[program] : undefined;
  const read = form && optionsAndNames(form, words);
  if (!form || !read || read.names.length === 0 || read.names.length > maxFileSteps) return null;
  const { options, names } = read;
  if (!form.hasTarget) return { op: form.op, names, target: null, options };
  if (names.length < 2) return null;
  return { op: form.op, names: names.slice(0, -1), target: names.at(-1) ?? null, options };
}

function optionsAndNames(
  { short, long }: FileForm,
  words: readonly string[],
): Pick<FileCommand, 'names' | 'options'> | null {
  const options = new Set<string>();
  const names: string[] = [];
  let areNames = false;
  for (const word of words) {
    if (areNames || !word.startsWith('-')) names.push(word);
    else if (word === '--') areNames = true;
    else if (Object.hasOwn(long, word)) options.add(long[word] ?? '');
    else if (isJoined(word, short)) for (const letter of word.slice(1)) options.add(letter);
    else return null;
  }
  return names.every(isPlainName) ? { names, options } : null;
}

const isJoined = (word: string, letters: string): boolean =>
  word.length > 1 &&
  word
    .slice(1)
    .split('')
    .every((letter) => letters.includes(letter));

/** A name without special meaning: no `~`, which only a shell replaces. */
const isPlainName = (name: string): boolean => name !== '' && !/^~|\p{Cc}|\\/u.test(name);

interface FileUse {
  readonly scopes: readonly Scope[];
  /** The actions that do the same; rules about them hold for the command. */
  readonly like: readonly ActionName[];
}

const uses: Readonly<Record<FileStep['op'], FileUse>> = {
  delete: { scopes: ['delete:files'], like: ['delete_file'] },
  move: { scopes: ['rename:files'], like: ['rename_file'] },
  copy: { scopes: ['read:files', 'create:files'], like: ['open_file', 'create_file'] },
  'make-folder': { scopes: ['create:files'], like: ['create_file'] },
  touch: { scopes: ['create:files', 'write:files'], like: ['create_file', 'edit_buffer'] },
};

export const fileUseOf = (steps: readonly FileStep[]): FileUse => {
  const all = [...new Set(steps.map(({ op }) => op))].map((op) => uses[op]);
  return {
    scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
    like: [...new Set(all.flatMap(({ like }) => like))],
  };
};
