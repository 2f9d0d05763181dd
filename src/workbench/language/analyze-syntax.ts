/** Handles `analyze_syntax`; the tree is built and read in the language worker thread. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import type { LanguageThread } from './language-thread.ts';
import { knowsSyntaxOf, parsedLanguages } from './syntax-trees.ts';

export async function analyzeSyntax(
  { documents }: EditorContext,
  thread: LanguageThread,
  args: ActionArgs<'analyze_syntax'>,
  task: Task,
): Promise<Outcome> {
  const document = await documents.open(args.path, task);
  if (isError(document)) return document;
  const { path, language, version, text } = document;
  if (!knowsSyntaxOf(language)) {
    return refused('no-language-support', `${language}; there is: ${parsedLanguages.join(', ')}.`);
  }
  const { range, depth, limit } = args;
  const read = await thread.tree(text, language, { range, depth, limit });
  return isError(read) ? read : done({ path, language, version, ...read });
}
