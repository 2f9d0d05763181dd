/**
 * Runs the programs of a line such as `a | b && c` without a shell: pipes are connected here, and
 * whether a part runs depends on how the one before it ended.
 */
import type { Writable } from 'node:stream';
import { failed, refused } from '../../shared/actions/outcomes.ts';
import { partWords } from '../../shared/commands/command-parts.ts';
import { isPinnedAt } from '../../main/platform/programs/file-pins.ts';
import {
  changedProgram,
  KeptOutput,
  runProgram,
  sandboxFailed,
  type NotStarted,
  type ProgramEnd,
  type ProgramRun,
} from '../../main/platform/programs/run-program.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { Task } from '../action-handler.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { LineNames } from './line-names.ts';
import { ownGit } from './own-git.ts';
import { OutputEvents } from './output-events.ts';

type RunParts = NonNullable<NonNullable<Task['start']>['parts']>;
type RunPart = RunParts[number];
type Pin = NonNullable<NonNullable<NonNullable<Task['start']>['pins']>['parts']>[number];

export interface LineStart {
  readonly parts: RunParts;
  readonly env: Readonly<Record<string, string>>;
  /** The folder's path for users and events. */
  readonly folder: string;
  readonly here: string;
  readonly timeoutSeconds: number;
}

interface PinnedPart {
  readonly part: RunPart;
  readonly pin: Pin | undefined;
}

export async function runParts(
  context: WorkbenchContext,
  start: LineStart,
  task: Task,
): Promise<ProgramEnd | ActionError> {
  const { pins } = task.start ?? {};
  for (const pin of pins?.files ?? []) {
    if (!(await isPinnedAt(pin)))
      return refused('stale', `${pin.path} has changed since it was approved.`);
  }
  const about = { path: start.folder, call: task.entryId };
  const argv = partWords(start.parts);
  const output = new OutputEvents(context, task.sessionId, about);
  context.emit('process_started', { ...about, argv }, task.sessionId);
  const pinned = start.parts.map((part, at) => ({ part, pin: pins?.parts?.[at] }));
  const run = new LineRun(context, start, task, (text) => output.add(text));
  const end = await run.all(pipelinesOf(pinned));
  output.dispose();
  if ('notStarted' in end) {
    context.emit('process_ended', { ...about, not_started: end.notStarted }, task.sessionId);
    return notStarted(end);
  }
  const { exitCode: exit_code, signal, timedOut: timed_out } = end;
  context.emit('process_ended', { ...about, exit_code, signal, timed_out }, task.sessionId);
  context.emit('command_executed', { ...about, argv, exit_code }, task.sessionId);
  return end;
}

/** Parts that a pipe connects run at the same time. */
function pipelinesOf(parts: readonly PinnedPart[]): readonly (readonly PinnedPart[])[] {
  const pipelines: PinnedPart[][] = [];
  let isPiped = false;
  for (const item of parts) {
    if (isPiped) pipelines.at(-1)?.push(item);
    else pipelines.push([item]);
    isPiped = item.part.join === '|';
  }
  return pipelines;
}

interface PartNotStarted extends NotStarted {
  /** The program, or the name because of which it was not started. */
  readonly program: string;
}

const leadsOut = 'LEADS_OUT';
const gitRefused = 'GIT_REFUSED';

type LastEnd = Pick<ProgramEnd, 'exitCode' | 'signal' | 'timedOut'>;

/** One run of a line; the time and the output are bounded for all its programs together. */
class LineRun {
  readonly #context: WorkbenchContext;
  readonly #start: LineStart;
  readonly #task: Task;
  readonly #onText: (text: string) => void;
  readonly #kept: KeptOutput;
  readonly #giveUpAt: number;

  constructor(
    context: WorkbenchContext,
    start: LineStart,
    task: Task,
    onText: (text: string) => void,
  ) {
    this.#context = context;
    this.#start = start;
    this.#task = task;
    this.#onText = onText;
    this.#kept = new KeptOutput(Math.floor(task.resultBytes / 3));
    this.#giveUpAt = performance.now() + start.timeoutSeconds * 1000;
  }

  async all(pipelines: readonly (readonly PinnedPart[])[]): Promise<ProgramEnd | PartNotStarted> {
    let last: LastEnd = { exitCode: 0, signal: null, timedOut: false };
    let join: RunPart['join'] = ';';
    const names = await this.#names(pipelines);
    for (const pipeline of pipelines) {
      if (mayRun(join, last)) {
        const name = pipeline === pipelines[0] ? null : ((await names?.leadingOut()) ?? null);
        if (name !== null) return { notStarted: leadsOut, program: name };
        const end = await this.#pipeline(pipeline);
        if ('notStarted' in end) return end;
        last = end;
      }
      join = pipeline.at(-1)?.part.join ?? 'none';
      if (last.timedOut || this.#task.signal.aborted) break;
    }
    return { ...last, ...this.#kept.output() };
  }

  /** Null where no link can lead out: in a sandbox, and where all programs start at once. */
  async #names(pipelines: readonly (readonly PinnedPart[])[]): Promise<LineNames | null> {
    if (this.#task.sandbox || pipelines.length < 2) return null;
    const words = pipelines.flat().flatMap(({ part }) => part.argv.slice(1));
    return LineNames.of(words, this.#start.folder, this.#task.roots);
  }

  /**
   * From the last to the first: each program is given the input of the next one as its output, so
   * that the system connects them and a program ends when nobody reads it any more.
   */
  async #pipeline(pipeline: readonly PinnedPart[]): Promise<LastEnd | PartNotStarted> {
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#task.signal, stop.signal]);
    const ends: Promise<ProgramEnd | PartNotStarted>[] = [];
    let into: Writable | null = null;
    for (const item of pipeline.toReversed()) {
      const isFirst = item === pipeline[0];
      const input = Promise.withResolvers<Writable | null>();
      const end = this.#program(item, into, signal, isFirst ? null : input.resolve);
      ends.unshift(end);
      // A program that did not start has no input.
      void end.then(() => input.resolve(null));
      into = isFirst ? null : await input.promise;
      if (!isFirst && into === null) break;
    }
    const all = Promise.all(ends);
    for (const end of ends) void end.then((item) => 'notStarted' in item && stop.abort());
    const results = await all;
    const failure = results.find((result) => 'notStarted' in result);
    if (failure) return failure;
    const timedOut = results.some((result) => 'timedOut' in result && result.timedOut);
    const last = results.at(-1);
    if (!last || 'notStarted' in last) throw new Error('a pipeline has at least one program');
    return { exitCode: last.exitCode, signal: last.signal, timedOut };
  }

  async #program(
    { part, pin }: PinnedPart,
    into: Writable | null,
    signal: AbortSignal,
    onInput: ((input: Writable) => void) | null,
  ): Promise<ProgramEnd | PartNotStarted> {
    const { env, folder, here } = this.#start;
    const { sandbox } = this.#task;
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const git = part.git ? await ownGit(part.argv, this.#start, this.#task) : null;
    if (git !== null && isError(git)) {
      into?.destroy();
      return { notStarted: gitRefused, detail: git.message, program: part.program };
    }
    const end = await runProgram({
      program: part.program,
      pin: pin ?? undefined,
      args: part.argv.slice(1),
      cwd: here,
      env: { ...env, PWD: folder },
      timeoutMs: Math.max(1, this.#giveUpAt - performance.now()),
      // Kept for the whole line, not for each program.
      outputBytes: 0,
      signal,
      sandbox: sandbox && { launch: sandbox, folder },
      ...git,
      ...streamsOf(part, into),
      ...(onInput ? { onInput } : {}),
      onStarted: (pid) => {
        // Only the program that writes may keep it open, or its reader would never see the end.
        into?.destroy();
        return new RunningPrograms(this.#context.stateFolder).keep(pid);
      },
      onOutput: (piece, from) => {
        this.#kept.add(piece, part.stderr === 'output' ? 'stdout' : from);
        this.#onText(decoders[from].decode(piece, { stream: true }));
      },
    });
    if ('notStarted' in end) into?.destroy();
    return 'notStarted' in end ? { ...end, program: part.program } : end;
  }
}

/** Output that is neither redirected nor piped to the next program is kept. */
function streamsOf(
  { stdout, stderr }: RunPart,
  into: Writable | null,
): Pick<ProgramRun, 'stdout' | 'stderr'> {
  const output = stdout === 'dropped' ? 'ignore' : into;
  const errors = { kept: null, output: into, dropped: 'ignore' } as const;
  const errorsTo = errors[stderr];
  return {
    ...(output === null ? {} : { stdout: output }),
    ...(errorsTo === null ? {} : { stderr: errorsTo }),
  };
}

/** As a shell does: a part that is left out does not change how the last one ended. */
function mayRun(join: RunPart['join'], { exitCode }: LastEnd): boolean {
  if (join === '&&') return exitCode === 0;
  return join === '||' ? exitCode !== 0 : true;
}

function notStarted({ notStarted: code, detail = '', program }: PartNotStarted): ActionError {
  if (code === sandboxFailed) return failed('sandbox-unavailable', detail);
  if (code === 'ENOENT') return failed('program-missing', program);
  if (code === gitRefused) return refused('git-refused', detail);
  if (code === leadsOut)
    return refused('stale', `${program} leads out of the granted folders since the line began.`);
  if (code === changedProgram)
    return refused('stale', `${program} has changed since it was approved.`);
  if (code === 'ABORTED') return failed('ask-withdrawn');
  return failed('action-failed', `${program} could not be started (${code}).`);
}
