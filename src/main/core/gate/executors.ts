/**
 * Whoever can carry an action out, and which of them does it: the editor that has the folder open,
 * else the built-in workbench. When two editors have it open, the person chooses.
 */
import type { Session } from '../../../shared/access.ts';
import type { AtOnce } from '../../../shared/base/at-once.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { EditorChoice, EditorView } from '../../../shared/editors.ts';
import { isInside } from '../../../shared/inside.ts';
import {
  failed,
  refused,
  type Failed,
  type Outcome,
  type Refused,
} from '../../../shared/outcomes.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { Clock } from '../needs.ts';
import { isPlanned, type SettledCall, type SettledPlan } from './calls.ts';
import type { ContributedTool } from './contributed-tools.ts';
import { FileLocks } from './file-locks.ts';

export interface Executor {
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  /** The same across reconnects; its name where it has none. */
  readonly id?: string;
  /** The real folders it has open. */
  readonly folders?: readonly string[];
  readonly tools?: readonly ContributedTool[];
  /** Serves what no other editor has open. */
  readonly builtIn?: boolean;
  /** Part of Gatehouse itself and no editor. */
  readonly inHouse?: boolean;
  /** It went without a word: it may be back in a moment. */
  readonly wasLost?: boolean;
  /** `entryId` names the entry of the ledger that holds the consent. */
  run(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Outcome>;
  /** The actions it can say beforehand what they would do. */
  readonly previews?: ReadonlySet<string>;
  /** What `run` would do; it changes nothing. */
  preview?(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Plan | Trouble>;
}

type Trouble = Refused | Failed;

interface Beginning {
  /** Asked once its files are free: that may have taken a while. */
  readonly stillMay?: () => Refused | null;
  /** Hears who carries it out, before they begin. */
  readonly chosen?: (name: string) => void;
}

/** A session, as far as it matters who serves it. */
type Served = Pick<Session, 'sessionId' | 'roots'>;

const mostMissed = 50;

export class Executors {
  /** The newest last. */
  readonly #connected = new Set<Executor>();
  readonly #chosen = new Map<string, string>();
  /** Those that were lost and have not come back, by id, with the folders they had open. */
  readonly #missed = new Map<string, Executor>();
  readonly #changed = new Emitter<void>();
  readonly #locks: FileLocks;
  #tools: ReadonlyMap<string, ContributedTool> = new Map();

  constructor(clock: Pick<Clock, 'after'>) {
    this.#locks = new FileLocks(clock);
  }

  readonly onChanged = this.#changed.on;

  register(executor: Executor): Disposable {
    this.#connected.add(executor);
    this.#missed.delete(idOf(executor));
    this.#touch();
    return toDisposable(() => {
      this.#connected.delete(executor);
      if (executor.wasLost && !executor.builtIn) this.#miss(executor);
      this.#touch();
    });
  }

  /** Whether no editor is there for these folders, or one that had them open was lost. */
  leavesUnserved(roots: readonly { readonly path: string }[]): boolean {
    if (roots.length === 0) return false;
    if (this.#editors().length === 0) return true;
    const missed = [...this.#missed.values()].filter((one) => hasOpen(one, roots));
    return missed.length > 0 && !this.#editors().some((one) => hasOpen(one, roots));
  }

  canDo(action: string): boolean {
    return [...this.#connected].some((executor) => offers(executor, action));
  }

  /** Of two editors that bring the same tool, the newer one describes it. */
  contributedTools(): readonly ContributedTool[] {
    return [...this.#tools.values()];
  }

  contributed(name: string): ContributedTool | undefined {
    return this.#tools.get(name);
  }

  /** With the sessions whose calls go to each. */
  editors(sessions: readonly Served[] = []): readonly EditorView[] {
    return this.#editors().map((editor) => {
      const own = sessions.filter(({ roots }) =>
        roots.some(({ path }) => this.#serverOf(path) === editor),
      );
      return { ...viewOf(editor), serves: own.map(({ sessionId }) => sessionId) };
    });
  }

  /** The name of the editor that would carry it out now; null where none would. */
  editorFor(call: SettledCall): string | null {
    const executor = isPlanned(call.plan) ? this.#plannedBy(call.plan) : this.#executorFor(call);
    return 'kind' in executor || executor.inHouse ? null : executor.name;
  }

  choices(): readonly EditorChoice[] {
    const folders = new Set([...this.#connected].flatMap(({ folders: own = [] }) => own));
    return [...folders].toSorted().flatMap((folder) => {
      const claiming = [...this.#connected].filter((one) => holds(one, folder));
      if (claiming.length < 2) return [];
      const chosen = claiming.find((one) => idOf(one) === this.#chosen.get(folder));
      return [{ folder, editors: claiming.map(viewOf), chosen: chosen ? idOf(chosen) : null }];
    });
  }

  /** For this run. False when there is no such choice. */
  choose(folder: string, editorId: string): boolean {
    const choice = this.choices().find((one) => one.folder === folder);
    if (!choice?.editors.some((editor) => editor.id === editorId)) return false;
    this.#chosen.set(folder, editorId);
    this.#touch();
    return true;
  }

  run(
    call: SettledCall,
    entryId: string,
    signal: AbortSignal,
    { stillMay, chosen }: Beginning = {},
  ): AtOnce<Outcome> {
    const run = (): AtOnce<Outcome> => this.#run(call, entryId, signal, chosen);
    const lock = this.#locks.take(call, signal);
    return lock === null ? run() : whileHeld(lock, () => stillMay?.() ?? run());
  }

  /** The owner's own change of a file: no call changes it meanwhile. */
  alone(path: string, run: () => Promise<Outcome>): Promise<Outcome> {
    return whileHeld(this.#locks.takePaths([path], new AbortController().signal), run);
  }

  #run(
    call: SettledCall,
    entryId: string,
    signal: AbortSignal,
    chosen: Beginning['chosen'],
  ): AtOnce<Outcome> {
    const executor = isPlanned(call.plan) ? this.#plannedBy(call.plan) : this.#executorFor(call);
    if ('kind' in executor) return executor;
    chosen?.(executor.name);
    return executor.run(call, entryId, signal);
  }

  #miss(executor: Executor): void {
    this.#missed.set(idOf(executor), executor);
    const [oldest] = this.#missed.keys();
    if (this.#missed.size > mostMissed && oldest !== undefined) this.#missed.delete(oldest);
  }

  #editors(): readonly Executor[] {
    return [...this.#connected].filter((one) => !one.inHouse);
  }

  /** By whoever would carry it out; null when they cannot say. */
  async preview(
    call: SettledCall,
    entryId: string,
    signal: AbortSignal,
  ): Promise<SettledPlan | Trouble | null> {
    const executor = this.#executorFor(call);
    if ('kind' in executor) return executor;
    if (!executor.previews?.has(call.action) || !executor.preview) return null;
    const plan = await executor.preview(call, entryId, signal);
    return 'code' in plan ? plan : { ...plan, by: idOf(executor) };
  }

  #plannedBy({ by }: SettledPlan): Executor | Failed {
    return [...this.#connected].find((one) => idOf(one) === by) ?? failed('editor-disconnected');
  }

  #executorFor(call: SettledCall): Executor | Trouble {
    const able = [...this.#connected].filter((one) => offers(one, call.action));
    const claiming = able.filter((one) => claims(one, call));
    const newest = claiming.at(-1);
    if (!newest) return able.find((one) => one.builtIn) ?? unclaiming(able);
    if (claiming.length === 1 || call.places.length === 0) return newest;
    return this.#chosenOf(claiming, call) ?? this.#undecided(newest, call);
  }

  /** Who carries out changes in this folder; undefined while the person has to choose. */
  #serverOf(folder: string): Executor | undefined {
    const claiming = this.#editors().filter((one) => holds(one, folder));
    if (claiming.length < 2) return claiming[0] ?? this.#editors().find((one) => one.builtIn);
    return claiming.find((one) => idOf(one) === this.#chosenFor(claiming, folder));
  }

  #chosenOf(claiming: readonly Executor[], { places }: SettledCall): Executor | undefined {
    const chosen = this.#chosenFor(claiming, places[0]?.path ?? '');
    return claiming.find((one) => idOf(one) === chosen);
  }

  /** The choice for the nearest folder around it. */
  #chosenFor(claiming: readonly Executor[], path: string): string | undefined {
    const folders = claiming.flatMap(({ folders: own = [] }) => own);
    const around = folders.filter((folder) => isInside(path, folder));
    const [nearest = ''] = around.toSorted((one, other) => other.length - one.length);
    return this.#chosen.get(nearest);
  }

  /** Looking does no harm in either; a change might land in the one the person does not look at. */
  #undecided(newest: Executor, { kind }: SettledCall): Executor | Refused {
    return kind === 'read' ? newest : refused('editor-choice-needed');
  }

  #touch(): void {
    const tools = [...this.#connected].flatMap(({ tools: own = [] }) => own);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#changed.emit();
  }
}

async function whileHeld(
  lock: AtOnce<Disposable | Refused>,
  run: () => AtOnce<Outcome>,
): Promise<Outcome> {
  const free = await lock;
  if ('kind' in free) return free;
  try {
    return await run();
  } finally {
    await free.dispose();
  }
}

const idOf = ({ id, name }: Executor): string => id ?? name;

const viewOf = (executor: Executor): EditorView => ({
  id: idOf(executor),
  name: executor.name,
  folders: executor.folders ?? [],
  builtIn: executor.builtIn ?? false,
  serves: [],
});

const offers = ({ actions, tools = [] }: Executor, action: string): boolean =>
  actions.has(action) || tools.some((tool) => tool.name === action);

const holds = ({ folders = [] }: Executor, path: string): boolean =>
  folders.some((folder) => isInside(path, folder));

/** It has open what the call is about; without a path, something of the session's folders. */
function claims(executor: Executor, { places, session }: SettledCall): boolean {
  const { folders = [] } = executor;
  if (folders.length === 0) return false;
  if (places.length > 0) return places.every((place) => holds(executor, place.path));
  return hasOpen(executor, session.roots);
}

/** Something of these folders. */
const hasOpen = (executor: Executor, roots: readonly { readonly path: string }[]): boolean =>
  roots.some(
    ({ path }) =>
      holds(executor, path) || executor.folders?.some((folder) => isInside(folder, path)),
  );

/** An editor with no folder open serves what nobody else can; one with others open does not. */
const unclaiming = (able: readonly Executor[]): Executor | Failed =>
  able.findLast(({ folders = [] }) => folders.length === 0) ?? failed('editor-disconnected');
