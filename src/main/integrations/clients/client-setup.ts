/**
 * Sets up clients when the user clicks: shows the exact change, records and writes it, waits until
 * the client connects, and can undo it. It never writes a file on its own, even if another program
 * changed it.
 */
import { randomUUID } from 'node:crypto';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientChange,
  ClientSetupRequest,
  ClientsView,
  KnownClient,
  SeenFile,
} from '../../../shared/integrations/clients.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Disposables } from '../../../shared/base/disposable.ts';
import type { SystemEnvironment } from '../../../shared/app/data-dir.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { notices } from '../../../shared/app/notices.ts';
import { done, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientProgram } from './catalogue/client-spec.ts';
import { clientCards } from './client-cards.ts';
import {
  ClientPlans,
  noLonger,
  type SetupPlan,
  type UndoPlan,
  type WritePlan,
} from './client-plans.ts';
import type { ReadServer } from './servers/server-entries.ts';
import { ConfigReader } from './reading/config-reader.ts';
import type { ReaderLimits } from './reading/reader-thread.ts';
import { ChangeJournal } from './files/change-journal.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { changedMeanwhile, ConfigChanges } from './files/config-changes.ts';
import type { ConfigFileState, NotTouched } from './files/config-snapshot.ts';
import type { OnStep } from './files/swap-file.ts';
import { StoredKeys } from './stored-keys.ts';
import type { Sightings } from './sightings.ts';
import { newKeyNote, notesOn, setupWords } from './change-text.ts';
import { CodexTrust } from './hooks/codex-trust.ts';
import { hooksOf } from './catalogue/hooks/hooks.ts';
import type { NativeSightings } from './hooks/native-sightings.ts';
import { nativeClients, type NativeClient } from '../../../shared/native/native-call.ts';

export interface ClientsDeps {
  readonly dataDir: string;
  readonly at: SystemEnvironment;
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note' | 'userActions' | 'state'>;
  readonly clientKeys: ClientKeys;
  readonly sightings: Sightings;
  readonly nativeSightings: NativeSightings;
  readonly command: ClientProgram;
  readonly mcpUrl: string;
  readonly now: () => number;
  readonly onStep?: OnStep;
  readonly readerLimits?: Partial<ReaderLimits>;
}

const lostJournal = {
  what: 'changes to clients',
  next: 'The files of your clients are untouched, and so are their backups; what was written can no longer be undone by a click.',
};

const movedElsewhere = {
  why: 'Entries of servers are moved on the Servers page.',
  hint: 'Move it again there, or keep it as it is.',
};

export class ClientSetup implements Disposable {
  readonly #deps: ClientsDeps;
  readonly #disposables = new Disposables();
  readonly #journal: ChangeJournal;
  readonly #changes: ConfigChanges;
  readonly #keys: StoredKeys;
  readonly #plans: ClientPlans;
  readonly #reader: ConfigReader;
  readonly #codexTrust: CodexTrust;
  #checking: Promise<unknown> | null = null;
  #project: string | null = null;
  #revision = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(deps: ClientsDeps) {
    this.#deps = deps;
    this.#journal = new ChangeJournal(deps.dataDir);
    this.#changes = new ConfigChanges({ ...deps, journal: this.#journal, newId: randomUUID });
    this.#keys = new StoredKeys(deps);
    this.#reader = this.#disposables.add(new ConfigReader(deps.readerLimits));
    const project = (): string | null => this.#project;
    this.#codexTrust = new CodexTrust({ ...deps, folders: this.#folders });
    const own = { journal: this.#journal, keys: this.#keys, reader: this.#reader };
    this.#plans = new ClientPlans({ ...deps, ...own, project, codexTrust: this.#codexTrust });
  }

  static async open(deps: ClientsDeps): Promise<ClientSetup> {
    const setup = new ClientSetup(deps);
    const movedTo = await setup.#journal.load(deps.now);
    if (movedTo) deps.core.state.addNotice(notices.setAside({ ...lostJournal, movedTo }));
    for (const { key } of await setup.#changes.recover()) if (key) await setup.#dropUnused(key);
    setup.#disposables.add(deps.sightings.onSeen((name) => void setup.#noteSeen(name)));
    setup.#disposables.add(deps.nativeSightings.onSeen((client) => void setup.#noteHook(client)));
    return setup;
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    await this.#checking;
    await this.#last.catch(() => undefined);
  }

  async list(): Promise<ClientsView> {
    const own = {
      journal: this.#journal,
      keys: this.#keys,
      plans: this.#plans,
      reader: this.#reader,
      codexTrust: this.#codexTrust,
      folders: this.#folders,
    };
    if (this.#codexTrust.last().kind === 'unchecked') void this.checkHooks();
    const facts = { ...this.#deps, ...own };
    const { home } = this.#deps.at;
    return { cards: await clientCards(facts, this.#project), project: this.#project, home };
  }

  /** A project folder whose config files are offered too. */
  chooseProject(folder: string | null): void {
    this.#project = folder;
    this.#changed();
  }

  /** Asks Codex whether it trusts our hooks, if there are any. One question at a time. */
  checkHooks(): Promise<void> {
    const hasHooks = this.#journal
      .list()
      .some(({ client, purpose }) => client === 'codex' && purpose === 'hooks');
    if (!hasHooks) return Promise.resolve();
    const checking = (this.#checking ?? Promise.resolve())
      .then(() => this.#codexTrust.check())
      .catch(() => undefined)
      .then(() => {
        if (this.#checking === checking) this.#checking = null;
        this.#changed();
      });
    this.#checking = checking;
    return checking;
  }

  /** Entries of other MCP servers in a client's files, including the values of their secrets. */
  readServers(client: KnownClient): Promise<readonly ReadServer[]> {
    const at = { ...this.#deps.at, env: { ...this.#deps.at.env } };
    return this.#reader.readServers({ client, at, project: this.#project });
  }

  /** Changes that were written and not undone. */
  written = (): readonly ChangeRecord[] => this.#journal.list();

  async preview(request: ClientSetupRequest): Promise<ChangePreview> {
    const plan = await this.#plans.setup(request);
    if ('why' in plan) return { kind: 'refused', ...plan };
    const isThere = plan.steps.every(
      (step) =>
        step.kind === 'write' &&
        step.current.bytes?.equals(step.after) === true &&
        !this.#hasLostKey(step),
    );
    if (isThere) return { kind: 'nothing-to-do', words: 'This is set already.' };
    const isRevoked = plan.steps.some(
      (step) => step.kind === 'write' && step.replaces?.key === step.name && this.#hasLostKey(step),
    );
    const notes = [...notesOn(plan), ...(isRevoked ? [newKeyNote] : [])];
    return { kind: 'possible', files: plan.files, notes };
  }

  /** All or nothing: written parts are undone if a later part fails. */
  apply(request: ClientSetupRequest, seen: readonly SeenFile[]): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const plan = await this.#plans.setup(request);
      if ('why' in plan) return { kind: 'refused', ...plan };
      const isAsSeen = plan.files.every((item) =>
        seen.some(({ file, seen: digest }) => file === item.file && digest === item.seen),
      );
      if (!isAsSeen) return { kind: 'refused', ...changedMeanwhile };
      return this.#applyNow(request, plan);
    });
  }

  /** Writes our entry over somebody else's change, if the file still is what the user saw. */
  async writeAgain(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    const record = this.#journal.get(changeId);
    if (!record) return { kind: 'refused', ...noLonger };
    const { client, purpose, way, file } = record;
    if (purpose === 'servers') return { kind: 'refused', ...movedElsewhere };
    return this.apply({ client, undo: [], write: [{ purpose, way, file }] }, [{ file, seen }]);
  }

  /** Accepts somebody else's change of our entry. An entry that was removed is forgotten. */
  keepExternalEdit(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const record = this.#journal.get(changeId);
      if (!record) return { kind: 'refused', ...noLonger };
      const { client, purpose, file, fulfilled } = record;
      const theirs = await this.#reader.readExternalEdit({ client, purpose, file, fulfilled });
      if ('why' in theirs) return { kind: 'refused', ...theirs };
      if (theirs.seen !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = theirs.isGone
        ? `${file} stays without the entry.`
        : `${file} is kept as it is and no longer shown as changed.`;
      const failure = await this.#act('owner.keep_client_config', record, record, async () => {
        if (theirs.isGone) await this.#journal.forget(changeId);
        else await this.#journal.put({ ...record, fulfilled: theirs.fulfilled, accepted: true });
        if (theirs.isGone && record.key) await this.#dropUnused(record.key);
        return null;
      });
      this.#changed();
      return failure ? { kind: 'refused', ...failure } : { kind: 'done', words };
    });
  }

  /** The file's content is useless without its key. */
  #hasLostKey({ name }: WritePlan): boolean {
    return name !== null && !this.#keys.isLive(name);
  }

  backups = (): ReturnType<ChangeJournal['backups']> => this.#journal.backups();

  async #applyNow(request: ClientSetupRequest, shown: SetupPlan): Promise<ChangeReceipt> {
    const words = setupWords(request, shown);
    const names = new Set(
      shown.steps.flatMap((step) => (step.kind === 'write' && step.name ? [step.name] : [])),
    );
    const keys: Awaited<ReturnType<StoredKeys['take']>>[] = [];
    for (const name of names) keys.push(await this.#keys.take(name));
    for (const { name, isNew } of keys) if (isNew) this.#deps.sightings.forget(name);
    const [key] = keys;
    const hasKeyInFile = request.write.some(({ way }) => way === 'key');
    const plan = key && hasKeyInFile ? await this.#plans.setup(request, key.key) : shown;
    const written: ChangeRecord[] = [];
    const failure = 'why' in plan ? plan : await this.#runSteps(plan, written);
    if (request.client === 'codex') void this.checkHooks();
    this.#changed();
    if (!failure) return { kind: 'done', words };
    for (const record of written.toReversed()) await this.#takeBack(record);
    for (const { name, isNew } of keys) if (isNew) await this.#keys.drop(name);
    return { kind: 'refused', ...failure };
  }

  /** What was written is added to `written`. */
  async #runSteps({ steps }: SetupPlan, written: ChangeRecord[]): Promise<NotTouched | null> {
    for (const step of steps) {
      const failure =
        step.kind === 'undo' ? await this.#undoStep(step) : await this.#writeStep(step, written);
      if (failure) return failure;
    }
    return null;
  }

  #writeStep(step: WritePlan, written: ChangeRecord[]): Promise<NotTouched | null> {
    const { change, name, current } = step;
    // A part that is already set causes no write and no entry.
    if (current.bytes?.equals(step.after) && !step.replaces && change.purpose !== 'connect')
      return Promise.resolve(null);
    return this.#act('owner.write_client_config', change, current, async () => {
      const { client, purpose, way } = change;
      const record = await this.#changes.write({ ...step, client, purpose, way, key: name });
      if ('why' in record) return record;
      written.push(record);
      return null;
    });
  }

  #undoStep({ record, current, after }: UndoPlan): Promise<NotTouched | null> {
    return this.#act('owner.undo_client_config', record, current, async () => {
      const problem = await this.#undoNow(record, current, after);
      if (!problem && record.key) await this.#dropUnused(record.key);
      return problem;
    });
  }

  /**
   * After a later part failed. Changes that cannot be undone stay on the page with their own undo.
   */
  async #takeBack(record: ChangeRecord): Promise<void> {
    const { client, changeId } = record;
    const plan = await this.#plans.setup({ client, undo: [changeId], write: [] });
    const step = 'why' in plan ? undefined : plan.steps[0];
    if (step?.kind === 'undo') await this.#undoStep(step);
  }

  /** Writes nothing if the file already has the desired content. */
  async #undoNow(
    record: ChangeRecord,
    current: ConfigFileState,
    after: Buffer | null,
  ): Promise<NotTouched | null> {
    const isThere =
      current.bytes === null ? after === null : after !== null && current.bytes.equals(after);
    if (!isThere) return this.#changes.undo(record, current, after);
    await this.#journal.forget(record.changeId);
    return null;
  }

  /** Recorded as a user action before it is done. */
  async #act(
    action: string,
    { client, purpose }: Pick<ClientChange, 'client' | 'purpose'>,
    { file, target }: Pick<ConfigFileState, 'file' | 'target'>,
    run: () => Promise<NotTouched | null>,
  ): Promise<NotTouched | null> {
    let problem: NotTouched | null = null;
    const args = { client: catalogue[client].name, purpose, file };
    const outcome: Outcome = await this.#deps.core.userActions.perform(
      { action, path: target, args },
      async () => {
        problem = await run();
        return problem ? refused('action-failed', problem.why) : done({ file });
      },
    );
    if (outcome.kind === 'done') return null;
    return problem ?? { why: outcome.message, hint: outcome.hint };
  }

  async #dropUnused(key: ClientId): Promise<void> {
    if (!this.#journal.list().some((item) => item.key === key)) await this.#keys.drop(key);
  }

  async #noteSeen(name: ClientId): Promise<void> {
    const record = this.#journal
      .list()
      .find((item) => item.key === name && item.purpose === 'connect' && item.phase === 'written');
    if (!record) return;
    const seen = this.#deps.sightings.last(name);
    // Once per run is enough: it is only shown after the next start.
    if (seen && (record.seen?.at ?? 0) < record.at) {
      const executable = seen.verified?.executable ?? null;
      await this.#inTurn(() => this.#journal.put({ ...record, seen: { at: seen.at, executable } }));
      await this.#deps.core.note('client.connected', `${record.client} with the key ${name}`);
    }
    this.#changed();
  }

  /** Stored like the use of a key, so that the card shows it after the next start too. */
  async #noteHook(client: NativeClient): Promise<void> {
    const { nativeSightings, at } = this.#deps;
    const seenAt = nativeSightings.lastAt(client);
    const records = this.#journal
      .list()
      .filter((item) => item.purpose === 'hooks' && hooksOf(item.client, at)?.client === client);
    for (const record of records)
      if (seenAt !== null && (record.seen?.at ?? 0) < record.at)
        await this.#inTurn(() =>
          this.#journal.put({ ...record, seen: { at: seenAt, executable: null } }),
        );
    this.#changed();
  }

  readonly #folders = (): readonly string[] => {
    const { core, nativeSightings } = this.#deps;
    const { projects } = core.state.snapshot();
    return [
      ...new Set([
        ...core.sessions.list().flatMap(({ roots }) => roots.map(({ path }) => path)),
        ...projects.flatMap(({ path, workspaces }) => [
          path,
          ...workspaces.map((item) => item.path),
        ]),
        ...nativeClients.flatMap((client) => nativeSightings.folders(client)),
      ]),
    ];
  };

  #changed(): void {
    this.#revision += 1;
    this.#deps.core.state.setFacts({ clientsRevision: this.#revision });
  }

  /** One change at a time, so that none overwrites another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#last.catch(() => undefined).then(work);
    this.#last = working;
    return working;
  }
}
