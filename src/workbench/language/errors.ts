/** Errors and warnings with their fixes, and applying a fix. */
import { hash } from 'node:crypto';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../action-handler.ts';
import { withLanguage, type LanguageContext } from './with-language.ts';
import { applyPlanned } from './apply-planned.ts';
import type { LanguageServices } from './language-support.ts';
import { planWorkspaceEdit, type PlannedEdit } from './lsp-edits.ts';
import { rangeFromLsp, rangeToLsp, toWireDiagnostic } from './positions.ts';
import { serversWith } from './server-table.ts';

const maxWithFixes = 50;
const maxFixes = 20;
const maxFiles = 2_000;
const projectMs = 20_000;

export function getErrors(
  editor: EditorContext,
  services: LanguageServices,
  { path, root, limit }: ActionArgs<'get_errors'>,
  task: Task,
): Promise<Outcome> {
  return path === undefined
    ? errorsOfFolder(editor, services, root, limit, task)
    : errorsOfFile(editor, services, path, limit, task);
}

function errorsOfFile(
  editor: EditorContext,
  services: LanguageServices,
  path: string,
  limit: number,
  task: Task,
): Promise<Outcome> {
  return withLanguage(editor, services, path, task, async (language) => {
    const reported = await language.help.diagnostics(language.document);
    const wire = reported.slice(0, limit).map(async (diagnostic, at) => {
      const fixes = at < maxWithFixes ? await fixesFor(language, diagnostic) : [];
      const offered = fixes.map(({ fixId, action }) => ({
        fix_id: fixId,
        title: action.title.slice(0, 300),
      }));
      return { ...toWireDiagnostic(path, diagnostic), fixes: offered };
    });
    const diagnostics = await Promise.all(wire);
    editor.emit('lint_results', { path, source: language.help.name, count: reported.length });
    return done({ diagnostics, truncated: reported.length > limit });
  });
}

interface QuickFix {
  readonly fixId: string;
  readonly action: CodeAction;
}

/** The id is stable for the same fix of the same diagnostic. */
async function fixesFor(
  { help, document }: LanguageContext,
  diagnostic: Diagnostic,
): Promise<readonly QuickFix[]> {
  const actions = await help.fixes(document, diagnostic);
  return actions.slice(0, maxFixes).map((action) => {
    const about = [action.title, diagnostic.range, diagnostic.code, diagnostic.message];
    return { fixId: hash('sha256', JSON.stringify(about)).slice(0, 24), action };
  });
}

/** Goes file by file until the deadline; skips languages without support. */
async function errorsOfFolder(
  editor: EditorContext,
  services: LanguageServices,
  root: string | undefined,
  limit: number,
  task: Task,
): Promise<Outcome> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  const listing = await findFiles({ folder, limit: maxFiles * 10 }, task);
  if (isError(listing)) return listing;
  const served = new Set([
    'json',
    'css',
    'scss',
    'less',
    ...serversWith(editor.languageServers).flatMap((kind) => kind.languages),
  ]);
  const files = listing.paths.filter((file) => served.has(languageOf(file)));
  const deadline = performance.now() + projectMs;
  const diagnostics: object[] = [];
  let truncated = listing.truncated || files.length > maxFiles;
  for (const file of files.slice(0, maxFiles)) {
    if (performance.now() > deadline || diagnostics.length >= limit || task.signal.aborted) {
      truncated = true;
      break;
    }
    const own = await withLanguage(editor, services, file, task, async ({ help, document }) =>
      help.diagnostics(document),
    );
    // Skip an unreadable file or a language without a server.
    if (isError(own)) continue;
    diagnostics.push(...own.map((item) => ({ ...toWireDiagnostic(file, item), fixes: [] })));
  }
  editor.emit('lint_results', { path: folder, count: diagnostics.length });
  const wire = diagnostics.slice(0, limit);
  return done({ diagnostics: wire, truncated: truncated || diagnostics.length > limit });
}

export async function applyQuickFix(
  editor: EditorContext,
  services: LanguageServices,
  args: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planQuickFix(editor, services, args, task);
  if (isError(planned)) return planned;
  return applyPlanned(editor, planned.files, task, (files, truncated) => ({
    title: planned.title,
    files,
    truncated,
  }));
}

export function planQuickFix(
  editor: EditorContext,
  services: LanguageServices,
  { path, range, fix_id }: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<{ readonly title: string; readonly files: readonly PlannedEdit[] } | ActionError> {
  return withLanguage(editor, services, path, task, async (language) => {
    const requested = JSON.stringify(rangeFromLsp(rangeToLsp(range)));
    const diagnostics = await language.help.diagnostics(language.document);
    const here = diagnostics.filter(
      (diagnostic) => JSON.stringify(rangeFromLsp(diagnostic.range)) === requested,
    );
    const fixes = (await Promise.all(here.map((item) => fixesFor(language, item)))).flat();
    const selected = fixes.find((fix) => fix.fixId === fix_id);
    if (!selected)
      return refused('not-offered', 'That fix is no longer available at that position.');
    const { edit, title } = await language.help.resolveFix(selected.action);
    if (!edit)
      return refused('not-offered', 'That fix is a command of the language server, not an edit.');
    const files = await planWorkspaceEdit(editor, edit, task);
    return isError(files) ? files : { title, files };
  });
}
