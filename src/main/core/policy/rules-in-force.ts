/** All rules that calls are judged by: the user's own, and those of the roles of clients. */
import type { Rule } from '../../../shared/rules/rules.ts';
import type { RoleStore } from './role-store.ts';
import type { RuleStore } from './rule-store.ts';

interface Deps {
  readonly rules: Pick<RuleStore, 'list' | 'used'>;
  readonly roles: Pick<RoleStore, 'rules'>;
}

export class RulesInForce {
  readonly #deps: Deps;
  #own: readonly Rule[] = [];
  #ofRoles: readonly Rule[] = [];
  #all: readonly Rule[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The same array until a rule or a role changes, so that a call can tell whether they did. */
  list(): readonly Rule[] {
    const own = this.#deps.rules.list();
    const ofRoles = this.#deps.roles.rules();
    if (own !== this.#own || ofRoles !== this.#ofRoles) {
      this.#own = own;
      this.#ofRoles = ofRoles;
      this.#all = ofRoles.length === 0 ? own : [...own, ...ofRoles];
    }
    return this.#all;
  }

  used(name: string): void {
    this.#deps.rules.used(name);
  }
}
