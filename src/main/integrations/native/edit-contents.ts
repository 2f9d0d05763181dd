/**
 * The files that an agent's own tool would change: the diff, computed from its arguments and the
 * current file, and the contents before and after, stored so that the user can undo the change.
 */
import { createTwoFilesPatch } from 'diff';
import { refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { mostPlannedFiles } from '../../../shared/actions/plan-limits.ts';
import type { Plan, PlannedFile } from '../../../shared/actions/plan.ts';
import { isInertChange } from '../../../shared/files/inert-changes.ts';
import type { NativeFile } from '../../../shared/native/native-actions.ts';
import { BlobStore } from '../../platform/files/blob-store.ts';
import { fileStateAt, readRegularFile } from '../../platform/files/bounded-read.ts';

/**
 * A larger file can be changed, but neither displayed nor restored, so the change needs an ask.
 */
const maxBytes = 2 * 1024 ** 2;
const maxDiffMs = 1_000;
const maxDiffLength = 512 * 1024;

export class EditContents {
  readonly #blobs: BlobStore;

  constructor(dataDir: string) {
    this.#blobs = new BlobStore(dataDir);
  }

  async plan(
    files: readonly NativeFile[],
    real: (path: string) => string,
  ): Promise<Plan | ActionError | null> {
    if (files.length > mostPlannedFiles)
      return refused('too-large-edit', `It would change ${files.length} files.`);
    const planned = files
      .flatMap((file) => plannedFiles(file, real))
      .map((file) => (canBeStored(file.path) ? file : { ...file, lost: true as const }));
    // Deleted or replaced content can be restored if it is stored first.
    const isKept = planned.every(
      ({ path, use, lost }) => lost !== true && (use !== 'delete' || textAt(path) !== null),
    );
    return { files: planned, truncated: false, ...(isKept ? { recoverable: true } : {}) };
  }

  async store(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const stored = new Map<string, string | null>();
    for (const path of new Set(paths)) {
      const state = fileStateAt(path);
      if (state === 'missing') stored.set(path, null);
      const bytes = state === 'file' ? readRegularFile(path, maxBytes) : null;
      if (bytes) stored.set(path, await this.#blobs.put(bytes));
    }
    return stored;
  }

  storeText(text: string): Promise<string> {
    return this.#blobs.put(Buffer.from(text));
  }
}

function plannedFiles(file: NativeFile, real: (path: string) => string): readonly PlannedFile[] {
  const path = real(file.path);
  const before = textAt(path);
  if (file.change === 'delete') return [changed(path, 'delete', before ?? '', '')];
  const after = textAfter(file, before);
  if (file.change === 'move' || (file.to !== undefined && file.to !== file.path)) {
    const to = real(file.to ?? file.path);
    return [
      changed(path, 'delete', before ?? '', ''),
      after === null ? unseen(file, to, 'create') : changed(to, 'create', textAt(to) ?? '', after),
    ];
  }
  const use = fileStateAt(path) === 'missing' ? 'create' : 'write';
  return [after === null ? unseen(file, path, use) : changed(path, use, before ?? '', after)];
}

/** Nothing is lost if there is no file. */
const canBeStored = (path: string): boolean =>
  fileStateAt(path) === 'missing' || readRegularFile(path, maxBytes) !== null;

/** Null if there is no such text file, or it is too large. */
function textAt(path: string): string | null {
  const bytes = readRegularFile(path, maxBytes);
  return bytes && !bytes.includes(0) ? bytes.toString('utf8') : null;
}

/**
 * The resulting content of the file; null if the arguments do not determine it or do not fit the
 * file.
 */
function textAfter({ new_text, replacements }: NativeFile, before: string | null): string | null {
  if (new_text !== undefined) return new_text;
  if (before === null || !replacements) return null;
  let text = before;
  for (const { old_text, new_text: replacement, all, at } of replacements) {
    if (old_text === '' || !text.includes(old_text)) return null;
    // Only the agent's own search decides which of several matching passages is meant.
    if (!all && !isOnce(text, old_text)) return null;
    if (at !== undefined && (at !== '' || !areLinesOf(before, old_text))) return null;
    text = all
      ? text.replaceAll(old_text, () => replacement)
      : text.replace(old_text, () => replacement);
  }
  return text;
}

const isOnce = (text: string, part: string): boolean =>
  text.indexOf(part) === text.lastIndexOf(part);

/** A patch is compared line by line with the current file. */
const areLinesOf = (text: string, part: string): boolean =>
  isOnce(text, part) && `\n${text}`.includes(`\n${part}`);

function changed(
  path: string,
  use: PlannedFile['use'],
  before: string,
  after: string,
): PlannedFile {
  const diff = hunksOf(before, after);
  const cut = diff === null || diff.length > maxDiffLength;
  return {
    ...{ path, use, bytes: Buffer.byteLength(after), diff: cut ? '' : diff, cut },
    ...(isInertChange(path, before, after) ? { inert: true } : {}),
  };
}

/** The passages as the agent sent them, if the file does not contain them. */
function unseen(
  { replacements = [] }: NativeFile,
  path: string,
  use: PlannedFile['use'],
): PlannedFile {
  const lines = replacements.flatMap(({ old_text, new_text, at = '' }) => [
    `@@ as the agent describes it${at === '' ? '' : `, at ${at}`} @@`,
    ...old_text.split('\n').map((line) => `-${line}`),
    ...new_text.split('\n').map((line) => `+${line}`),
  ]);
  const diff = lines.join('\n');
  const bytes = replacements.reduce((sum, { new_text }) => sum + Buffer.byteLength(new_text), 0);
  return { path, use, bytes, diff: diff.slice(0, maxDiffLength), cut: diff.length > maxDiffLength };
}

/**
 * Without the header, which repeats the name; null if the texts are too different to compare in
 * time.
 */
function hunksOf(before: string, after: string): string | null {
  if (before === after) return '';
  const options = { context: 3, timeout: maxDiffMs };
  const diff = createTwoFilesPatch('file', 'file', before, after, '', '', options);
  return diff === undefined ? null : diff.slice(diff.indexOf('\n@@') + 1);
}
