/** Opens a document with its language service; failures become action errors. */
import { failed } from '../../shared/actions/outcomes.ts';
import type { Document } from '../buffers/documents.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import type { LanguageServices } from './language-support.ts';
import type { LanguageDocument, LanguageService } from './language-service.ts';
import { uriOf } from './positions.ts';

export interface LanguageContext {
  readonly document: LanguageDocument;
  readonly open: Document;
  readonly help: LanguageService;
}

export async function withLanguage<T>(
  editor: EditorContext,
  services: LanguageServices,
  path: string,
  task: Task,
  ask: (helped: LanguageContext) => Promise<T | ActionError>,
): Promise<T | ActionError> {
  const open = await editor.documents.open(path, task);
  if (isError(open)) return open;
  const { language, text, version } = open;
  const help = await services.for({ path, language, text }, task);
  if (isError(help)) return help;
  try {
    const document = { path, uri: uriOf(path), language, text, version };
    const answer = await ask({ document, open, help });
    return (await services.checkReachAgain(document, task)) ?? answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return failed('language-server-failed', `${help.name}: ${message}.`);
  }
}
