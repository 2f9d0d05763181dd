/** Searches names and contents; unsaved text takes precedence over the file on disk. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { mostPlannedFiles } from '../../../../src/shared/actions/plan-limits.ts';
import { isInside } from '../../../../src/shared/files/inside.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { withinBytes } from '../../../../src/workbench/basics/within-bytes.ts';
import { inLineEndingOf } from '../../../../src/workbench/buffers/text-edits.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { MatchLimit } from '../../../../src/workbench/search/match-limit.ts';
import {
  literal,
  queryArgs,
  type SearchQuery,
} from '../../../../src/workbench/search/search-pattern.ts';
import {
  applyChanges,
  changeOf,
  planOfChanges,
  type PlannedDocumentChange,
} from '../basics/changes.ts';
import { openDocument } from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { checkPlace, isInPlace, openPathOf } from '../basics/allowed-paths.ts';
import { orThrow, refusal, RefusalError } from '../basics/refusal.ts';
import { readMatches, type EditorMatch } from './matches.ts';
import { closedIn, globArgs, listFiles, runRipgrep } from './ripgrep.ts';

/** Of all texts before and after, in memory. */
const maxBufferedLength = 128 * 1024 * 1024;

export function searchHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      search_files: searchFiles,
      find_in_file: findInFile,
      find_in_project: ({ text, ignore_case, ...where }, task) =>
        findInFolder({ expression: text, as: 'text', ignoreCase: ignore_case }, where, task),
      regex_search: ({ pattern, ignore_case, ...where }, task) =>
        findInFolder({ expression: pattern, as: 'pattern', ignoreCase: ignore_case }, where, task),
      replace_text: (args, task) => replaceText(editor, args, task),
    },
    planners: {
      replace_text: async (args, task) =>
        planOfChanges(await plannedReplacements(args, task), task),
    },
    dispose: () => undefined,
  };
}

async function searchFiles(
  { glob, root, limit }: ActionArgs<'search_files'>,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const { paths, truncated } = await listFiles(folder, [glob], task);
  const shown = withinBytes(paths.slice(0, limit), task.resultBytes);
  return done({ paths: shown, truncated: truncated || shown.length < paths.length });
}

async function matchesIn(
  text: string,
  query: SearchQuery,
  limit: number,
  task: Task,
): Promise<readonly EditorMatch[]> {
  const end = await runRipgrep(['--json', ...queryArgs(query), '--', '-'], '/', task, {
    input: text,
  });
  return readMatches(end.stdout.toString('utf8'), limit + 1).matches;
}

async function findInFile(
  { path: file, text, ignore_case: ignoreCase, limit }: ActionArgs<'find_in_file'>,
  task: Task,
): Promise<Outcome> {
  const document = await openDocument(file);
  const query = { expression: text, as: 'text', ignoreCase } as const;
  const found = await matchesIn(document.getText(), query, limit, task);
  const plain = found.slice(0, limit).map(({ range, preview }) => ({ range, preview }));
  const matches = withinBytes(plain, task.resultBytes);
  return done({ matches, truncated: matches.length < found.length });
}

async function findInFolder(
  query: SearchQuery,
  { root, globs = [], limit }: Pick<ActionArgs<'regex_search'>, 'root' | 'globs' | 'limit'>,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const args = ['--json', ...queryArgs(query), ...globArgs(folder, globs, task.skip), '--', './'];
  const matchLimit = new MatchLimit(limit);
  const end = await runRipgrep(args, folder, task, {
    signal: AbortSignal.any([task.signal, matchLimit.signal]),
    onOutput: (piece) => matchLimit.count(piece),
  });
  const { matches, filesSearched } = readMatches(end.stdout.toString('utf8'), limit + 1);
  const onDisk = confirmed(matches, folder, task);
  const unsaved = await unsavedMatches(folder, globs, { ...query, limit }, task);
  const all = [
    ...onDisk.filter(({ path: file }) => !unsaved.has(file)),
    ...[...unsaved.values()].flat(),
  ];
  const ordered = all.toSorted((a, b) => compare(a, b));
  const shown = withinBytes(ordered.slice(0, limit), task.resultBytes);
  return done({
    matches: shown,
    files_searched: filesSearched,
    truncated:
      shown.length < ordered.length || end.timedOut || end.truncated || matchLimit.signal.aborted,
  });
}

/** A folder may have been swapped for a link, or closed, while it was searched. */
function confirmed(
  matches: readonly EditorMatch[],
  folder: string,
  task: Task,
): readonly EditorMatch[] {
  checkPlace(folder, task.roots);
  const closed = closedIn(folder, task);
  const isOpen = new Map<string, boolean>();
  return matches.flatMap((one) => {
    const file = path.join(folder, one.path);
    if (!isOpen.has(file)) {
      const isLeftOut = closed.some((other) => isInside(file, other));
      isOpen.set(file, !isLeftOut && isInPlace(file, task.roots));
    }
    return isOpen.get(file) === true ? [{ ...one, path: file }] : [];
  });
}

const compare = (a: EditorMatch, b: EditorMatch): number =>
  a.path === b.path ? a.range.start.line - b.range.start.line : a.path < b.path ? -1 : 1;

/** By path, including documents without a match, because their files on disk are outdated. */
async function unsavedMatches(
  folder: string,
  globs: readonly string[],
  { limit, ...query }: SearchQuery & { readonly limit: number },
  task: Task,
): Promise<ReadonlyMap<string, readonly EditorMatch[]>> {
  const dirty = vscode.workspace.textDocuments.flatMap((document) => {
    const file = document.isDirty ? openPathOf(document.uri, task) : null;
    return file !== null && isInside(file, folder) ? [{ file, document }] : [];
  });
  if (dirty.length === 0) return new Map();
  const listed = new Set((await listFiles(folder, globs, task)).paths);
  const found = new Map<string, readonly EditorMatch[]>();
  for (const { file, document } of dirty.filter((item) => listed.has(item.file))) {
    const matches = await matchesIn(document.getText(), query, limit, task);
    found.set(
      file,
      matches.map((match) => ({ ...match, path: file })),
    );
  }
  return found;
}

async function plannedReplacements(
  { paths, globs, root, text, replacement, ignore_case: ignoreCase }: ActionArgs<'replace_text'>,
  task: Task,
): Promise<readonly PlannedDocumentChange[]> {
  const query = { expression: text, as: 'text', ignoreCase } as const;
  const files = paths ?? (await listFiles(orThrow(oneFolder(root, task)), globs ?? [], task)).paths;
  const matching = paths ? files : await filesWith(query, files, task);
  const planned: PlannedDocumentChange[] = [];
  let bufferedLength = 0;
  for (const file of matching) {
    if (task.signal.aborted) throw refusal('ask-withdrawn');
    checkPlace(file, task.roots);
    const document = await openDocument(file).catch(unlessNotText(paths !== undefined));
    if (!document) continue;
    const now = document.getText();
    // Both texts use the document's line endings.
    const pattern = new RegExp(literal(inLineEndingOf(text, now)), ignoreCase ? 'giu' : 'gu');
    const spans = [...now.matchAll(pattern)].map(({ index, 0: found }) => ({
      ...{ start: index, end: index + found.length },
      text: inLineEndingOf(replacement, now),
    }));
    if (spans.length === 0) continue;
    const change = changeOf(file, document, spans);
    planned.push(change);
    bufferedLength += change.before.length + change.after.length;
    if (planned.length > mostPlannedFiles || bufferedLength > maxBufferedLength)
      throw refusal('too-large-edit', 'It would change too many files at once. Narrow it down.');
  }
  return planned;
}

/** A binary file is skipped if a glob matched it and refused if it was named. */
const unlessNotText =
  (isNamed: boolean) =>
  (error: unknown): null => {
    if (!isNamed && error instanceof RefusalError) return null;
    throw error;
  };

/** Only files that contain the text on disk, or have unsaved text, are opened. */
async function filesWith(
  query: SearchQuery,
  files: readonly string[],
  task: Task,
): Promise<readonly string[]> {
  const unsaved = new Set(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty)
      .map((item) => item.uri.fsPath),
  );
  const matching = new Set<string>();
  for (let at = 0; at < files.length; at += 500) {
    const some = files.slice(at, at + 500);
    const args = ['--files-with-matches', '--null', ...queryArgs(query), '--', ...some];
    const end = await runRipgrep(args, '/', task);
    for (const file of end.stdout.toString('utf8').split('\0')) matching.add(file);
  }
  return files.filter((file) => matching.has(file) || unsaved.has(file));
}

async function replaceText(
  editor: HandlerContext,
  args: ActionArgs<'replace_text'>,
  task: Task,
): Promise<Outcome> {
  const planned = await plannedReplacements(args, task);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  const counts = new Map(planned.map((item) => [item.path, item.spans.length]));
  const shown = files.map((file) => ({ ...file, replacements: counts.get(file.path) ?? 0 }));
  const replacements = [...counts.values()].reduce((sum, item) => sum + item, 0);
  return done({ files: shown, replacements, truncated }, changes);
}
