import { planOfChanges } from '../basics/plans.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { HandlerSet } from '../action-handler.ts';
import { analyzeSyntax } from './analyze-syntax.ts';
import {
  formatCode,
  getCodeLens,
  getCompletions,
  gotoDefinition,
  planFormat,
  planRename,
  refactorSymbol,
} from './code.ts';
import { applyQuickFix, getErrors, planQuickFix } from './errors.ts';
import { LanguageServices } from './language-support.ts';
import { LanguageThread } from './language-thread.ts';
import { Symbols } from './symbols.ts';

export function languageHandlers(editor: EditorContext): HandlerSet {
  const thread = new LanguageThread();
  const services = new LanguageServices(editor, thread);
  const symbols = new Symbols(editor, thread);
  return {
    handlers: {
      analyze_syntax: (args, task) => analyzeSyntax(editor, thread, args, task),
      get_errors: (args, task) => getErrors(editor, services, args, task),
      get_completions: (args, task) => getCompletions(editor, services, args, task),
      format_code: (args, task) => formatCode(editor, services, args, task),
      goto_definition: (args, task) => gotoDefinition(editor, services, args, task),
      get_code_lens: (args, task) => getCodeLens(editor, services, args, task),
      apply_quick_fix: (args, task) => applyQuickFix(editor, services, args, task),
      refactor_symbol: (args, task) => refactorSymbol(editor, services, args, task),
    },
    planners: {
      async format_code(args, task) {
        const planned = await planFormat(editor, services, args, task);
        if (isError(planned)) return planned;
        return planOfChanges(planned.change ? [planned.change] : [], task);
      },
      async apply_quick_fix(args, task) {
        const planned = await planQuickFix(editor, services, args, task);
        return isError(planned) ? planned : planOfChanges(planned.files, task);
      },
      async refactor_symbol(args, task) {
        const planned = await planRename(editor, services, args, task);
        return isError(planned) ? planned : planOfChanges(planned, task);
      },
    },
    async dispose() {
      await symbols.dispose();
      services.dispose();
      await thread.dispose();
    },
  };
}
