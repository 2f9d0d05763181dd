/**
 * A language server reads whatever a document leads it to, even outside the granted folder. So a
 * document whose imports or settings lead outside is not sent to it. This only checks texts; only a
 * sandbox could stop a server that reads something else.
 */
import { mountsBelow } from '../../../main/platform/files/mounts.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { ReachBounds, OutsideRead } from './bounds.ts';
import { NativeReach } from './native.ts';
import { PythonReach } from './python.ts';
import { ScriptReach, type Script } from './scripts.ts';

interface Checker {
  outsideReadOf(documents: readonly Script[], bounds: ReachBounds): Promise<OutsideRead | null>;
}

export interface CheckedDocument extends Script {
  readonly language: string;
}

export class LanguageReach {
  readonly #scripts = new ScriptReach();
  readonly #python = new PythonReach();
  readonly #native = new NativeReach();

  /** `others` are documents open in the same server; they are checked too. */
  async check(
    document: CheckedDocument,
    bounds: ReachBounds,
    others: readonly CheckedDocument[] = [],
  ): Promise<Refused | null> {
    const checker = this.#checkerFor(document.language);
    const outside = await checker.outsideReadOf([document, ...others], bounds);
    if (!outside) return null;
    // Would it stay inside if no rule closed anything?
    const open = { ...bounds, skip: mountsBelow(bounds.root) };
    return refusalOf(outside, (await checker.outsideReadOf([document, ...others], open)) === null);
  }

  #checkerFor(language: string): Checker {
    if (/^(?:type|java)script/.test(language)) return this.#scripts;
    return language === 'python' ? this.#python : this.#native;
  }
}

/** The agent may read the importing file, so the path is quoted as written there. */
function refusalOf({ file, names }: OutsideRead, isClosed: boolean): Refused {
  const source = `${visibleText(file)} names ${visibleText(names.slice(0, 200))}`;
  if (isClosed)
    return refused('denied-by-rule', `Language support would read a closed folder: ${source}.`);
  return refused('outside-roots', `Language support would read files outside of it: ${source}.`);
}
