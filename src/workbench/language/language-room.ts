import { planOfChanges } from '../basics/plans.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Room } from '../hand.ts';
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
import { Helpers } from './helpers.ts';
import { Symbols } from './symbols.ts';
import { SyntaxTrees } from './syntax-trees.ts';

export function languageRoom(desk: Desk): Room {
  const trees = new SyntaxTrees();
  const helpers = new Helpers(desk);
  const symbols = new Symbols(desk, trees);
  return {
    hands: {
      analyze_syntax: (args, task) => analyzeSyntax(desk, trees, args, task),
      get_errors: (args, task) => getErrors(desk, helpers, args, task),
      get_completions: (args, task) => getCompletions(desk, helpers, args, task),
      format_code: (args, task) => formatCode(desk, helpers, args, task),
      goto_definition: (args, task) => gotoDefinition(desk, helpers, args, task),
      get_code_lens: (args, task) => getCodeLens(desk, helpers, args, task),
      apply_quick_fix: (args, task) => applyQuickFix(desk, helpers, args, task),
      refactor_symbol: (args, task) => refactorSymbol(desk, helpers, args, task),
    },
    planners: {
      async format_code(args, task) {
        const planned = await planFormat(desk, helpers, args, task);
        if (isTrouble(planned)) return planned;
        return planOfChanges(planned.change ? [planned.change] : [], task);
      },
      async apply_quick_fix(args, task) {
        const planned = await planQuickFix(desk, helpers, args, task);
        return isTrouble(planned) ? planned : planOfChanges(planned.files, task);
      },
      async refactor_symbol(args, task) {
        const planned = await planRename(desk, helpers, args, task);
        return isTrouble(planned) ? planned : planOfChanges(planned, task);
      },
    },
    async dispose() {
      await symbols.dispose();
      helpers.dispose();
    },
  };
}
