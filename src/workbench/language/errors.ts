/** Errors and warnings with the fixes on offer, and applying one of them. */
import { hash } from 'node:crypto';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol';
import type { ActionArgs } from '../../shared/actions.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../hand.ts';
import { withHelp, type Helped } from './ask-helper.ts';
import { applyPlanned } from './apply-planned.ts';
import type { Helpers } from './helpers.ts';
import { planWorkspaceEdit, type PlannedEdit } from './lsp-edits.ts';
import { rangeFromLsp, rangeToLsp, toldDiagnostic } from './places.ts';
import { serversWith } from './server-table.ts';

const mostWithFixes = 50;
const mostFixes = 20;
const mostFiles = 2_000;
const projectMs = 20_000;

export function getErrors(
  desk: Desk,
  helpers: Helpers,
  { path, root, limit }: ActionArgs<'get_errors'>,
  task: Task,
): Promise<Outcome> {
  return path === undefined
    ? errorsOfFolder(desk, helpers, root, limit, task)
    : errorsOfFile(desk, helpers, path, limit, task);
}

function errorsOfFile(
  desk: Desk,
  helpers: Helpers,
  path: string,
  limit: number,
  task: Task,
): Promise<Outcome> {
  return withHelp(desk, helpers, path, task, async (helped) => {
    const found = await helped.help.diagnostics(helped.document);
    const told = found.slice(0, limit).map(async (diagnostic, at) => {
      const fixes = at < mostWithFixes ? await fixesFor(helped, diagnostic) : [];
      const offered = fixes.map(({ fixId, action }) => ({
        fix_id: fixId,
        title: action.title.slice(0, 300),
      }));
      return { ...toldDiagnostic(path, diagnostic), fixes: offered };
    });
    const diagnostics = await Promise.all(told);
    desk.tell('lint_results', { path, source: helped.help.name, count: found.length });
    return done({ diagnostics, truncated: found.length > limit });
  });
}

interface Fix {
  readonly fixId: string;
  readonly action: CodeAction;
}

/** The same fix of the same diagnostic has the same id, whenever it is asked for. */
async function fixesFor(
  { help, document }: Helped,
  diagnostic: Diagnostic,
): Promise<readonly Fix[]> {
  const actions = await help.fixes(document, diagnostic);
  return actions.slice(0, mostFixes).map((action) => {
    const about = [action.title, diagnostic.range, diagnostic.code, diagnostic.message];
    return { fixId: hash('sha256', JSON.stringify(about)).slice(0, 24), action };
  });
}

/** File by file until the time is up; languages that nobody understands are left out. */
async function errorsOfFolder(
  desk: Desk,
  helpers: Helpers,
  root: string | undefined,
  limit: number,
  task: Task,
): Promise<Outcome> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  const found = await findFiles({ folder, limit: mostFiles * 10 }, task);
  if (isTrouble(found)) return found;
  const served = new Set([
    'json',
    'css',
    'scss',
    'less',
    ...serversWith(desk.languageServers).flatMap((kind) => kind.languages),
  ]);
  const files = found.paths.filter((file) => served.has(languageOf(file)));
  const deadline = performance.now() + projectMs;
  const diagnostics: object[] = [];
  let truncated = found.truncated || files.length > mostFiles;
  for (const file of files.slice(0, mostFiles)) {
    if (performance.now() > deadline || diagnostics.length >= limit || task.signal.aborted) {
      truncated = true;
      break;
    }
    const own = await withHelp(desk, helpers, file, task, async ({ help, document }) =>
      help.diagnostics(document),
    );
    // One file that cannot be read, or a language without a server, does not spoil the rest.
    if (isTrouble(own)) continue;
    diagnostics.push(...own.map((one) => ({ ...toldDiagnostic(file, one), fixes: [] })));
  }
  desk.tell('lint_results', { path: folder, count: diagnostics.length });
  const told = diagnostics.slice(0, limit);
  return done({ diagnostics: told, truncated: truncated || diagnostics.length > limit });
}

export async function applyQuickFix(
  desk: Desk,
  helpers: Helpers,
  args: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<Outcome> {
  const planned = await planQuickFix(desk, helpers, args, task);
  if (isTrouble(planned)) return planned;
  return applyPlanned(desk, planned.files, task, (files, truncated) => ({
    title: planned.title,
    files,
    truncated,
  }));
}

export function planQuickFix(
  desk: Desk,
  helpers: Helpers,
  { path, range, fix_id }: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<{ readonly title: string; readonly files: readonly PlannedEdit[] } | Trouble> {
  return withHelp(desk, helpers, path, task, async (helped) => {
    const wanted = JSON.stringify(rangeFromLsp(rangeToLsp(range)));
    const found = await helped.help.diagnostics(helped.document);
    const here = found.filter((one) => JSON.stringify(rangeFromLsp(one.range)) === wanted);
    const fixes = (await Promise.all(here.map((one) => fixesFor(helped, one)))).flat();
    const chosen = fixes.find((fix) => fix.fixId === fix_id);
    if (!chosen) return refused('not-offered', 'There is no such fix at that place now.');
    const { edit, title } = await helped.help.resolveFix(chosen.action);
    if (!edit)
      return refused('not-offered', 'That fix is a command of the language server, not an edit.');
    const files = await planWorkspaceEdit(desk, edit, task);
    return isTrouble(files) ? files : { title, files };
  });
}
