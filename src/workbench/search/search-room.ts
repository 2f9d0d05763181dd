import type { Bench } from '../bench.ts';
import type { Room } from '../hand.ts';
import { findInFile, findInFolder, type Search } from './find.ts';
import { planReplace, replaceInFiles } from './replace.ts';

interface Wanted {
  readonly ignore_case: boolean;
  readonly limit: number;
}

const search = (what: string, as: Search['as'], { ignore_case, limit }: Wanted): Search => ({
  what,
  as,
  ignoreCase: ignore_case,
  limit,
});

export function searchRoom(bench: Bench): Room {
  return {
    hands: {
      find_in_file: (args, task) =>
        findInFile(bench, args.path, search(args.text, 'text', args), task),
      find_in_project: (args, task) =>
        findInFolder(bench, search(args.text, 'text', args), args, task),
      regex_search: (args, task) =>
        findInFolder(bench, search(args.pattern, 'pattern', args), args, task),
      replace_text: (args, task) => replaceInFiles(bench, args, task),
    },
    planners: { replace_text: (args, task) => planReplace(bench, args, task) },
    dispose: () => undefined,
  };
}
