import type { WorkbenchContext } from '../workbench-context.ts';
import type { HandlerSet } from '../action-handler.ts';
import { findInFile, findInFolder, type Search } from './find.ts';
import { planReplace, replaceInFiles } from './replace.ts';

interface SearchOptions {
  readonly ignore_case: boolean;
  readonly limit: number;
}

const search = (
  expression: string,
  as: Search['as'],
  { ignore_case, limit }: SearchOptions,
): Search => ({
  expression,
  as,
  ignoreCase: ignore_case,
  limit,
});

export function searchHandlers(context: WorkbenchContext): HandlerSet {
  return {
    handlers: {
      find_in_file: (args, task) =>
        findInFile(context, args.path, search(args.text, 'text', args), task),
      find_in_project: (args, task) =>
        findInFolder(context, search(args.text, 'text', args), args, task),
      regex_search: (args, task) =>
        findInFolder(context, search(args.pattern, 'pattern', args), args, task),
      replace_text: (args, task) => replaceInFiles(context, args, task),
    },
    planners: { replace_text: (args, task) => planReplace(context, args, task) },
    dispose: () => undefined,
  };
}
