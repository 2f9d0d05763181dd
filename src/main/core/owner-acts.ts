/** What the owner does to files by the window. Nobody is asked, but it is on record like any change. */
import type { AuditRecord } from '../../shared/audit-entry.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { refused, type Outcome } from '../../shared/outcomes.ts';
import { AuditEntryWriter } from './audit/audit-entry-writer.ts';
import type { Ledger } from './audit/ledger.ts';
import type { Executors } from './gate/executors.ts';
import type { Needs } from './needs.ts';

export interface OwnerAct extends Pick<AuditRecord, 'action' | 'args'> {
  /** What it changes; no call changes it at the same time. */
  readonly path: string;
}

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'newId'>;
  readonly ledger: Ledger;
  readonly executors: Pick<Executors, 'alone'>;
}

export class OwnerActs implements Disposable {
  readonly #deps: Deps;
  readonly #open = new Set<Promise<Outcome>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The decision is durable before anything is done. */
  perform(act: OwnerAct, run: () => Promise<Outcome>): Promise<Outcome> {
    const performing = this.#perform(act, run);
    this.#open.add(performing);
    const forget = (): void => void this.#open.delete(performing);
    performing.then(forget, forget);
    return performing;
  }

  /** Resolves when every entry opened so far is closed. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  async #perform({ path, ...act }: OwnerAct, run: () => Promise<Outcome>): Promise<Outcome> {
    const { ledger, needs, executors } = this.#deps;
    const facts = { entry: needs.newId(), actor: 'owner', ...act };
    const entry = AuditEntryWriter.open(ledger, needs.clock, facts);
    if ('kind' in entry) return entry;
    const decision = { decidedBy: 'person', rule: 'owner-act', result: 'allow' } as const;
    const unrecorded = await entry.decide(decision);
    if (unrecorded) return entry.close(unrecorded);
    try {
      return await entry.close(await executors.alone(path, run));
    } catch (error) {
      return entry.close(refused('action-failed', String(error)));
    }
  }
}
