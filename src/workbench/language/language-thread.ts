/**
 * Runs parsers and the JSON, CSS and HTML services in a worker thread with a deadline: a crafted
 * file can make a parser run forever, and other calls must go on.
 */
import type { Disposable } from '../../shared/base/disposable.ts';
import { isError, failed } from '../../shared/actions/outcomes.ts';
import { BoundedThread, threadScript } from '../../main/platform/threads/bounded-thread.ts';
import type { ActionError } from '../confined/errors.ts';
import type { LanguageService } from './language-service.ts';
import type { LanguageTask, WebMethod } from './language-worker.ts';
import type { ReadTree, TreeArgs } from './read-tree.ts';

const deadlineMs = 6_000;
const heapMb = 1_024;

const names: Readonly<Record<string, string>> = {
  ...{ json: 'JSON', jsonc: 'JSON', css: 'CSS', scss: 'CSS', less: 'CSS', html: 'HTML' },
};

export const isWebLanguage = (language: string): boolean => Object.hasOwn(names, language);

export class LanguageThread implements Disposable {
  readonly #thread = new BoundedThread({
    script: threadScript(import.meta.url, 'language-worker'),
    name: 'languages',
    ...{ deadlineMs, heapMb },
  });

  tree(text: string, language: string, args: TreeArgs): Promise<ReadTree | ActionError> {
    return this.#ask({ kind: 'tree', text, language, args });
  }

  symbols(text: string, language: string): Promise<readonly string[] | ActionError> {
    return this.#ask({ kind: 'symbols', text, language });
  }

  serviceFor(language: string): LanguageService {
    const ask = async <T>(method: WebMethod, ...args: readonly unknown[]): Promise<T> => {
      const answer = await this.#ask<{ readonly result: T }>({
        kind: 'web',
        language,
        method,
        args,
      });
      if (isError(answer)) throw new Error(answer.message.replace(/\.$/, ''));
      return answer.result;
    };
    return {
      name: names[language] ?? language,
      diagnostics: (document) => ask('diagnostics', document),
      completions: (document, at) => ask('completions', document, at),
      definitions: (document, at) => ask('definitions', document, at),
      format: (document, range) => ask('format', document, range),
      rename: (document, at, newName) => ask('rename', document, at, newName),
      lenses: async () => null,
      fixes: async () => [],
      resolveFix: async (action) => action,
      dispose: () => undefined,
    };
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }

  async #ask<T>(task: LanguageTask): Promise<T | ActionError> {
    const answer = await this.#thread.run(task);
    if (answer.kind === 'answer' && answer.value !== null) return answer.value as T;
    if (answer.kind !== 'failed')
      return failed('took-too-long', 'The file takes too long to parse.');
    return failed('action-failed', `The file cannot be parsed: ${answer.why}.`);
  }
}
