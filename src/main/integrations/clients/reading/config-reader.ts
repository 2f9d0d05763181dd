/**
 * Main's side of the thread that parses clients' config files: one task at a time, each with a
 * time limit, in a bounded heap. A file on which the thread hangs is remembered as unreadable
 * until it changes, so that it affects only its own card.
 */
import type { Disposable } from '../../../../shared/base/disposable.ts';
import type { NotTouched } from '../files/config-snapshot.ts';
import type {
  ClientReading,
  PlannedSetup,
  PlannedUndo,
  PlannedWrite,
  PlanSetup,
  ReadClient,
  ReadExternalEdit,
  ExternalEdit,
} from './config-tasks.ts';
import type { ReadServer, ReadServers } from '../servers/server-entries.ts';
import type { ConfigTask } from './config-worker.ts';
import { ReaderThread, type ReaderResult, type ReaderLimits } from './reader-thread.ts';
import type { UnreadableFile } from './read-config.ts';

const usualLimits: ReaderLimits = { fileMs: 8_000, planMs: 45_000, heapMb: 512, idleMs: 30_000 };
const maxUnreadable = 200;
const maxTries = 30;

export class ConfigReader implements Disposable {
  readonly #limits: ReaderLimits;
  readonly #unreadable = new Map<string, UnreadableFile>();
  #thread: ReaderThread | null = null;
  #idle: NodeJS.Timeout | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(limits: Partial<ReaderLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
  }

  /** Null: nothing could be determined about this client's files. */
  readClient(input: ReadClient): Promise<ClientReading | null> {
    return this.#read<ClientReading>((unreadable) => ({ kind: 'readClient', input, unreadable }));
  }

  async readServers(input: ReadServers): Promise<readonly ReadServer[]> {
    const task = (unreadable: readonly UnreadableFile[]): ConfigTask => ({
      ...{ kind: 'readServers', input, unreadable },
    });
    return (await this.#read<readonly ReadServer[]>(task)) ?? [];
  }

  async #read<T>(task: (unreadable: readonly UnreadableFile[]) => ConfigTask): Promise<T | null> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const ended = await this.#run(task([...this.#unreadable.values()]));
      if (ended.kind === 'done') return ended.output as T;
      if (!ended.reading) return null;
      this.#remember({ ...ended.reading, why: `${ended.reading.file} ${ended.why}` });
    }
    return null;
  }

  async planSetup(input: PlanSetup): Promise<PlannedSetup | NotTouched> {
    const files = input.steps.map(({ file }) => file);
    const plan = await this.#plan<PlannedSetup>({ kind: 'planSetup', input }, files);
    return 'why' in plan ? plan : { ...plan, steps: plan.steps.map(withBuffers) };
  }

  readExternalEdit(input: ReadExternalEdit): Promise<ExternalEdit | NotTouched> {
    return this.#plan<ExternalEdit>({ kind: 'readExternalEdit', input }, [input.file]);
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    if (this.#idle) clearTimeout(this.#idle);
    await this.#thread?.end();
    await this.#last.catch(() => undefined);
  }

  async #plan<T>(task: ConfigTask, files: readonly string[]): Promise<T | NotTouched> {
    const ended = await this.#run(task);
    if (ended.kind === 'done') return ended.output as T | NotTouched;
    return {
      why: `${[...new Set(files)].join(', ')} ${ended.why}`,
      hint: 'Nothing was changed.',
    };
  }

  #remember(file: UnreadableFile): void {
    if (this.#unreadable.size >= maxUnreadable) this.#unreadable.clear();
    this.#unreadable.set(file.file, file);
  }

  #run(task: ConfigTask): Promise<ReaderResult> {
    const running = this.#last.catch(() => undefined).then(() => this.#runNow(task));
    this.#last = running;
    return running;
  }

  async #runNow(task: ConfigTask): Promise<ReaderResult> {
    if (this.#closed) return { kind: 'failed', why: 'was not read.', reading: null };
    if (this.#idle) clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#start());
    const ended = await thread.run(task, this.#limits);
    if (!this.#closed) this.#idle = setTimeout(() => void this.#thread?.end(), this.#limits.idleMs);
    return ended;
  }

  #start(): ReaderThread {
    const thread: ReaderThread = new ReaderThread(this.#limits.heapMb, () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
}

/** Values posted between threads lose their class. */
const bufferOf = <T extends Uint8Array | null>(bytes: T): T extends null ? null : Buffer =>
  (bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as never;

function withBuffers(step: PlannedWrite | PlannedUndo): PlannedWrite | PlannedUndo {
  const current = { ...step.current, bytes: bufferOf(step.current.bytes) };
  if (step.kind === 'undo') return { ...step, current, after: bufferOf(step.after) };
  return { ...step, current, base: bufferOf(step.base), after: bufferOf(step.after) };
}
