/** Completions, definitions, formatting, lenses and renaming. */
import fs from 'node:fs';
import { dirname, resolve as pathTo } from 'node:path';
import type { CompletionItem, Location } from 'vscode-languageserver-protocol';

import type { ActionArgs } from '../../shared/actions/actions.ts';
import { isInside } from '../../shared/files/inside.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { readTextFile } from '../basics/text-file.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import { applyPlanned } from './apply-planned.ts';
import { withLanguage } from './with-language.ts';
import type { LanguageServices } from './language-support.ts';
import { applyTextEdits, newBytes, planWorkspaceEdit, type PlannedEdit } from './lsp-edits.ts';
import { pathOf, rangeFromLsp, rangeToLsp, toLsp } from './positions.ts';

const cannot = (name: string): ActionError =>
  refused('no-language-support', `${name} cannot do that.`);

/** The protocol numbers them from 1. */
const kindNames = [
  ...['', 'text', 'method', 'function', 'constructor', 'field', 'variable', 'class', 'interface'],
  ...['module', 'property', 'unit', 'value', 'enum', 'keyword', 'snippet', 'color', 'file'],
  ...['reference', 'folder', 'enummember', 'constant', 'struct', 'event', 'operator'],
  'typeparameter',
];

export function getCompletions(
  editor: EditorContext,
  services: LanguageServices,
  { path, position, limit }: ActionArgs<'get_completions'>,
  task: Task,
): Promise<Outcome> {
  return withLanguage(editor, services, path, task, async ({ help, document }) => {
    const wire = await help.completions(document, toLsp(position));
    if (!wire) return cannot(help.name);
    const inside = wire.items.filter((item) => !namesOutside(item, path, task));
    const sorted = inside.toSorted((a, b) =>
      (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1,
    );
    const items = sorted.slice(0, limit).map(toWireItem);
    if (items.length > 0) {
      editor.emit(
        'completions_available',
        { path, position, count: inside.length },
        task.sessionId,
      );
    }
    return done({ items, truncated: wire.isIncomplete || inside.length > limit });
  });
}

/** Whether the item would import something from outside, or is a file or folder there. */
function namesOutside(item: CompletionItem, document: string, task: Task): boolean {
  const description = [
    item.detail,
    item.labelDetails?.description,
    item.labelDetails?.detail,
    item.label,
  ];
  const named = description.flatMap((text) => (text ?? '').match(/(?:\.\.?\/|\/)[^\s'"`]*/g) ?? []);
  return named.some((name) => {
    const target = pathTo(dirname(document), name);
    const isThere = realpath(target) !== null;
    return isThere && !isOpenTo(target, task);
  });
}

/** Whether the path and its real path lie in the session's folders and are not closed. */
function isOpenTo(path: string, { roots, skip }: Task): boolean {
  return [path, realpath(path) ?? path].every(
    (item) =>
      roots.some((root) => isInside(item, root.path)) &&
      !skip.some((closed) => isInside(item, closed)),
  );
}

const toWireItem = (item: CompletionItem) => ({
  label: item.label.slice(0, 1000),
  kind: kindNames[item.kind ?? 1] ?? 'text',
  ...(item.detail ? { detail: item.detail.slice(0, 4000) } : {}),
  insert_text: (item.textEdit?.newText ?? item.insertText ?? item.label).slice(0, 10_000),
});

export function gotoDefinition(
  editor: EditorContext,
  services: LanguageServices,
  { path, position }: ActionArgs<'goto_definition'>,
  task: Task,
): Promise<Outcome> {
  return withLanguage(editor, services, path, task, async ({ help, document }) => {
    const definitions = await help.definitions(document, toLsp(position));
    if (!definitions) return cannot(help.name);
    const locations = await Promise.all(
      definitions.slice(0, 100).map((item) => toWireLocation(editor, item, task)),
    );
    const inside = locations.filter((location) => location !== null);
    return done({ locations: inside, truncated: inside.length < definitions.length });
  });
}

/** Null if it lies outside the session's folders, which the agent must not see. */
async function toWireLocation(editor: EditorContext, { uri, range }: Location, task: Task) {
  const named = pathOf(uri);
  // Servers may answer with real paths or with links.
  const path = named === null ? null : (realpath(named) ?? named);
  if (path === null || !isOpenTo(path, task)) return null;
  const text = editor.documents.unsavedText(path) ?? (await textOf(editor, path, task));
  if (text === null) return null;
  const preview = (text.split('\n')[range.start.line] ?? '').trim().slice(0, 400);
  return { path, range: rangeFromLsp(range), preview };
}

function realpath(path: string): string | null {
  try {
    return fs.realpathSync(path);
  } catch {
    return null;
  }
}

async function textOf(
  editor: EditorContext,
  path: string,
  { roots }: Task,
): Promise<string | null> {
  const file = await readTextFile(editor, path, roots);
  return isError(file) ? null : file.text;
}

export async function formatCode(
  editor: EditorContext,
  services: LanguageServices,
  args: ActionArgs<'format_code'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planFormat(editor, services, args, task);
  if (isError(planned)) return planned;
  const { path } = args;
  if (!planned.change) return done({ path, version: planned.version, diff: '', truncated: false });
  const { change } = planned;
  const written = await applyChanges(editor, [change], task);
  if (isError(written)) return written;
  const diff = diffOf(path, change.old.text, change.text);
  const max = task.resultBytes / 2;
  const version = written[0]?.version ?? planned.version;
  const wire = { path, version, diff: diff.slice(0, max), truncated: diff.length > max };
  return done(wire, changesOf(written));
}

export function planFormat(
  editor: EditorContext,
  services: LanguageServices,
  { path, range }: ActionArgs<'format_code'>,
  task: Task,
): Promise<{ readonly version: string; readonly change: PlannedEdit | null } | ActionError> {
  return withLanguage(editor, services, path, task, async ({ help, document, open }) => {
    if (open.dirty) return refused('stale', 'It has unsaved changes; save it first.');
    const edits = await help.format(document, range ? rangeToLsp(range) : null);
    if (!edits) return cannot(help.name);
    const text = applyTextEdits(document.text, edits);
    if (text === null)
      return refused('stale', 'The file changed since the language server read it.');
    if (text === document.text) return { version: document.version, change: null };
    const old = await readTextFile(editor, path, task.roots);
    if (isError(old)) return old;
    if (old.text !== document.text) return refused('stale');
    const change = { path, old, text, edits: edits.length, bytes: newBytes(edits) };
    return { version: document.version, change };
  });
}

export function getCodeLens(
  editor: EditorContext,
  services: LanguageServices,
  { path }: ActionArgs<'get_code_lens'>,
  task: Task,
): Promise<Outcome> {
  return withLanguage(editor, services, path, task, async ({ help, document }) => {
    const lenses = await help.lenses(document);
    if (!lenses) return cannot(help.name);
    const wire = lenses.flatMap(({ range, command }) =>
      command
        ? [
            {
              range: rangeFromLsp(range),
              title: command.title.slice(0, 400),
              command: command.command.slice(0, 400),
            },
          ]
        : [],
    );
    return done({ lenses: wire, truncated: false });
  });
}

export async function refactorSymbol(
  editor: EditorContext,
  services: LanguageServices,
  args: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planRename(editor, services, args, task);
  if (isError(planned)) return planned;
  const occurrences = planned.reduce((sum, file) => sum + file.edits, 0);
  return applyPlanned(editor, planned, task, (files, truncated) => ({
    occurrences,
    files,
    truncated,
  }));
}

export function planRename(
  editor: EditorContext,
  services: LanguageServices,
  { path, position, new_name }: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<readonly PlannedEdit[] | ActionError> {
  return withLanguage(editor, services, path, task, async ({ help, document }) => {
    const edit = await help.rename(document, toLsp(position), new_name);
    if (!edit) return cannot(help.name);
    const planned = await planWorkspaceEdit(editor, edit, task);
    const isNothing = !isError(planned) && planned.length === 0;
    return isNothing
      ? refused('not-offered', 'There is nothing to rename at that position.')
      : planned;
  });
}
