/**
 * Agents inside their sandboxes. The user's `gatehouse run` connects to a socket of each run, and its
 * bytes go to the agent's terminal and back without passing through main. When that connection closes,
 * the agent ends.
 */
import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type {
  AgentRunReplies,
  AgentRunState,
  AgentRunTask,
} from '../../shared/agents/agent-run-tasks.ts';
import type { AgentRunEnd } from '../../shared/agents/agent-run.ts';
import {
  frameKinds,
  frameOf,
  FrameReader,
  sizeIn,
  type TerminalFrame,
} from '../../shared/agents/terminal-frames.ts';
import { done, failed, isError, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { RunningPrograms } from '../../main/platform/programs/running-programs.ts';
import type { Task } from '../action-handler.ts';
import type { OpenRun } from '../sandbox/run-tracking.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';

/** How long a reply that it still runs is held back; shorter than main waits for a reply. */
const longestReplyMs = 10_000;
/** The command line connects at once, or it is gone. */
const connectMs = 15_000;
const fullBytes = 1024 * 1024;
const resultBytes = 1024 * 1024;

type AgentRunsContext = Pick<WorkbenchContext, 'runs' | 'stateFolder'>;

export class AgentRuns implements Disposable {
  readonly #context: AgentRunsContext;
  readonly #runs = new Map<string, AgentSession>();

  constructor(context: AgentRunsContext) {
    this.#context = context;
  }

  async start(task: AgentRunTask): Promise<AgentRunReplies['startAgentRun']> {
    const run = new AgentSession(this.#context, task);
    this.#runs.set(task.runId, run);
    return { socket: await run.listen() };
  }

  async state(runId: string): Promise<AgentRunState> {
    const run = this.#runs.get(runId);
    if (!run) return { state: 'ended', outcome: failed('action-failed', 'There is no such run.') };
    const late = Promise.withResolvers<AgentRunState>();
    const timer = setTimeout(() => late.resolve({ state: 'running' }), longestReplyMs);
    const ended = run.ended.then((outcome): AgentRunState => ({ state: 'ended', outcome }));
    const state = await Promise.race([ended, late.promise]);
    clearTimeout(timer);
    if (state.state === 'ended') this.#runs.delete(runId);
    return state;
  }

  pause(runId: string, isPaused: boolean): void {
    this.#runs.get(runId)?.pause(isPaused);
  }

  end(runId: string, why: string): void {
    this.#runs.get(runId)?.end(why);
  }

  async endSession(sessionId: string): Promise<void> {
    const own = [...this.#runs.values()].filter((run) => run.sessionId === sessionId);
    for (const run of own) run.end('Its session has ended.');
    await Promise.all(own.map((run) => run.ended));
  }

  async dispose(): Promise<void> {
    for (const run of this.#runs.values()) run.end('Gatehouse is closing.');
    await Promise.all([...this.#runs.values()].map((run) => run.ended));
  }
}

class AgentSession {
  readonly #context: AgentRunsContext;
  readonly #task: AgentRunTask;
  readonly #stop = new AbortController();
  readonly #end = Promise.withResolvers<Outcome>();
  #server: net.Server | null = null;
  #folder: string | null = null;
  #socket: net.Socket | null = null;
  #agent: AgentProcess | null = null;
  #forget: () => void = () => undefined;
  /** Resolved when it may go on; null while it is not paused. */
  #paused: PromiseWithResolvers<void> | null = null;
  #whyEnded: string | null = null;
  #isOver = false;

  constructor(context: AgentRunsContext, task: AgentRunTask) {
    this.#context = context;
    this.#task = task;
  }

  get sessionId(): string {
    return this.#task.sessionId;
  }

  /** Never rejects. */
  get ended(): Promise<Outcome> {
    return this.#end.promise;
  }

  /** In a folder of its own that only the user can enter; the name has to be short. */
  async listen(): Promise<string> {
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-run-'));
    const file = path.join(this.#folder, 's');
    const server = net.createServer((socket) => this.#greet(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: file }, resolve);
    });
    fs.chmodSync(file, 0o600);
    const late = setTimeout(() => {
      if (this.#socket === null) this.#finish(refused('ask-withdrawn'));
    }, connectMs);
    void this.ended.then(() => clearTimeout(late));
    return file;
  }

  pause(isPaused: boolean): void {
    if (this.#isOver || this.#stop.signal.aborted) return;
    if (isPaused) this.#paused ??= Promise.withResolvers();
    else this.#goOn();
    this.#agent?.pause(isPaused);
  }

  #goOn(): void {
    this.#paused?.resolve();
    this.#paused = null;
  }

  end(why: string): void {
    this.#whyEnded ??= why;
    this.#stop.abort();
    this.#goOn();
    if (this.#agent) this.#agent.end();
    else if (this.#socket === null) this.#finish(refused('ask-withdrawn', why));
  }

  /** The first connection that knows the token is the user's; there is no second one. */
  #greet(socket: net.Socket): void {
    const expected = Buffer.from(this.#task.token, 'utf8');
    let head = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    const onData = (piece: Buffer): void => {
      head = Buffer.concat([head, piece]);
      if (head.length < expected.length) return;
      socket.off('data', onData);
      const token = head.subarray(0, expected.length);
      if (this.#socket !== null || !timingSafeEqual(token, expected)) return void socket.destroy();
      this.#stopListening();
      this.#socket = socket;
      void this.#serve(socket, head.subarray(expected.length));
    };
    socket.on('data', onData);
  }

  async #serve(socket: net.Socket, rest: Buffer): Promise<void> {
    const reader = new FrameReader();
    const waiting: TerminalFrame[] = [];
    const read = (piece: Buffer): void => {
      const frames = reader.read(piece);
      if (frames === null) return void socket.destroy();
      for (const frame of frames) {
        if (this.#agent) this.#receive(frame, this.#agent);
        else waiting.push(frame);
      }
    };
    socket.on('data', read);
    // No terminal shows it any more, as after a terminal is closed.
    socket.once('close', () => this.end('The terminal was closed.'));
    read(rest);
    const opened = await this.#open();
    if (isError(opened)) return this.#finish(opened);
    while (this.#paused !== null) await this.#paused.promise;
    if (this.#stop.signal.aborted) return this.#close(opened, null, null);
    try {
      this.#agent = this.#start(socket, opened);
    } catch (error) {
      return this.#close(opened, null, String(error));
    }
    for (const frame of waiting) this.#receive(frame, this.#agent);
    return undefined;
  }

  /** The checkpoint, and the watch for files that would run later. */
  async #open(): Promise<OpenRun | Exclude<Outcome, { kind: 'done' }>> {
    const { runs } = this.#context;
    const { sessionId, agentId, entryId, roots, launch: sandbox } = this.#task;
    const task: Task = {
      ...{ sessionId, agentId, entryId, roots, sandbox, resultBytes, skip: [] },
      ...{ start: undefined, planned: undefined, signal: this.#stop.signal },
    };
    if (!runs) return refused('no-checkpoint');
    return runs.open(task).catch((error: unknown) => failed('action-failed', String(error)));
  }

  #start(socket: net.Socket, run: OpenRun): AgentProcess {
    const agent = startAgent(this.#task, {
      onOutput: (bytes, from) => {
        if (socket.destroyed) return;
        socket.write(frameOf(frameKinds[from], bytes));
        if (socket.writableLength < fullBytes) return;
        agent.hold(true);
        socket.once('drain', () => agent.hold(false));
      },
      onStopped: () => void socket.write(frameOf(frameKinds.stopped)),
      onEnded: (exitCode, problem) => void this.#close(run, exitCode, problem),
    });
    this.#forget = new RunningPrograms(this.#context.stateFolder).keep(agent.pid);
    return agent;
  }

  #receive({ kind, content }: TerminalFrame, agent: AgentProcess): void {
    if (kind === frameKinds.data) agent.write(content);
    if (kind === frameKinds.inputEnd) agent.endInput();
    if (kind === frameKinds.resume) agent.resume();
    const size = kind === frameKinds.resize ? sizeIn(content) : null;
    if (size) agent.resize(size.cols, size.rows);
    const signal = kind === frameKinds.signal ? signalIn(content) : null;
    if (signal) agent.signal(signal);
  }

  async #close(run: OpenRun, exitCode: number | null, problem: string | null): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forget();
    const { changes, record, texts } = await run.close();
    if (problem !== null || exitCode === null)
      return this.#finish(failed('sandbox-unavailable', problem ?? this.#whyEnded ?? ''));
    const why = this.#whyEnded;
    const detail = `Ended with exit code ${exitCode}.${why === null ? '' : ` ${why}`}`;
    const outcome = { ...done({ exit_code: exitCode }, changes), run: record, texts, detail };
    return this.#finish(outcome);
  }

  #finish(outcome: Outcome): void {
    this.#isOver = true;
    this.#stopListening();
    const socket = this.#socket;
    if (socket && !socket.destroyed) {
      const end = JSON.stringify(endOf(outcome, this.#whyEnded));
      socket.end(frameOf(frameKinds.ended, Buffer.from(end)));
    }
    this.#end.resolve(outcome);
  }

  #stopListening(): void {
    this.#server?.close();
    this.#server = null;
    if (this.#folder !== null) fs.rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}

function endOf(outcome: Outcome, why: string | null): AgentRunEnd {
  if (outcome.kind !== 'done') {
    const { message, hint } = outcome;
    return { exit_code: null, message: `${message} ${hint}`.slice(0, 2000) };
  }
  const files = outcome.run?.held_back ?? [];
  const names = files.map(({ path: file }) => path.basename(file)).join(', ');
  const notes = [
    ...(why === null ? [] : [`Gatehouse ended it. ${why}`]),
    ...(files.length > 0 ? [`Held back, see the Gatehouse window: ${names}.`] : []),
  ];
  const message = notes.length > 0 ? notes.join(' ').slice(0, 2000) : null;
  return { exit_code: Number(outcome.data['exit_code']), message };
}

const passedOn: readonly NodeJS.Signals[] = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const),
];

const signalIn = (content: Uint8Array): NodeJS.Signals | null => {
  const name = Buffer.from(content).toString('utf8');
  return passedOn.find((item) => item === name) ?? null;
};
