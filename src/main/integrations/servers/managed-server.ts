/**
 * One server: started on first use, shared by all clients, stopped when idle, and after a failure
 * not restarted immediately. At most one process of it runs.
 */
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { Backoff } from '../../../shared/base/backoff.ts';
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import { failed, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { ServerIsolation, ServerState } from '../../../shared/servers/server-views.ts';
import type { AskForServerInput } from '../../core/core.ts';
import type { Clock } from '../../core/dependencies.ts';
import { ServerLog } from '../opencode/server-log.ts';
import { ActiveCalls } from './active-calls.ts';
import { ServerLogin } from './oauth-provider.ts';
import { openTransport, type OpenedTransport } from './open-transport.ts';
import { ResourceSubscriptions } from './resource-subscriptions.ts';
import {
  errorOf,
  isTimeout,
  isUnauthorized,
  loginNeeded,
  messageOf,
  starting,
  stopped,
} from './server-state.ts';
import { secretValues } from './secret-values.ts';
import type { SecretStore } from './secret-store.ts';
import { ServerConnection, type ConnectionEvents, type OfferedText } from './server-connection.ts';
import { isolationOf, StartError, type StartDeps } from './server-start.ts';

export interface ManagedDeps extends StartDeps {
  readonly clock: Clock;
  readonly version: string;
  readonly secrets: SecretStore;
  readonly redact: (text: string) => string;
  /** False: the start could not be recorded, so it does not start. */
  readonly note: (action: string, detail: string) => Promise<boolean>;
  /** Called with what it says about itself, before it counts as started. */
  readonly onOffered: (name: string, offered: OfferedText) => Promise<void>;
  readonly onChanged: () => void;
  /** Its process has exited. */
  readonly onStopped: (name: string) => void;
  readonly idleMs: number;
  readonly onListChanged: (list: 'resources' | 'prompts', name: string) => void;
  readonly onResourceUpdated: (name: string, uri: string) => void;
  readonly askForInput: AskForServerInput;
}

type ElicitContent = NonNullable<ElicitResult['content']>;

interface ConnectedServer {
  readonly connection: ServerConnection;
  readonly opened: OpenedTransport;
}

const backoff = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** For shorter delays, the call simply waits. */
const patientMs = 2_500;
/** If a server reports changes constantly, its list is read only this often. */
const refreshMs = 1_000;

export class ManagedServer {
  readonly name: string;
  readonly spec: ServerSpec;
  readonly log: ServerLog;
  readonly login: ServerLogin;
  readonly calls = new ActiveCalls();
  readonly followed: ResourceSubscriptions;
  readonly #deps: ManagedDeps;
  readonly #backoff = new Backoff(() => backoff);
  #starting: Promise<ConnectedServer> | null = null;
  #running: ConnectedServer | null = null;
  #opening: OpenedTransport | null = null;
  #closing: Promise<void> = Promise.resolve();
  #idle: Disposable | null = null;
  #refresh: Disposable | null = null;
  #inUse = 0;
  #notBefore = 0;
  #state: ServerState = stopped;
  #flood: string | null = null;
  #isLegacy = false;
  #isDisposed = false;
  /** Hosts that it was refused since it was started. */
  readonly refusedHosts = new Set<string>();

  constructor(name: string, spec: ServerSpec, deps: ManagedDeps) {
    this.name = name;
    this.spec = spec;
    this.#deps = deps;
    this.log = new ServerLog(deps.redact);
    this.login = new ServerLogin(name, deps.secrets, (...secrets) => this.log.hide(...secrets));
    this.followed = new ResourceSubscriptions({
      connection: () => this.connection,
      keepRunning: () => this.#keepRunning(),
      onUpdated: (uri) => deps.onResourceUpdated(name, uri),
      log: (line) => this.log.say(line),
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  get isolation(): ServerIsolation {
    return this.#running?.opened.isolation ?? isolationOf(this.spec, this.#deps.core);
  }

  get processes(): number {
    return (this.#running?.opened ?? this.#opening)?.program ? 1 : 0;
  }

  memoryBytes(): number | null {
    return this.#running?.opened.program?.memoryBytes() ?? null;
  }

  /** The current connection; null if there is none. Never starts the server. */
  get connection(): ServerConnection | null {
    return this.#running?.connection ?? null;
  }

  /** Starts it if necessary. It is not stopped while `use` runs. */
  async use<Result>(
    use: (connection: ServerConnection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result | ActionError> {
    this.#inUse += 1;
    void this.#idle?.dispose();
    try {
      const waitMs = this.#notBefore - this.#deps.clock.monotonic();
      if (!this.#running && waitMs > patientMs)
        return { ...failed('server-failed', this.#state.why), retry: 'later' };
      if (!this.#running && waitMs > 0) await this.#wait(waitMs, signal);
      const started = await this.#start();
      return 'why' in started ? errorOf(started) : await use(started.connection);
    } finally {
      this.#inUse -= 1;
      this.#planIdle();
    }
  }

  #keepRunning(): Disposable {
    this.#inUse += 1;
    return toDisposable(() => {
      this.#inUse -= 1;
      this.#planIdle();
    });
  }

  /** For the user: immediately, whatever failed before. */
  async startNow(): Promise<void> {
    this.#backoff.reset();
    this.#notBefore = 0;
    await this.#start();
    this.#planIdle();
  }

  async stop(why: ServerState = stopped): Promise<void> {
    void this.#idle?.dispose();
    void this.#refresh?.dispose();
    const { program } = this.#running?.opened ?? this.#opening ?? { program: null };
    const connection = this.#running?.connection;
    this.#running = null;
    this.#set(why);
    this.#closing = closeAll(connection, program).then(() => this.#deps.onStopped(this.name));
    await this.#closing;
  }

  /** Its login is no longer accepted. */
  rejected(): Promise<void> {
    return this.stop(loginNeeded);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.stop();
    await this.#starting?.catch(() => undefined);
    await this.#closing;
  }

  async #start(): Promise<ConnectedServer | ServerState> {
    if (this.#running) return this.#running;
    this.#starting ??= this.#startNew().finally(() => (this.#starting = null));
    try {
      return await this.#starting;
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #startNew(): Promise<ConnectedServer> {
    await this.#closing;
    if (this.#isDisposed) throw new StartError('Gatehouse is closing.');
    this.#set(starting);
    this.#flood = null;
    this.refusedHosts.clear();
    const { note } = this.#deps;
    const how = this.isolation.kind === 'none' ? 'without a sandbox' : this.isolation.kind;
    if (!(await note('server.started', `${this.name}, ${how}`)))
      throw new StartError('Its start could not be recorded.');
    const values = await secretValues(this.name, this.spec, this.#deps.secrets);
    this.log.hide(...[...values.values()].filter((value) => value.length >= shortestHidden));
    const running = await this.#connect(values);
    try {
      await this.#deps.onOffered(this.name, await running.connection.offered());
    } catch (error) {
      await closeAll(running.connection, running.opened.program);
      throw error;
    }
    if (this.#isDisposed || this.#flood !== null) {
      await closeAll(running.connection, running.opened.program);
      throw new StartError(this.#flood ?? 'Gatehouse is closing.');
    }
    this.#running = running;
    this.#backoff.reset();
    this.log.say(`connected, protocol ${running.connection.version}`);
    this.#set({ kind: 'running', why: 'It is running.', hint: null });
    void this.followed.resume(running.connection, neverAborted);
    return running;
  }

  /**
   * A program with the older protocol may exit at the first message of the newer one, so try once
   * more.
   */
  async #connect(values: ReadonlyMap<string, string>): Promise<ConnectedServer> {
    try {
      return await this.#connectOnce(values, this.#isLegacy);
    } catch (error) {
      const isFinal = this.#isLegacy || this.spec.kind !== 'stdio' || error instanceof StartError;
      if (isFinal || this.#flood !== null || this.#isDisposed) throw error;
      this.log.say('trying again with the older protocol');
      const running = await this.#connectOnce(values, true);
      this.#isLegacy = true;
      return running;
    }
  }

  async #connectOnce(
    secrets: ReadonlyMap<string, string>,
    isLegacy: boolean,
  ): Promise<ConnectedServer> {
    const { name, spec, log, login } = this;
    const onFlood = (why: string): void => this.#flooded(why);
    const source = { name, spec, secrets, log, onFlood, authProvider: login.authProvider };
    const opened = await openTransport(source, this.#deps);
    this.#opening = opened;
    try {
      const { version } = this.#deps;
      const connection = await ServerConnection.open(opened, this.#events(opened), {
        ...{ version, isLegacy },
      });
      return { connection, opened };
    } catch (error) {
      await opened.transport.close().catch(() => undefined);
      const ended = opened.program ? await opened.program.ended : null;
      if (this.#flood === null && ended !== null && !isLegacy) log.say(ended);
      throw ended !== null && !isTimeout(error) && isLegacy ? new Error(ended) : error;
    } finally {
      this.#opening = null;
    }
  }

  #events(opened: OpenedTransport): ConnectionEvents {
    return {
      onPromptsChanged: () => this.#deps.onListChanged('prompts', this.name),
      onResourcesChanged: () => this.#deps.onListChanged('resources', this.name),
      onResourceUpdated: (uri) => this.followed.updated(uri),
      onLogMessage: (params) => this.calls.log(params),
      onElicit: (params, signal) => this.#askForInput(params, signal),
      log: (line) => this.log.say(line),
      onToolsChanged: () => this.#planRefresh(),
      onClosed: () => void this.#closedBy(opened),
    };
  }

  /** Shown in our window, under the server's name. */
  async #askForInput(params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult> {
    const call = this.calls.only();
    const wants =
      params.mode === 'url'
        ? ({ kind: 'url', url: params.url } as const)
        : ({ kind: 'form', schema: params.requestedSchema } as const);
    const answer = await this.#deps.askForInput(
      {
        ...{ server: this.name, agent: call?.agent ?? null, action: call?.action ?? null },
        ...{ message: params.message, wants },
      },
      signal,
    );
    if (answer.action !== 'accept') return answer;
    const content = Object.entries(answer.content ?? {}).map(([field, value]) => [
      field,
      Array.isArray(value) ? [...(value as readonly string[])] : value,
    ]);
    return { action: 'accept', content: Object.fromEntries(content) as ElicitContent };
  }

  /** It exited, or its connection broke, and we did not cause it. */
  async #closedBy(opened: OpenedTransport): Promise<void> {
    if (this.#running?.opened !== opened) return;
    const { program } = opened;
    this.#running = null;
    if (program) this.#closing = program.stop().then(() => this.#deps.onStopped(this.name));
    const ended = program ? await program.ended : 'The connection was closed.';
    this.#failed(new Error(this.#flood ?? ended));
  }

  #flooded(why: string): void {
    this.#flood = why;
    this.log.say(why);
    if (this.spec.kind !== 'stdio' && this.#running) {
      const { connection } = this.#running;
      this.#running = null;
      void connection.close();
      this.#failed(new Error(why));
    }
  }

  #planRefresh(): void {
    if (this.#refresh !== null) return;
    this.#refresh = this.#deps.clock.after(refreshMs, () => {
      this.#refresh = null;
      void this.#refreshNow();
    });
  }

  async #refreshNow(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    try {
      await this.#deps.onOffered(this.name, await running.connection.offered());
    } catch (error) {
      this.log.say(`its list of tools could not be read: ${messageOf(error)}`);
    }
  }

  #planIdle(): void {
    void this.#idle?.dispose();
    this.#idle = null;
    if (this.#inUse > 0 || !this.#running) return;
    this.#idle = this.#deps.clock.after(this.#deps.idleMs, () => {
      if (this.#inUse > 0) return;
      this.log.say('stopped: nobody used it');
      void this.stop();
    });
  }

  #failed(error: unknown): ServerState {
    const why = this.log.clean(this.#flood ?? messageOf(error));
    this.log.say(why);
    const needsLogin = isUnauthorized(error);
    if (!needsLogin) this.#notBefore = this.#deps.clock.monotonic() + this.#backoff.next();
    this.#set(needsLogin ? loginNeeded : { kind: 'failed', why, hint: this.#hint() });
    return this.#state;
  }

  #hint(): string {
    const [host] = this.refusedHosts;
    return host === undefined
      ? 'Look at its log, then restart it.'
      : `It tried to reach ${host}. If it needs that, add the host and restart it.`;
  }

  #set(state: ServerState): void {
    this.#state = state;
    this.#deps.onChanged();
  }

  async #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#deps.clock.after(ms, resolve);
      signal?.addEventListener(
        'abort',
        () => {
          void timer.dispose();
          resolve();
        },
        { once: true },
      );
    });
  }
}

const neverAborted = new AbortController().signal;

/** Shorter values are not secrets, and would occur in every line. */
const shortestHidden = 4;

async function closeAll(
  connection: ServerConnection | undefined,
  program: OpenedTransport['program'],
): Promise<void> {
  await connection?.close().catch(() => undefined);
  await program?.stop();
}
