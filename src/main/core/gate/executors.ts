/**
 * The connected executors, and which of them runs a call: the editor that has the folder open,
 * otherwise the built-in workbench. When two editors have it open, the user chooses.
 */
import type { Session } from '../../../shared/access/access.ts';
import { mapMaybe, type MaybePromise } from '../../../shared/base/maybe-promise.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { EditorChoice, EditorView } from '../../../shared/integrations/editors.ts';
import { isInside } from '../../../shared/files/inside.ts';
import {
  isError,
  failed,
  refused,
  type ActionError,
  type Failed,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { Clock } from '../dependencies.ts';
import {
  isPlanned,
  type CallReports,
  type NativeUse,
  type ResolvedCall,
  type ResolvedPlan,
} from '../call/call.ts';
import type { ContributedTool } from '../call/contributed-tools.ts';
import type { Executor, ExecutorRun, StartCheck } from '../call/executor.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import { structuralFolders } from '../roots/git-structure.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { FileLocks } from './file-locks.ts';

interface CallStartOptions {
  /** Called after the file locks are taken, which may have taken a while. */
  readonly stillMay?: StartCheck;
  /** Called with the executor's name before it starts. */
  readonly onExecutor?: (name: string) => void;
  /** Programs may only start with a checkpoint of their folders. */
  readonly needsCheckpoint?: boolean;
  /** Receives the executor's reports before the call is over. */
  readonly reports?: CallReports | undefined;
  /** The agent may do it itself: from then on none of our resources is in use. */
  readonly onReleased?: () => void;
}

/** The part of a session that decides which executor serves it. */
type ServedSession = Pick<Session, 'sessionId' | 'roots'>;

const maxMissed = 50;

export class Executors {
  /** Newest last. */
  readonly #connected = new Set<Executor>();
  readonly #choices = new Map<string, string>();
  /** Executors that disconnected without closing and have not come back, by id. */
  readonly #missed = new Map<string, Executor>();
  readonly #changed = new Emitter<void>();
  readonly #locks: FileLocks;
  #tools: ReadonlyMap<string, ContributedTool> = new Map();

  readonly #sandboxes: Pick<Sandboxes, 'launch' | 'launchPlan'> | undefined;

  readonly #clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly #ran = new Emitter<ExecutorRun>();

  constructor(
    clock: Pick<Clock, 'after' | 'monotonic'>,
    sandboxes?: Pick<Sandboxes, 'launch' | 'launchPlan'>,
  ) {
    this.#clock = clock;
    this.#sandboxes = sandboxes;
    this.#locks = new FileLocks(clock);
  }

  readonly onChanged = this.#changed.on;
  readonly onRan = this.#ran.on;

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

  /** True when no editor serves these folders, or the one that had them open was lost. */
  leavesUnserved(roots: readonly { readonly path: string }[]): boolean {
    if (roots.length === 0) return false;
    if (this.#editors().length === 0) return true;
    const missed = [...this.#missed.values()].filter((item) => hasOpen(item, roots));
    return missed.length > 0 && !this.#editors().some((editor) => hasOpen(editor, roots));
  }

  canDo(action: string): boolean {
    return [...this.#connected].some((executor) => offers(executor, action));
  }

  /** When two editors contribute the same tool, the newer definition wins. */
  contributedTools(): readonly ContributedTool[] {
    return [...this.#tools.values()];
  }

  contributed(name: string): ContributedTool | undefined {
    return this.#tools.get(name);
  }

  /** Each with the sessions whose calls it serves. */
  editors(sessions: readonly ServedSession[] = []): readonly EditorView[] {
    return this.#editors().map((editor) => {
      const own = sessions.filter(({ roots }) =>
        roots.some(({ path }) => this.#serverOf(path) === editor),
      );
      return { ...viewOf(editor), serves: own.map(({ sessionId }) => sessionId) };
    });
  }

  /** The name of the editor that would run the call now; null when none would. */
  editorFor(call: ResolvedCall): string | null {
    if (call.native) return null;
    const executor = isPlanned(call.plan) ? this.#plannedBy(call.plan) : this.#executorFor(call);
    return isError(executor) || executor.inApp ? null : executor.name;
  }

  choices(): readonly EditorChoice[] {
    const folders = new Set([...this.#connected].flatMap(({ folders: own = [] }) => own));
    return [...folders].toSorted().flatMap((folder) => {
      const claiming = [...this.#connected].filter((item) => holds(item, folder));
      if (claiming.length < 2) return [];
      const selected = claiming.find((item) => idOf(item) === this.#choices.get(folder));
      return [
        { folder, editors: claiming.map(viewOf), selected: selected ? idOf(selected) : null },
      ];
    });
  }

  /** Remembered until the app quits. False when there is no such choice. */
  choose(folder: string, editorId: string): boolean {
    const choice = this.choices().find((item) => item.folder === folder);
    if (!choice?.editors.some((editor) => editor.id === editorId)) return false;
    this.#choices.set(folder, editorId);
    this.#touch();
    return true;
  }

  run(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    beginning: CallStartOptions = {},
  ): MaybePromise<Outcome> {
    const { stillMay } = beginning;
    if (call.native) return runByAgent(call, call.native, signal, beginning);
    const run = (): MaybePromise<Outcome> => this.#run(call, entryId, signal, beginning);
    const changed = pathsChangedBy(call);
    if (changed.length === 0) return run();
    return withLock(this.#locks.take(changed, signal), () => stillMay?.() ?? run());
  }

  /** Runs a change by the user; no call changes the path meanwhile. */
  alone(path: string, run: () => Promise<Outcome>): Promise<Outcome> {
    return withLock(this.#locks.take([path], new AbortController().signal), run);
  }

  #run(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    { stillMay, onExecutor, needsCheckpoint = false, reports }: CallStartOptions,
  ): MaybePromise<Outcome> {
    const executor = isPlanned(call.plan) ? this.#plannedBy(call.plan) : this.#executorFor(call);
    if (isError(executor)) return executor;
    onExecutor?.(executor.name);
    return mapMaybe(this.#launchFor(call, executor), (sandbox) => {
      if (sandbox !== null && isError(sandbox)) return sandbox;
      if (needsCheckpoint && sandbox === null) return refused('sandbox-unavailable');
      const launch = needsCheckpoint && sandbox ? { ...sandbox, needsCheckpoint } : sandbox;
      const began = this.#clock.monotonic();
      return mapMaybe(executor.run(call, entryId, signal, stillMay, launch, reports), (outcome) => {
        const ms = this.#clock.monotonic() - began;
        this.#ran.emit({ by: kindOf(executor), ms, result: outcome.kind });
        return outcome;
      });
    });
  }

  /** Only the workbench has sandboxes; what was judged to run in one runs nowhere else. */
  #launchFor(
    call: ResolvedCall,
    executor: Executor,
    launch: 'launch' | 'launchPlan' = 'launch',
  ): MaybePromise<SandboxLaunch | Refused | null> {
    if (!executor.builtIn)
      return call.command?.sandbox
        ? refused('stale', 'An editor has opened the folder since, and would run it unsandboxed.')
        : null;
    return this.#sandboxes?.[launch](call) ?? null;
  }

  /** Whether the workbench, and not an editor, would currently carry it out. */
  isBuiltInFor(call: ResolvedCall): boolean {
    if (call.native) return false;
    const executor = this.#executorFor(call);
    return !isError(executor) && executor.builtIn === true;
  }

  #miss(executor: Executor): void {
    this.#missed.set(idOf(executor), executor);
    const [oldest] = this.#missed.keys();
    if (this.#missed.size > maxMissed && oldest !== undefined) this.#missed.delete(oldest);
  }

  #editors(): readonly Executor[] {
    return [...this.#connected].filter((item) => !item.inApp);
  }

  /** Asks the executor that would run the call; null when it cannot preview it. */
  async preview(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
  ): Promise<ResolvedPlan | ActionError | null> {
    if (call.native) return planOfAgent(call, call.native);
    const executor = this.#executorFor(call);
    if (isError(executor)) return executor;
    if (!executor.previews?.has(call.action) || !executor.preview) return null;
    const sandbox = await this.#launchFor(call, executor, 'launchPlan');
    if (sandbox !== null && isError(sandbox)) return sandbox;
    const plan = await executor.preview(call, entryId, signal, sandbox);
    if (isError(plan)) return plan;
    return { ...(executor.builtIn ? plan : withoutPromises(plan)), by: idOf(executor) };
  }

  #plannedBy({ by }: ResolvedPlan): Executor | Failed {
    return [...this.#connected].find((item) => idOf(item) === by) ?? failed('editor-disconnected');
  }

  #executorFor(call: ResolvedCall): Executor | ActionError {
    const able = [...this.#connected].filter(
      (item) => offers(item, call.action) && runs(item, call),
    );
    const claiming = able.filter((item) => claims(item, call));
    const newest = claiming.at(-1);
    if (!newest) return able.find((item) => item.builtIn) ?? unclaiming(able);
    if (claiming.length === 1 || call.places.length === 0) return newest;
    return this.#userChoiceFor(claiming, call) ?? this.#undecided(newest, call);
  }

  /** The executor for changes in this folder; undefined while the user has to choose. */
  #serverOf(folder: string): Executor | undefined {
    const claiming = this.#editors().filter((editor) => holds(editor, folder));
    if (claiming.length < 2) return claiming[0] ?? this.#editors().find((editor) => editor.builtIn);
    return claiming.find((item) => idOf(item) === this.#choiceNear(claiming, folder));
  }

  #userChoiceFor(claiming: readonly Executor[], { places }: ResolvedCall): Executor | undefined {
    const editorId = this.#choiceNear(claiming, places[0]?.path ?? '');
    return claiming.find((item) => idOf(item) === editorId);
  }

  /** The user's choice for the nearest enclosing folder. */
  #choiceNear(claiming: readonly Executor[], path: string): string | undefined {
    const folders = claiming.flatMap(({ folders: own = [] }) => own);
    const enclosing = folders.filter((folder) => isInside(path, folder));
    const [nearest = ''] = enclosing.toSorted((a, b) => b.length - a.length);
    return this.#choices.get(nearest);
  }

  /** Either editor may serve a read; a change might land in the editor that the user is not looking at. */
  #undecided(newest: Executor, { kind }: ResolvedCall): Executor | Refused {
    return kind === 'read' ? newest : refused('editor-choice-needed');
  }

  #touch(): void {
    const tools = [...this.#connected].flatMap(({ tools: own = [] }) => own);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#changed.emit();
  }
}

/** Without locks, because an agent may report the end much later, or never. */
function runByAgent(
  call: ResolvedCall,
  { end, tool }: NativeUse,
  signal: AbortSignal,
  { stillMay, onExecutor, onReleased }: CallStartOptions,
): MaybePromise<Outcome> {
  const stopped = stillMay?.() ?? (signal.aborted ? refused('ask-withdrawn') : null);
  if (stopped) return stopped;
  onExecutor?.(`${end.agentName} itself (${tool})`);
  onReleased?.();
  return end.run(call, signal);
}

async function planOfAgent(
  call: ResolvedCall,
  { end }: NativeUse,
): Promise<ResolvedPlan | ActionError | null> {
  const plan = await end.plan(call);
  return plan === null || isError(plan) ? plan : { ...plan, by: end.agentName };
}

/** No other call may use them meanwhile. */
function pathsChangedBy({ places, tool }: ResolvedCall): readonly string[] {
  const alone = tool?.own?.runsAlone === true;
  const changed = places.filter(({ use }) => alone || (use !== 'read' && use !== 'list'));
  // Two calls could turn a folder into a git directory together; one after the other, the second is checked.
  const structures = changed.flatMap(({ path }) =>
    structuralFolders(path).map(([folder]) => `${folder}\0git`),
  );
  return [...changed.map(({ path }) => path), ...structures];
}

async function withLock(
  lock: MaybePromise<Disposable | Refused>,
  run: () => MaybePromise<Outcome>,
): Promise<Outcome> {
  const free = await lock;
  if (isError(free)) return free;
  try {
    return await run();
  } finally {
    await free.dispose();
  }
}

/** An editor can only restrict: facts that make an ask unnecessary count from the workbench. */
const withoutPromises = ({ recoverable: _kept, files, ...plan }: Plan): Plan => ({
  ...plan,
  ...(files ? { files: files.map(({ inert: _inert, ...file }) => file) } : {}),
});

const idOf = ({ id, name }: Executor): string => id ?? name;

function kindOf({ id = '', builtIn, inApp }: Executor): ExecutorRun['by'] {
  if (builtIn) return 'workbench';
  if (!inApp) return 'editor';
  return isServerId(id) ? id : 'app';
}

const isServerId = (id: string): id is `mcp:${string}` => id.startsWith('mcp:');

const viewOf = (executor: Executor): EditorView => ({
  id: idOf(executor),
  name: executor.name,
  folders: executor.folders ?? [],
  builtIn: executor.builtIn ?? false,
  serves: [],
});

const offers = ({ actions, tools = [] }: Executor, action: string): boolean =>
  actions.has(action) || tools.some((tool) => tool.name === action);

/** Editors start one program at a time; a line of several is for the workbench. */
const runs = ({ builtIn = false }: Executor, { command }: ResolvedCall): boolean =>
  builtIn || command?.parts === undefined;

const holds = ({ folders = [] }: Executor, path: string): boolean =>
  folders.some((folder) => isInside(path, folder));

/** True when the executor has all paths of the call open, or, for a call without a path, some folder of the session. */
function claims(executor: Executor, { places, session }: ResolvedCall): boolean {
  const { folders = [] } = executor;
  if (folders.length === 0) return false;
  if (places.length > 0) return places.every((place) => holds(executor, place.path));
  return hasOpen(executor, session.roots);
}

/** True when the executor has any of these folders, or part of one, open. */
const hasOpen = (executor: Executor, roots: readonly { readonly path: string }[]): boolean =>
  roots.some(
    ({ path }) =>
      holds(executor, path) || executor.folders?.some((folder) => isInside(folder, path)),
  );

/** An editor with no folder open serves what no other can; one that has other folders open does not. */
const unclaiming = (able: readonly Executor[]): Executor | Failed =>
  able.findLast(({ folders = [] }) => folders.length === 0) ?? failed('editor-disconnected');
