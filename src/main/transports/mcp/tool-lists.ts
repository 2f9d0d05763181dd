/**
 * The one list of tools, the same for every client before and after a grant: clients read it once,
 * and models plan with it. It changes only when executors come and go.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ActionName } from '../../../shared/actions/actions.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Core } from '../../core/core.ts';
import { cachedResult } from './exchange.ts';
import { describeContributed, describedActions, withoutOutputSchema } from './tool-descriptions.ts';

interface Deps {
  readonly executors: Pick<Core['executors'], 'contributedTools' | 'editors' | 'onChanged'>;
  /** The access tools. */
  readonly always: readonly Tool[];
  readonly canDo: (action: string) => boolean;
}

export interface ToolList {
  readonly tools: readonly Tool[];
}

export interface ToolListOptions {
  /** Only for clients that request it. */
  readonly outputSchemas: boolean;
}

/** They show or move something on a screen; the workbench has none. */
const screenActions: ReadonlySet<ActionName> = new Set([
  ...(['get_cursor_pos', 'set_cursor_pos', 'get_selection'] as const),
  ...(['sync_viewport', 'split_pane', 'get_code_lens'] as const),
]);

export class ToolLists implements Disposable {
  readonly #deps: Deps;
  readonly #actions = describedActions();
  readonly #following: Disposable;
  #short: ToolList | null = null;
  #complete: ToolList | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#following = deps.executors.onChanged(() => {
      this.#short = null;
      this.#complete = null;
    });
  }

  list({ outputSchemas }: ToolListOptions): ToolList {
    if (outputSchemas) return (this.#complete ??= cachedResult({ tools: this.#describe() }));
    this.#short ??= cachedResult({ tools: this.#describe().map(withoutOutputSchema) });
    return this.#short;
  }

  dispose(): void | Promise<void> {
    return this.#following.dispose();
  }

  #describe(): readonly Tool[] {
    const { executors, always, canDo } = this.#deps;
    const hasScreen = executors.editors().some(({ builtIn }) => !builtIn);
    const actions = this.#actions.filter(
      ({ name }) => canDo(name) && (hasScreen || !screenActions.has(name)),
    );
    const contributed = executors
      .contributedTools()
      .toSorted((item, other) => (item.name < other.name ? -1 : 1));
    return [...always, ...actions.map(({ tool }) => tool), ...contributed.map(describeContributed)];
  }
}
