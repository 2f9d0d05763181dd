import type { Desk } from '../desk.ts';
import type { Room } from '../hand.ts';
import { analyzeSyntax } from './analyze-syntax.ts';
import { formatCode, getCodeLens, getCompletions, gotoDefinition, refactorSymbol } from './code.ts';
import { applyQuickFix, getErrors } from './errors.ts';
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
    async dispose() {
      await symbols.dispose();
      helpers.dispose();
    },
  };
}
