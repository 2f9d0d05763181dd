/**
 * Sets up clients by the person's click: shows the exact change, writes it on record, waits for the
 * client to come, and undoes it. It never writes by itself, whatever became of a file meanwhile.
 */
import { randomUUID } from 'node:crypto';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientChange,
  ClientsView,
} from '../../../shared/clients.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Disposables } from '../../../shared/base/disposable.ts';
import type { Surroundings } from '../../../shared/data-dir.ts';
import type { ClientId } from '../../../shared/ids.ts';
import { notices } from '../../../shared/notices.ts';
import { done, refused, type Outcome } from '../../../shared/outcomes.ts';
import type { Core } from '../../core/offers.ts';
import type { ClientKeys } from '../../platform/client-keys.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { OwnCommand } from './catalogue/client-spec.ts';
import { clientCards } from './client-cards.ts';
import { ClientPlans, type Plan } from './client-plans.ts';
import { ChangeBook } from './files/change-book.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { changedMeanwhile, ConfigChanges } from './files/config-changes.ts';
import { digestOf, type Look, type NotTouched } from './files/config-look.ts';
import type { OnStep } from './files/swap-file.ts';
import { HeldKeys } from './held-keys.ts';
import { shownDiff } from './shown-diff.ts';
import type { Sightings } from './sightings.ts';
import { changeWords, notesOn } from './change-words.ts';

export interface ClientsDeps {
  readonly dataDir: string;
  readonly at: Surroundings;
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note' | 'ownerActs' | 'state'>;
  readonly clientKeys: ClientKeys;
  readonly sightings: Sightings;
  readonly command: OwnCommand;
  readonly mcpUrl: string;
  readonly now: () => number;
  readonly onStep?: OnStep;
}

const lostBook = {
  what: 'changes to clients',
  next: 'The files of your clients are untouched, and so are their backups; what was written can no longer be undone by a click.',
};

export class ClientsDesk implements Disposable {
  readonly #deps: ClientsDeps;
  readonly #held = new Disposables();
  readonly #book: ChangeBook;
  readonly #changes: ConfigChanges;
  readonly #keys: HeldKeys;
  readonly #plans: ClientPlans;
  #project: string | null = null;
  #revision = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(deps: ClientsDeps) {
    this.#deps = deps;
    this.#book = new ChangeBook(deps.dataDir);
    this.#changes = new ConfigChanges({ ...deps, book: this.#book, newId: randomUUID });
    this.#keys = new HeldKeys(deps);
    const project = (): string | null => this.#project;
    this.#plans = new ClientPlans({ ...deps, book: this.#book, keys: this.#keys, project });
  }

  static async open(deps: ClientsDeps): Promise<ClientsDesk> {
    const desk = new ClientsDesk(deps);
    const movedTo = await desk.#book.load(deps.now);
    if (movedTo) deps.core.state.addNotice(notices.setAside({ ...lostBook, movedTo }));
    for (const { key } of await desk.#changes.recover()) if (key) await desk.#dropUnused(key);
    desk.#held.add(deps.sightings.onSeen((name) => void desk.#noteSeen(name)));
    return desk;
  }

  async dispose(): Promise<void> {
    await this.#held.dispose();
    await this.#last.catch(() => undefined);
  }

  async list(): Promise<ClientsView> {
    const facts = { ...this.#deps, book: this.#book, keys: this.#keys, plans: this.#plans };
    return { cards: await clientCards(facts, this.#project), project: this.#project };
  }

  /** The folder whose own files are offered too. */
  chooseProject(folder: string | null): void {
    this.#project = folder;
    this.#changed();
  }

  async preview(wish: ClientChange): Promise<ChangePreview> {
    const plan = await this.#plans.change(wish);
    if ('why' in plan) return { kind: 'refused', ...plan };
    const isThere = plan.look.bytes?.equals(plan.after) === true;
    if (isThere) return { kind: 'nothing-to-do', words: 'It stands there already.' };
    return shown(plan.look, plan.after, notesOn(wish, plan));
  }

  write(wish: ClientChange, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const plan = await this.#plans.change(wish);
      if ('why' in plan) return { kind: 'refused', ...plan };
      if (seenOf(plan.look) !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = changeWords(wish, plan.look.file);
      return this.#act('owner.write_client_config', wish, plan.look, words, () =>
        this.#writeNow(wish, plan),
      );
    });
  }

  async previewUndo(changeId: string): Promise<ChangePreview> {
    const record = this.#book.get(changeId);
    if (!record) return { kind: 'refused', ...noLonger };
    const plan = await this.#plans.undo(record);
    if ('why' in plan) return { kind: 'refused', ...plan };
    return shown(
      plan.look,
      plan.after,
      plan.after === null ? ['The file was made for this and goes again.'] : [],
    );
  }

  undo(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const record = this.#book.get(changeId);
      if (!record) return { kind: 'refused', ...noLonger };
      const plan = await this.#plans.undo(record);
      if ('why' in plan) return { kind: 'refused', ...plan };
      if (seenOf(plan.look) !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = `${record.file} is without it again.`;
      return this.#act('owner.undo_client_config', record, plan.look, words, async () => {
        const problem = await this.#undoNow(record, plan.look, plan.after);
        if (!problem && record.key) await this.#dropUnused(record.key);
        return problem;
      });
    });
  }

  backups = (): ReturnType<ChangeBook['backups']> => this.#book.backups();

  async #writeNow(wish: ClientChange, shownPlan: Plan): Promise<NotTouched | null> {
    const { name } = shownPlan;
    const key = name && (await this.#keys.take(name));
    if (key?.isNew) this.#deps.sightings.forget(key.name);
    const plan = key && wish.way === 'key' ? await this.#plans.change(wish, key.key) : shownPlan;
    const facts = { client: wish.client, purpose: wish.purpose, way: wish.way, key: name };
    const written = 'why' in plan ? plan : await this.#changes.write({ ...plan, ...facts });
    if (!('why' in written)) return null;
    if (key?.isNew) await this.#keys.drop(key.name);
    return written;
  }

  /** A file that is as it is to be needs no writing. */
  async #undoNow(
    record: ChangeRecord,
    look: Look,
    after: Buffer | null,
  ): Promise<NotTouched | null> {
    const isThere =
      look.bytes === null ? after === null : after !== null && look.bytes.equals(after);
    if (!isThere) return this.#changes.undo(record, look, after);
    await this.#book.forget(record.changeId);
    return null;
  }

  /** On record as the person's act, before it is done. */
  async #act(
    action: string,
    { client, purpose }: Pick<ClientChange, 'client' | 'purpose'>,
    { file, target }: Look,
    words: string,
    run: () => Promise<NotTouched | null>,
  ): Promise<ChangeReceipt> {
    let problem: NotTouched | null = null;
    const args = { client: catalogue[client].name, purpose, file };
    const outcome: Outcome = await this.#deps.core.ownerActs.perform(
      { action, path: target, args },
      async () => {
        problem = await run();
        return problem ? refused('action-failed', problem.why) : done({ file });
      },
    );
    this.#changed();
    if (outcome.kind === 'done') return { kind: 'done', words };
    const { why, hint } = problem ?? { why: outcome.message, hint: outcome.hint };
    return { kind: 'refused', why, hint };
  }

  async #dropUnused(key: ClientId): Promise<void> {
    if (!this.#book.list().some((one) => one.key === key)) await this.#keys.drop(key);
  }

  async #noteSeen(name: ClientId): Promise<void> {
    const record = this.#book.list().find((one) => one.key === name && one.phase === 'written');
    if (!record) return;
    const seen = this.#deps.sightings.last(name);
    // Once in a run is enough: it is only what a card says after the next start.
    if (seen && (record.seen?.at ?? 0) < record.at) {
      const executable = seen.verified?.executable ?? null;
      await this.#inTurn(() => this.#book.put({ ...record, seen: { at: seen.at, executable } }));
      await this.#deps.core.note('client.connected', `${record.client} with the key ${name}`);
    }
    this.#changed();
  }

  #changed(): void {
    this.#revision += 1;
    this.#deps.core.state.setFacts({ clientsRevision: this.#revision });
  }

  /** One after the other, so that none undoes another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#last.catch(() => undefined).then(work);
    this.#last = working;
    return working;
  }
}

const noLonger: NotTouched = {
  why: 'That change no longer stands.',
  hint: 'Look at the page again.',
};

const seenOf = ({ bytes }: Look): string | null => bytes && digestOf(bytes);

function shown(look: Look, after: Buffer | null, notes: readonly string[]): ChangePreview {
  const { file, target, bytes } = look;
  const diff = shownDiff(bytes, after);
  const led = file === target ? null : target;
  return { kind: 'possible', file, target: led, diff, seen: seenOf(look), notes };
}
