/**
 * Carries out a plain file command as steps, like the actions of files: what is deleted goes to the trash, nothing is
 * replaced, and contents are stored. The agent is told what the program would have told it.
 */
import type { FileHandle } from 'node:fs/promises';
import type { FileStep } from '../../shared/commands/file-steps.ts';
import type { FileChange } from '../../shared/files/file-change.ts';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { maxSavedBytes, saveContentOf } from '../basics/saved-content.ts';
import type { Task } from '../action-handler.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import { deleteFile, renameFile } from './change-files.ts';
import { closeBelow } from './close-below.ts';
import type { Trash } from './trash.ts';

interface StepContext {
  readonly editor: EditorContext;
  readonly trash: Trash;
  readonly task: Task;
}

/** Says that all of it can be undone, unless a step is more than can be done here. */
export async function planSteps(
  { files }: Pick<EditorContext, 'files'>,
  steps: readonly FileStep[],
  { roots }: Task,
): Promise<Plan> {
  const isPossible = await allCanBeCopied(files, steps, roots);
  return {
    ...(isPossible ? { recoverable: true } : {}),
    recoverability: isPossible ? sentenceFor(steps) : 'It is done by the program itself.',
    truncated: false,
  };
}

const sentenceFor = (steps: readonly FileStep[]): string =>
  steps.some(({ op }) => op === 'delete')
    ? "It moves to Gatehouse's trash and can be restored from there."
    : 'It replaces nothing.';

async function allCanBeCopied(
  files: EditorContext['files'],
  steps: readonly FileStep[],
  roots: Task['roots'],
): Promise<boolean> {
  for (const { op, path } of steps) {
    if (op !== 'copy') continue;
    const stat = await onOpenFile(files, path, roots, (handle) => handle.stat());
    if (isError(stat) || stat.size > maxSavedBytes) return false;
  }
  return true;
}

/** Goes on after a step that failed, as the programs do. */
export async function carryOut(
  steps: readonly FileStep[],
  program: string,
  context: StepContext,
): Promise<Outcome> {
  const changes: FileChange[] = [];
  const errors: string[] = [];
  for (const step of steps) {
    if (context.task.signal.aborted) break;
    const ended = await carryOutOne(step, context);
    if (isError(ended)) errors.push(`${program}: ${step.path}: ${errorWords(ended)}\n`);
    else changes.push(...ended);
  }
  const stderr = errors.join('');
  return done(
    {
      ...{ exit_code: errors.length === 0 ? 0 : 1, signal: null, timed_out: false },
      ...{ stdout: '', stderr, output_bytes: Buffer.byteLength(stderr), truncated: false },
    },
    changes,
  );
}

async function carryOutOne(
  step: FileStep,
  { editor, trash, task }: StepContext,
): Promise<readonly FileChange[] | ActionError> {
  const { path } = step;
  switch (step.op) {
    case 'delete': {
      const outcome = await deleteFile(editor, trash, { path, recursive: step.recursive }, task);
      if (outcome.kind !== 'done')
        return step.mayBeAbsent && outcome.code === 'not-found' ? [] : outcome;
      await closeBelow(editor, path, task);
      return outcome.changes ?? [];
    }
    case 'move': {
      const args = { path, new_path: step.newPath, overwrite: false };
      const outcome = await renameFile(editor, args, task);
      return outcome.kind === 'done' ? (outcome.changes ?? []) : outcome;
    }
    case 'copy':
      return copy(path, step.newPath, editor, task);
    case 'make-folder': {
      const how = { makeFolders: step.withParents };
      return (await editor.files.makeFolder(path, task.roots, how)) ?? [];
    }
    case 'touch':
      return touch(path, editor, task);
  }
}

async function copy(
  path: string,
  newPath: string,
  editor: EditorContext,
  { roots }: Task,
): Promise<readonly FileChange[] | ActionError> {
  const saved = await saveContentOf(editor, path, roots);
  if (isError(saved)) return saved;
  const stat = await onOpenFile(editor.files, path, roots, (handle) => handle.stat());
  if (isError(stat)) return stat;
  const permissions = { mode: stat.mode & 0o777 };
  const made = await editor.files.create(newPath, roots, saved.bytes, permissions);
  if (isError(made)) return made;
  editor.emit('file_created', { path: newPath });
  return [{ path: newPath, before: null, after: saved.digest }];
}

async function touch(
  path: string,
  editor: EditorContext,
  { roots }: Task,
): Promise<readonly FileChange[] | ActionError> {
  const nothing = Buffer.alloc(0);
  const digest = await editor.keep(nothing);
  const made = await editor.files.create(path, roots, nothing);
  if (!isError(made)) {
    editor.emit('file_created', { path });
    return [{ path, before: null, after: digest }];
  }
  if (made.code !== 'already-there') return made;
  const now = new Date();
  const problem = await onOpenFile(editor.files, path, roots, async (handle) => {
    await handle.utimes(now, now);
    return null;
  });
  return problem ?? [];
}

async function onOpenFile<T>(
  files: EditorContext['files'],
  path: string,
  roots: Task['roots'],
  use: (handle: FileHandle) => Promise<T>,
): Promise<T | ActionError> {
  const handle = await files.open(path, roots);
  if (isError(handle)) return handle;
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

const words: Readonly<Record<string, string>> = {
  'not-found': 'No such file or directory',
  'already-there': 'File exists',
  'not-a-file': 'Is a directory',
  'not-a-folder': 'Not a directory',
};

const errorWords = ({ code, message }: ActionError): string => words[code] ?? message;
