/** The OpenCode server of one workspace: starts, watches, restarts after a crash, and stops it. */
import type { Agent } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import {
  agentStatus,
  type AgentStatus,
  type ServerView,
} from '../../../shared/integrations/workspaces.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { RunningPrograms } from '../../platform/programs/running-programs.ts';
import { environmentFor, type RunFacts } from './config.ts';
import { Prompter, type NativeGate } from './prompter.ts';
import { ServerApi } from './server-api.ts';
import { eventsIn, type ServerEvent } from './server-events.ts';
import type { ServerLog } from './server-log.ts';
import { ServerProcess } from './server-process.ts';

export interface ServerDeps {
  readonly workspace: string;
  readonly clientId: ClientId;
  readonly core: Pick<Core, 'note'>;
  readonly native: NativeGate;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  readonly log: ServerLog;
  readonly running: RunningPrograms;
  /**
   * For each start: a new key and password, and the program found then. Rejects if there is no
   * program.
   */
  readonly newFacts: () => Promise<RunFacts>;
  readonly onChanged: () => void;
}

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
const steadyAfterMs = 60_000;
const maxCrashes = 5;
const lookAgainMs = 1_000;

const maxSessions = 1_000;

export class OpenCodeServer {
  readonly #deps: ServerDeps;
  readonly #stopping = new AbortController();
  readonly #busy = new Map<string, boolean>();
  #view: ServerView = { state: 'starting', port: null, why: null };
  #process: ServerProcess | null = null;
  #living: Promise<void> = Promise.resolve();
  #pause: Disposable | null = null;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  get clientId(): ClientId {
    return this.#deps.clientId;
  }

  get view(): ServerView {
    return this.#view;
  }

  get log(): readonly string[] {
    return this.#deps.log.lines;
  }

  get agents(): AgentStatus {
    const busy = [...this.#busy.values()].filter(Boolean).length;
    return agentStatus(this.#busy.size - busy, busy);
  }

  start(): void {
    this.#living = this.#keepAlive();
  }

  /** Resolves when none of its processes is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    void this.#pause?.dispose();
    await this.#process?.stop();
    await this.#living;
    this.#show({ state: 'stopped', port: null, why: null });
  }

  async #keepAlive(): Promise<void> {
    const { clock, log } = this.#deps;
    let [delayMs, crashes] = [firstDelayMs, 0];
    while (!this.#stopped) {
      const began = clock.monotonic();
      const why = await this.#live().catch((error: unknown) => String(error));
      log.say(why);
      if (this.#stopped) return;
      if (clock.monotonic() - began > steadyAfterMs) [delayMs, crashes] = [firstDelayMs, 0];
      crashes += 1;
      if (crashes > maxCrashes) return this.#show({ state: 'failed', port: null, why });
      this.#show({ state: 'waiting', port: null, why });
      await this.#wait(delayMs);
      delayMs = Math.min(delayMs * 2, maxDelayMs);
    }
  }

  /** One run; resolves with the reason when it has ended. */
  async #live(): Promise<string> {
    const { workspace, log, running } = this.#deps;
    const facts = await this.#deps.newFacts();
    if (this.#stopped) return 'stopped';
    log.hide(facts.clientKey, facts.password);
    this.#show({ state: 'starting', port: null, why: null });
    const env = environmentFor(facts, process.env);
    const { program, mark } = facts;
    const child = new ServerProcess({ program, cwd: workspace, env, mark, log, running });
    this.#process = child;
    const over = new AbortController();
    const watching = this.#watch(child, facts, over.signal);
    const why = await child.ended;
    over.abort();
    await watching;
    this.#process = null;
    this.#busy.clear();
    return why;
  }

  async #watch(child: ServerProcess, facts: RunFacts, signal: AbortSignal): Promise<void> {
    const port = await child.port.catch((error: unknown) => String(error));
    if (typeof port === 'string') {
      this.#deps.log.say(port);
      return child.stop();
    }
    const api = new ServerApi(port, facts.password, facts.workspace);
    const version = await api.version(signal).catch(() => null);
    if (signal.aborted) return;
    if (version === null) {
      this.#deps.log.say('it does not answer');
      return child.stop();
    }
    this.#show({ state: 'running', port, why: null });
    await this.#followAllEvents(api, this.#agent(child.pid, version, facts.program.real), signal);
  }

  async #followAllEvents(api: ServerApi, agent: Agent, signal: AbortSignal): Promise<void> {
    const { core, log, native, workspace } = this.#deps;
    const prompter = new Prompter({
      ...{ native, agent, workspace },
      partOf: (permission) => api.partOf(permission, signal),
      reply: (id, reply) => api.reply(id, reply, signal),
      note: (detail) => void core.note('opencode.answered-elsewhere', detail),
      onError: (text) => log.say(text),
    });
    while (!signal.aborted) {
      await this.#followEvents(api, prompter, signal).catch(() => undefined);
      if (!signal.aborted) await pause(lookAgainMs, signal);
    }
    prompter.dispose();
  }

  async #followEvents(api: ServerApi, prompter: Prompter, signal: AbortSignal): Promise<void> {
    const stream = await api.events(signal);
    // Reads the current state, because events before we listened are not repeated.
    for (const permission of await api.pending(signal)) prompter.asked(permission);
    this.#catchUp(await api.sessions(signal), await api.busy(signal));
    for await (const event of eventsIn(stream)) this.#take(event, prompter);
  }

  /** OpenCode's list of states has busy sessions only; the others are idle. */
  #catchUp(all: readonly string[], busy: readonly string[]): void {
    const known = new Set([...busy, ...this.#busy.keys(), ...all]);
    for (const session of [...known].slice(0, maxSessions))
      this.#busy.set(session, busy.includes(session));
    this.#deps.onChanged();
  }

  #take(event: ServerEvent, prompter: Prompter): void {
    switch (event.kind) {
      case 'asked':
        prompter.asked(event.permission);
        break;
      case 'tool':
        prompter.changed(event.part);
        break;
      case 'replied':
        prompter.replied(event.id, event.reply);
        break;
      case 'status':
        if (this.#busy.get(event.session) === event.isBusy) break;
        if (this.#busy.size >= maxSessions && !this.#busy.has(event.session)) break;
        this.#busy.set(event.session, event.isBusy);
        this.#deps.onChanged();
        break;
      case 'created':
        if (this.#busy.size >= maxSessions || this.#busy.has(event.session)) break;
        this.#busy.set(event.session, false);
        this.#deps.onChanged();
        break;
      case 'gone':
        this.#busy.delete(event.session);
        this.#deps.onChanged();
        break;
    }
  }

  #agent(pid: number, version: string, executable: string): Agent {
    const { clientId, workspace, clock } = this.#deps;
    const started = { parents: [], startedAt: clock.now(), sameAsBefore: true };
    return Object.freeze({
      clientId,
      claimedName: 'OpenCode',
      claimedVersion: version,
      door: 'hook',
      verified: { pid, executable, cwd: workspace, ...started },
    } as const);
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #show(view: ServerView): void {
    this.#view = view;
    this.#deps.onChanged();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#pause = this.#deps.clock.after(ms, resolve);
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
