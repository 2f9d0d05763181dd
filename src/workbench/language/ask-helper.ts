/** A document as the editor has it, with whoever understands it; what goes wrong is a value. */
import { failed } from '../../shared/outcomes.ts';
import type { Document } from '../buffers/documents.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import type { Helpers } from './helpers.ts';
import type { HelpedDocument, LanguageHelp } from './language-help.ts';
import { uriOf } from './places.ts';

export interface Helped {
  readonly document: HelpedDocument;
  readonly open: Document;
  readonly help: LanguageHelp;
}

export async function withHelp<T>(
  desk: Desk,
  helpers: Helpers,
  path: string,
  task: Task,
  ask: (helped: Helped) => Promise<T | Trouble>,
): Promise<T | Trouble> {
  const open = await desk.documents.open(path, task);
  if (isTrouble(open)) return open;
  const help = await helpers.for(open.language, path, task);
  if (isTrouble(help)) return help;
  const { language, text, version } = open;
  try {
    return await ask({ document: { path, uri: uriOf(path), language, text, version }, open, help });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed('language-server-failed', `${help.name}: ${why}.`);
  }
}
