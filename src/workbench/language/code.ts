/** Completions, definitions, formatting, lenses and renaming. */
import fs from 'node:fs';
import type { CompletionItem, Location } from 'vscode-languageserver-protocol';

import type { ActionArgs } from '../../shared/actions.ts';
import { isInside } from '../../shared/inside.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { readTextFile } from '../basics/text-file.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import { applyPlanned } from './apply-planned.ts';
import { withHelp } from './ask-helper.ts';
import type { Helpers } from './helpers.ts';
import { applyTextEdits, newBytes, planWorkspaceEdit, type PlannedEdit } from './lsp-edits.ts';
import { pathOf, rangeFromLsp, rangeToLsp, toLsp } from './places.ts';

const cannot = (name: string): Trouble => refused('no-language-support', `${name} cannot do that.`);

/** The protocol numbers them from 1. */
const kindNames = [
  ...['', 'text', 'method', 'function', 'constructor', 'field', 'variable', 'class', 'interface'],
  ...['module', 'property', 'unit', 'value', 'enum', 'keyword', 'snippet', 'color', 'file'],
  ...['reference', 'folder', 'enummember', 'constant', 'struct', 'event', 'operator'],
  'typeparameter',
];

export function getCompletions(
  desk: Desk,
  helpers: Helpers,
  { path, position, limit }: ActionArgs<'get_completions'>,
  task: Task,
): Promise<Outcome> {
  return withHelp(desk, helpers, path, task, async ({ help, document }) => {
    const told = await help.completions(document, toLsp(position));
    if (!told) return cannot(help.name);
    const sorted = told.items.toSorted((a, b) =>
      (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1,
    );
    const items = sorted.slice(0, limit).map(toldItem);
    if (items.length > 0) {
      desk.tell(
        'completions_available',
        { path, position, count: told.items.length },
        task.sessionId,
      );
    }
    return done({ items, truncated: told.isIncomplete || told.items.length > limit });
  });
}

const toldItem = (item: CompletionItem) => ({
  label: item.label.slice(0, 1000),
  kind: kindNames[item.kind ?? 1] ?? 'text',
  ...(item.detail ? { detail: item.detail.slice(0, 4000) } : {}),
  insert_text: (item.textEdit?.newText ?? item.insertText ?? item.label).slice(0, 10_000),
});

export function gotoDefinition(
  desk: Desk,
  helpers: Helpers,
  { path, position }: ActionArgs<'goto_definition'>,
  task: Task,
): Promise<Outcome> {
  return withHelp(desk, helpers, path, task, async ({ help, document }) => {
    const found = await help.definitions(document, toLsp(position));
    if (!found) return cannot(help.name);
    const locations = await Promise.all(
      found.slice(0, 100).map((one) => toldLocation(desk, one, task)),
    );
    const inside = locations.filter((one) => one !== null);
    return done({ locations: inside, truncated: inside.length < found.length });
  });
}

/** Null for what lies outside the session's folders: that is not theirs to see. */
async function toldLocation(desk: Desk, { uri, range }: Location, task: Task) {
  const named = pathOf(uri);
  // Servers answer with real paths or with links, as they please.
  const path = named === null ? null : (realpath(named) ?? named);
  if (path === null || !task.roots.some((root) => isInside(path, root.path))) return null;
  const text = desk.documents.unsavedText(path) ?? (await textOf(desk, path, task));
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

async function textOf(desk: Desk, path: string, { roots }: Task): Promise<string | null> {
  const file = await readTextFile(desk, path, roots);
  return isTrouble(file) ? null : file.text;
}

export async function formatCode(
  desk: Desk,
  helpers: Helpers,
  args: ActionArgs<'format_code'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planFormat(desk, helpers, args, task);
  if (isTrouble(planned)) return planned;
  const { path } = args;
  if (!planned.change) return done({ path, version: planned.version, diff: '', truncated: false });
  const { change } = planned;
  const written = await applyChanges(desk, [change], task);
  if (isTrouble(written)) return written;
  const diff = diffOf(path, change.old.text, change.text);
  const most = task.resultBytes / 2;
  const version = written[0]?.version ?? planned.version;
  const told = { path, version, diff: diff.slice(0, most), truncated: diff.length > most };
  return done(told, changesOf(written));
}

export function planFormat(
  desk: Desk,
  helpers: Helpers,
  { path, range }: ActionArgs<'format_code'>,
  task: Task,
): Promise<{ readonly version: string; readonly change: PlannedEdit | null } | Trouble> {
  return withHelp(desk, helpers, path, task, async ({ help, document, open }) => {
    if (open.dirty) return refused('stale', 'It has unsaved changes; save it first.');
    const edits = await help.format(document, range ? rangeToLsp(range) : null);
    if (!edits) return cannot(help.name);
    const text = applyTextEdits(document.text, edits);
    if (text === null) return refused('stale', 'It is not what the language server has seen.');
    if (text === document.text) return { version: document.version, change: null };
    const old = await readTextFile(desk, path, task.roots);
    if (isTrouble(old)) return old;
    if (old.text !== document.text) return refused('stale');
    const change = { path, old, text, edits: edits.length, bytes: newBytes(edits) };
    return { version: document.version, change };
  });
}

export function getCodeLens(
  desk: Desk,
  helpers: Helpers,
  { path }: ActionArgs<'get_code_lens'>,
  task: Task,
): Promise<Outcome> {
  return withHelp(desk, helpers, path, task, async ({ help, document }) => {
    const lenses = await help.lenses(document);
    if (!lenses) return cannot(help.name);
    const told = lenses.flatMap(({ range, command }) =>
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
    return done({ lenses: told, truncated: false });
  });
}

export async function refactorSymbol(
  desk: Desk,
  helpers: Helpers,
  args: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planRename(desk, helpers, args, task);
  if (isTrouble(planned)) return planned;
  const occurrences = planned.reduce((sum, file) => sum + file.edits, 0);
  return applyPlanned(desk, planned, task, (files, truncated) => ({
    occurrences,
    files,
    truncated,
  }));
}

export function planRename(
  desk: Desk,
  helpers: Helpers,
  { path, position, new_name }: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<readonly PlannedEdit[] | Trouble> {
  return withHelp(desk, helpers, path, task, async ({ help, document }) => {
    const edit = await help.rename(document, toLsp(position), new_name);
    if (!edit) return cannot(help.name);
    const planned = await planWorkspaceEdit(desk, edit, task);
    const isNothing = !isTrouble(planned) && planned.length === 0;
    return isNothing
      ? refused('not-offered', 'There is nothing to rename at that place.')
      : planned;
  });
}
