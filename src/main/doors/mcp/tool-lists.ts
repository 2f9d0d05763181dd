/**
 * The tools that sessions with the same scopes see, described and written as JSON once, until
 * others can carry them out.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { actionInfo } from '../../../shared/actions.ts';
import type { Scope } from '../../../shared/scopes.ts';
import type { Core } from '../../core/offers.ts';
import { lasting } from './json-rpc.ts';
import { describeContributed, describedActions } from './tool-list.ts';

interface Deps {
  readonly executors: Pick<Core['executors'], 'contributedTools' | 'onChanged'>;
  /** Those of access, which everybody sees. */
  readonly always: readonly Tool[];
  readonly canDo: (action: string) => boolean;
}

export interface ToolList {
  readonly tools: readonly Tool[];
}

const mostKept = 64;

export class ToolLists implements Disposable {
  readonly #deps: Deps;
  readonly #actions = describedActions();
  readonly #made = new Map<string, ToolList>();
  readonly #following: Disposable;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#following = deps.executors.onChanged(() => this.#made.clear());
  }

  /** With null for whoever has no session: all that could be asked for. */
  of(scopes: ReadonlySet<Scope> | null): ToolList {
    const key = scopes ? [...scopes].toSorted().join() : 'all';
    const before = this.#made.get(key);
    if (before) return before;
    if (this.#made.size >= mostKept) this.#made.clear();
    const list = lasting({ tools: this.#describe((scope) => !scopes || scopes.has(scope)) });
    this.#made.set(key, list);
    return list;
  }

  dispose(): void | Promise<void> {
    return this.#following.dispose();
  }

  #describe(covers: (scope: Scope) => boolean): readonly Tool[] {
    const { executors, always, canDo } = this.#deps;
    const actions = this.#actions.filter(
      ({ name }) => canDo(name) && covers(actionInfo(name).scope),
    );
    const contributed = executors
      .contributedTools()
      .filter(({ scope }) => covers(scope))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return [...always, ...actions.map(({ tool }) => tool), ...contributed.map(describeContributed)];
  }
}
