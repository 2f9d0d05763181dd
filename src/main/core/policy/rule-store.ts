/** The user's rules, saved on disk with their last use. A change is recorded in the ledger first. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import {
  mostRules,
  Rule,
  RuleList,
  ruleSentence,
  type RuleDraft,
} from '../../../shared/rules/rules.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Needs } from '../dependencies.ts';
import { generalise } from './generalise.ts';
import { whyNotKept } from './rule-limits.ts';
import { makeExactRule, makeRule, type MadeRule } from './rule-maker.ts';

const storedAs = 'rules';
/** As many as there can be, since unused rules are removed together. */
const maxToRestore = mostRules;
/** Limits writes when a rule matches hundreds of calls a second. */
const lastUsedEveryMs = 1_000;

interface Deps extends Pick<
  Needs,
  'clock' | 'stateStore' | 'paths' | 'sha256' | 'home' | 'ownPaths' | 'newId'
> {
  readonly ledger: Pick<Ledger, 'record'>;
  /** The contributed tool of that name, while its plugin is connected. */
  readonly toolOf: (name: string) => object | undefined;
}

export type RuleAddition =
  | { readonly added: true }
  | { readonly added: false; readonly why: string };

const notOnRecord = 'It could not be written to the ledger, so nothing was changed.';

export class RuleStore {
  readonly #deps: Deps;
  readonly #changed = new Emitter<void>();
  /** Rules removed since the app started, newest last. */
  readonly #removed = new Map<string, Rule>();
  #rules: readonly Rule[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly onChanged = this.#changed.on;

  /** Fails when the rules cannot be read: starting without the deny rules would allow too much. */
  async load(): Promise<void> {
    const { stateStore } = this.#deps;
    this.#rules = (await stateStore.loadOrFail(storedAs, (kept) => RuleList.parse(kept))) ?? [];
  }

  /** Rules that have not expired. */
  list(): readonly Rule[] {
    const now = this.#deps.clock.now();
    const counts = (rule: Rule): boolean => rule.until === null || rule.until > now;
    return this.#rules.every(counts) ? this.#rules : this.#rules.filter(counts);
  }

  /** The rule as it would be saved; it is not added yet. */
  make(draft: RuleDraft): Promise<MadeRule> {
    return makeRule(draft, this.#deps);
  }

  /** A rule for exactly the call that an ask shows; null when none may be saved. */
  makeExact(ask: ConfirmAsk, seconds: number | null): Rule | null {
    return makeExactRule(ask, seconds, this.#deps);
  }

  /** One rule in place of several exact ones, or why there is none. It is not added yet. */
  generalise(ruleIds: readonly string[]): MadeRule {
    const rules = ruleIds.flatMap((ruleId) => this.#find(ruleId) ?? []);
    if (rules.length < ruleIds.length) return { made: false, why: 'One of the rules is gone.' };
    const proposal = generalise(rules, this.#deps);
    const why = proposal.made ? whyNotKept(proposal.rule, this.#deps) : null;
    return why === null ? proposal : { made: false, why };
  }

  async add(rule: Rule): Promise<RuleAddition> {
    const parsed = Rule.parse(rule);
    return this.#inTurn(() => this.#add(parsed, 'rule.added'));
  }

  /** False when there is no such rule, or the removal could not be recorded. */
  remove(ruleId: string): Promise<boolean> {
    return this.#inTurn(() => this.#remove(ruleId));
  }

  /** Undoes a removal made since the app started. */
  restore(ruleId: string): Promise<RuleAddition> {
    return this.#inTurn(() => this.#restore(ruleId));
  }

  /** `ruleId` may also name a built-in reason, which is ignored. */
  used(name: string): void {
    const rule = this.#find(name);
    const lastUsedAt = this.#deps.clock.now();
    if (!rule || Math.abs(lastUsedAt - (rule.lastUsedAt ?? 0)) < lastUsedEveryMs) return;
    void this.#replace(
      this.list().map((item) => (item.ruleId === name ? { ...item, lastUsedAt } : item)),
    );
  }

  #find(ruleId: string): Rule | undefined {
    return this.list().find((rule) => rule.ruleId === ruleId);
  }

  /** Changes run one after the other, so that the ledger shows them in the order they took effect. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(change);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #add(rule: Rule, what: 'rule.added' | 'rule.restored'): Promise<RuleAddition> {
    const why = this.#whyNot(rule);
    if (why !== null) return { added: false, why };
    if (!(await this.#record(what, rule))) return { added: false, why: notOnRecord };
    await this.#replace([...this.list(), rule]);
    return { added: true };
  }

  #whyNot(rule: Rule): string | null {
    if (this.list().length >= mostRules)
      return `There are ${mostRules} rules, and no more can be kept. Remove some first.`;
    return whyNotKept(rule, this.#deps);
  }

  async #remove(ruleId: string): Promise<boolean> {
    const rule = this.#find(ruleId);
    if (!rule || !(await this.#record('rule.removed', rule))) return false;
    this.#removed.set(ruleId, this.#find(ruleId) ?? rule);
    for (const oldest of [...this.#removed.keys()].slice(0, -maxToRestore))
      this.#removed.delete(oldest);
    await this.#replace(this.list().filter((item) => item.ruleId !== ruleId));
    return true;
  }

  async #restore(ruleId: string): Promise<RuleAddition> {
    const rule = this.#removed.get(ruleId);
    if (!rule) return { added: false, why: 'That rule is no longer known here.' };
    if (rule.until !== null && rule.until <= this.#deps.clock.now())
      return { added: false, why: 'The time of that rule is over.' };
    const receipt = await this.#add(rule, 'rule.restored');
    if (receipt.added) this.#removed.delete(ruleId);
    return receipt;
  }

  #record(action: string, rule: Rule): Promise<boolean> {
    const { ledger, newId } = this.#deps;
    const { lastUsedAt: _used, ...args } = rule;
    const detail = `${ruleSentence(rule)} ${spanOf(rule)}`;
    const facts = { action, args, detail, rule: rule.ruleId, decided_by: 'person' };
    return ledger.record({ phase: 'note', entry: newId(), actor: 'gatehouse', ...facts });
  }

  async #replace(rules: readonly Rule[]): Promise<void> {
    this.#rules = rules;
    this.#changed.emit();
    await this.#deps.stateStore.save(storedAs, rules);
  }
}

const spanOf = ({ until }: Rule): string =>
  until === null ? 'Until it is removed.' : `Until ${new Date(until).toISOString()}.`;
