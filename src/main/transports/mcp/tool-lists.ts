/**
 * Caches the serialised tool list for each set of scopes until the executors change.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { actionInfo } from '../../../shared/actions/actions.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Core } from '../../core/core.ts';
import { cachedResult } from './exchange.ts';
import { describeContributed, describedActions } from './tool-descriptions.ts';

interface Deps {
  readonly executors: Pick<Core['executors'], 'contributedTools' | 'onChanged'>;
  /** The access tools, which every client sees. */
  readonly always: readonly Tool[];
  readonly canDo: (action: string) => boolean;
}

export interface ToolList {
  readonly tools: readonly Tool[];
}

const maxStored = 64;

export class ToolLists implements Disposable {
  readonly #deps: Deps;
  readonly #actions = describedActions();
  readonly #made = new Map<string, ToolList>();
  readonly #following: Disposable;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#following = deps.executors.onChanged(() => this.#made.clear());
  }

  /** Null means no session: lists every action that could be requested. */
  of(scopes: ReadonlySet<Scope> | null): ToolList {
    const key = scopes ? [...scopes].toSorted().join() : 'all';
    const before = this.#made.get(key);
    if (before) return before;
    if (this.#made.size >= maxStored) this.#made.clear();
    const list = cachedResult({ tools: this.#describe((scope) => !scopes || scopes.has(scope)) });
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
      .toSorted((item, other) => (item.name < other.name ? -1 : 1));
    return [...always, ...actions.map(({ tool }) => tool), ...contributed.map(describeContributed)];
  }
}
