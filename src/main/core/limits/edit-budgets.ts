/** Bytes an agent may change: in one edit, in one file, in a day. A new session does not reset them. */
import { z } from 'zod';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { isPlanned, type ResolvedCall } from '../call/call.ts';
import type { Needs } from '../dependencies.ts';

const storedAs = 'edit-budgets';

const Spent = z.tuple([z.string(), z.number().min(0)]);
/** Damaged items are dropped and the others kept, so that a spent budget is not restored. */
const pairs = z
  .array(z.unknown())
  .transform((all) =>
    all.map((item) => Spent.safeParse(item).data).filter((item) => item !== undefined),
  );
const Stored = z.object({
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$|^$/),
  clients: pairs,
  files: pairs,
});

/** The longest delay before a change is saved: syncing at every call would slow the ledger down. */
const saveWithinMs = 1_000;
/** With more files in a day, only the budget of the client applies. */
const filesKept = 2_000;

type BudgetNeeds = Pick<Needs, 'clock' | 'stateStore' | 'settings'>;

export class EditBudgets implements Disposable {
  readonly #needs: BudgetNeeds;
  #day = '';
  #clients = new Map<string, number>();
  #files = new Map<string, number>();
  #saving: Disposable | null = null;

  constructor(needs: BudgetNeeds) {
    this.#needs = needs;
  }

  async load(): Promise<void> {
    const { stateStore } = this.#needs;
    const stored = await stateStore.loadOrFail(storedAs, (kept) => Stored.parse(kept));
    if (!stored) return;
    this.#day = stored.day;
    this.#clients = new Map(stored.clients);
    this.#files = new Map(stored.files);
  }

  spend(call: ResolvedCall): Refused | null {
    const { editBytes, agent } = call;
    if (editBytes === 0) return null;
    const { limits } = this.#needs.settings;
    if (editBytes > limits.editBytes) {
      return refused('too-large-edit', `It has ${editBytes} bytes.`);
    }
    this.#turnDay();
    const ofClient = (this.#clients.get(agent.clientId) ?? 0) + editBytes;
    const ofFiles = writtenTo(call).map(({ path, bytes }): [string, number] => {
      const file = `${agent.clientId} ${path}`;
      return [file, (this.#files.get(file) ?? 0) + bytes];
    });
    const tooMuchInOne = ofFiles.some(([, bytes]) => bytes > limits.editBytesPerFile);
    if (ofClient > limits.editBytesPerDay || tooMuchInOne) return refused('budget-spent');
    this.#clients.set(agent.clientId, ofClient);
    for (const [file, bytes] of ofFiles) this.#keep(file, bytes);
    this.#saving ??= this.#needs.clock.after(saveWithinMs, () => this.#save());
    return null;
  }

  dispose(): void {
    if (this.#saving) this.#save();
  }

  #keep(file: string, bytes: number): void {
    this.#files.delete(file);
    this.#files.set(file, bytes);
    const oldest = this.#files.keys().next();
    if (this.#files.size > filesKept && !oldest.done) this.#files.delete(oldest.value);
  }

  /** By the day of the wall clock; a clock set back keeps the later day. */
  #turnDay(): void {
    const day = new Date(this.#needs.clock.now()).toISOString().slice(0, 10);
    if (day <= this.#day) return;
    this.#day = day;
    this.#clients.clear();
    this.#files.clear();
  }

  #save(): void {
    void this.#saving?.dispose();
    this.#saving = null;
    const spent = { day: this.#day, clients: [...this.#clients], files: [...this.#files] };
    void this.#needs.stateStore.save(storedAs, spent);
  }
}

/** A plan gives the bytes of each file; without one, each file counts with all bytes. */
const writtenTo = ({ plan, places, editBytes }: ResolvedCall) =>
  isPlanned(plan) && plan.files
    ? plan.files
    : places.map(({ path }) => ({ path, bytes: editBytes }));
