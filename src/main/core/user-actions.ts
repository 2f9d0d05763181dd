/** Changes that the user makes to files from the window. Nobody is asked, but they are recorded like any change. */
import type { AuditRecord } from '../../shared/ledger/entry.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { isError, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { AuditEntryWriter } from './ledger/entry-writer.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Executors } from './gate/executors.ts';
import type { Needs } from './dependencies.ts';

export interface UserAction extends Pick<AuditRecord, 'action' | 'args'> {
  /** The path it changes; no call changes it at the same time. */
  readonly path: string;
}

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'newId'>;
  readonly ledger: Ledger;
  readonly executors: Pick<Executors, 'alone'>;
}

export class UserActions implements Disposable {
  readonly #deps: Deps;
  readonly #open = new Set<Promise<Outcome>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The decision is recorded before anything is changed. */
  perform(act: UserAction, run: () => Promise<Outcome>): Promise<Outcome> {
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

  async #perform({ path, ...act }: UserAction, run: () => Promise<Outcome>): Promise<Outcome> {
    const { ledger, needs, executors } = this.#deps;
    const facts = { entry: needs.newId(), actor: 'owner', ...act };
    const entry = AuditEntryWriter.open(ledger, needs.clock, facts);
    if (isError(entry)) return entry;
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
