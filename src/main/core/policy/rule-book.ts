/** The owner's rules, kept on disk, with when each was last used. */
import { Emitter } from '../../../shared/base/emitter.ts';
import { Rule, RuleList } from '../../../shared/rules.ts';
import type { Needs } from '../needs.ts';

const storedAs = 'rules';

export class RuleBook {
  readonly #needs: Pick<Needs, 'clock' | 'stateStore'>;
  readonly #changed = new Emitter<void>();
  #rules: readonly Rule[] = [];

  constructor(needs: Pick<Needs, 'clock' | 'stateStore'>) {
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

  /** A rule that allows must say which actions or which call; "anything" is no rule. */
  async add(rule: Rule): Promise<boolean> {
    const parsed = Rule.parse(rule);
    if (parsed.effect === 'allow' && parsed.actions.length === 0 && parsed.exactly === null)
      return false;
    await this.#replace([...this.list(), parsed]);
    return true;
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
