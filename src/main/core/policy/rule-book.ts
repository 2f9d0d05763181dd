/** The owner's rules, kept on disk, with when each was last used. */
import { Emitter } from '../../../shared/base/emitter.ts';
import { Rule, RuleList } from '../../../shared/rules.ts';
import type { Needs } from '../needs.ts';
import { whyNotKept } from './keepable.ts';

const storedAs = 'rules';

type RuleNeeds = Pick<Needs, 'clock' | 'stateStore' | 'sha256' | 'home' | 'ownPlaces'>;

export type RuleReceipt =
  | { readonly added: true }
  | { readonly added: false; readonly why: string };

export class RuleBook {
  readonly #needs: RuleNeeds;
  readonly #changed = new Emitter<void>();
  #rules: readonly Rule[] = [];

  constructor(needs: RuleNeeds) {
    this.#needs = needs;
  }

  readonly onChanged = this.#changed.on;

  async load(): Promise<void> {
    const stored = RuleList.safeParse(await this.#needs.stateStore.load(storedAs));
    this.#rules = stored.success ? stored.data : [];
  }

  /** Those that still count. */
  list(): readonly Rule[] {
    const now = this.#needs.clock.now();
    return this.#rules.filter((rule) => rule.until === null || rule.until > now);
  }

  async add(rule: Rule): Promise<RuleReceipt> {
    const parsed = Rule.parse(rule);
    const why = whyNotKept(parsed, this.#needs);
    if (why !== null) return { added: false, why };
    await this.#replace([...this.list(), parsed]);
    return { added: true };
  }

  remove(ruleId: string): Promise<void> {
    return this.#replace(this.list().filter((rule) => rule.ruleId !== ruleId));
  }

  async used(ruleId: string): Promise<void> {
    const lastUsedAt = this.#needs.clock.now();
    await this.#replace(
      this.list().map((rule) => (rule.ruleId === ruleId ? { ...rule, lastUsedAt } : rule)),
    );
  }

  async #replace(rules: readonly Rule[]): Promise<void> {
    this.#rules = rules;
    this.#changed.emit();
    await this.#needs.stateStore.save(storedAs, rules);
  }
}
