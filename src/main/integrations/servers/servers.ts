/**
 * The MCP servers behind the gate: the user's decisions about them, which of them run, and which
 * of their tools agents can call. The user's decisions are recorded before they take effect.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type {
  ReviewedText,
  Secrets,
  ServerName,
  ServerPayload,
  ServerSpec,
} from '../../../shared/servers/server-commands.ts';
import type { ServersApi, StartLimits } from '../../../shared/servers/servers-api.ts';
import type {
  McpServerLog,
  ServerDetails,
  ServerReceipt,
  ServersView,
} from '../../../shared/servers/server-views.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { LiveServers, type LiveServersDeps } from './live-servers.ts';
import { logIn } from './oauth-login.ts';
import { loginSecret } from './oauth-provider.ts';
import { PinStore } from './pin-store.ts';
import { afterReview, type Review } from './review.ts';
import type { ManagedServer } from './managed-server.ts';
import { secretsOf, withSecrets } from './secret-references.ts';
import { secretValues } from './secret-values.ts';
import { SecretStore } from './secret-store.ts';
import { messageOf } from './server-state.ts';
import { newServer, ServerStore, withVisibility, type StoredServer } from './server-store.ts';
import { clientIds, detailsOf, isCallable } from './server-tools.ts';
import { refusal, viewOf, whySpecUnfit } from './server-view.ts';

export interface ServersDeps extends LiveServersDeps {
  readonly keyring: ConstructorParameters<typeof SecretStore>[1];
  readonly tokenBudget: () => number;
  readonly clients: () => readonly string[];
  readonly openBrowser: (url: string) => Promise<void>;
}

export class Servers implements ServersApi, Disposable {
  readonly #deps: ServersDeps;
  readonly #store: ServerStore;
  readonly #pins: PinStore;
  readonly #secrets: SecretStore;
  readonly #live: LiveServers;
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  private constructor(deps: ServersDeps) {
    this.#deps = deps;
    const { dataDir, keyring } = deps;
    this.#store = new ServerStore(dataDir);
    this.#pins = new PinStore(dataDir);
    this.#secrets = new SecretStore(dataDir, keyring);
    const files = { store: this.#store, pins: this.#pins, secrets: this.#secrets };
    this.#live = new LiveServers(deps, files);
  }

  static async open(deps: ServersDeps): Promise<Servers> {
    const servers = new Servers(deps);
    await servers.#store.load();
    await servers.#pins.load();
    await servers.#secrets.load();
    for (const name of servers.#store.names()) servers.#live.offer(name);
    return servers;
  }

  onChange(listener: () => void): Disposable {
    return this.#live.onChange(listener);
  }

  /** What the MCP transport needs besides their tools. */
  get forwarding(): LiveServers['forwarding'] {
    return this.#live.forwarding;
  }

  get network(): LiveServers['network'] {
    return this.#live.network;
  }

  /** Why no server runs; null if the list can be read. */
  get error(): string | null {
    return this.#store.error;
  }

  list(): Promise<ServersView> {
    const servers = this.#store.names().flatMap((name) => {
      const stored = this.#store.get(name);
      if (!stored) return [];
      const live = this.#live.get(name);
      return [
        viewOf({
          ...{ name, stored, pins: this.#pins.of(name), schemas: this.#deps.schemas },
          ...{ server: live?.server ?? null, pinError: this.#pins.error },
          lastUsedAt: live?.lastUsedAt ?? stored.lastUsedAt,
          hasSecret: (secret) => this.#secrets.has(name, secret),
          isLoggedIn: this.#secrets.has(name, loginSecret),
          core: this.#deps.core,
        }),
      ];
    });
    const { tokenBudget, clients } = this.#deps;
    return Promise.resolve({
      ...{ servers, error: this.error },
      ...{ tokenBudget: tokenBudget(), clients: clientIds(clients()) },
    });
  }

  details(name: ServerName): Promise<ServerDetails | null> {
    const stored = this.#store.get(name);
    if (!stored) return Promise.resolve(null);
    const pins = this.#pins.of(name);
    const details = detailsOf(name, stored, pins, this.#deps.schemas);
    return Promise.resolve({ ...details, pinError: this.#pins.error });
  }

  log(name: ServerName): Promise<McpServerLog | null> {
    if (!this.#store.get(name)) return Promise.resolve(null);
    return Promise.resolve({ lines: [...(this.#live.get(name)?.server.log.lines ?? [])] });
  }

  specOf(name: ServerName): ServerSpec | null {
    return this.#store.get(name)?.spec ?? null;
  }

  add(
    name: ServerName,
    spec: ServerSpec,
    secrets: Secrets,
    isEnabled = true,
  ): Promise<ServerReceipt> {
    return this.#inTurn(async () => {
      if (this.#store.get(name))
        return refusal(`There is a server called ${name} already.`, 'Choose another name.');
      const unfit = whySpecUnfit(spec, this.#deps);
      if (unfit) return unfit;
      await this.#record('server.added', name);
      for (const [secret, value] of Object.entries(secrets))
        await this.#secrets.set(name, secret, value);
      await this.#pins.remove(name);
      await this.#store.put(name, { ...newServer(spec), isEnabled });
      this.#live.offer(name);
      if (isEnabled) void this.#live.get(name)?.server.startNow();
      return {
        kind: 'done',
        words: isEnabled
          ? `Added ${name}. Look at its tools before agents can use them.`
          : `Added ${name}.`,
      };
    });
  }

  edit(name: ServerName, spec: ServerSpec): Promise<ServerReceipt> {
    return this.#changing(name, 'server.edited', async () => {
      const unfit = whySpecUnfit(spec, this.#deps);
      if (unfit) return unfit;
      // A login for one URL is not sent to another.
      const before = this.#store.get(name)?.spec;
      if (before && originOf(before) !== originOf(spec))
        await this.#secrets.set(name, loginSecret, null);
      await this.#store.change(name, (stored) => ({ ...stored, spec }));
      await this.#live.replace(name);
      return { kind: 'done', words: `${name} was changed.` };
    });
  }

  remove(name: ServerName): Promise<ServerReceipt> {
    return this.#changing(name, 'server.removed', async () => {
      await this.#store.remove(name);
      await this.#live.close(name);
      await this.#pins.remove(name);
      await this.#secrets.removeAll(name);
      return { kind: 'done', words: `Removed ${name}.` };
    });
  }

  enable(name: ServerName, isEnabled: boolean, limits: StartLimits = {}): Promise<ServerReceipt> {
    const action = isEnabled ? 'server.enabled' : 'server.disabled';
    return this.#starting(name, action, isEnabled ? limits : {}, async () => {
      await this.#store.change(name, (stored) => ({ ...stored, isEnabled }));
      await this.#live.replace(name);
      return { kind: 'done', words: `${name} is ${isEnabled ? 'on' : 'off'}.` };
    });
  }

  restart(name: ServerName, limits: StartLimits = {}): Promise<ServerReceipt> {
    return this.#starting(name, 'server.restarted', limits, async (stored) => {
      if (!stored.isEnabled) return refusal(`${name} is off.`, 'Turn it on first.');
      const live = this.#live.get(name);
      await live?.server.stop();
      void live?.server.startNow();
      return { kind: 'done', words: `${name} is starting.` };
    });
  }

  accept(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt> {
    return this.#review(name, texts, 'accept');
  }

  reject(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt> {
    return this.#review(name, texts, 'reject');
  }

  setPolicy({ name, tool, policy }: ServerPayload<'servers:set-policy'>): Promise<ServerReceipt> {
    const detail = `${tool}: ${policy}`;
    return this.#changing(name, 'server.policy', detail, async () => {
      await this.#store.change(name, (stored) => ({
        ...stored,
        policies: { ...stored.policies, [tool]: policy },
      }));
      this.#live.offer(name);
      return { kind: 'done', words: `${tool}: ${policy}.` };
    });
  }

  setVisible(change: ServerPayload<'servers:set-visible'>): Promise<ServerReceipt> {
    const { name, tool, client, isVisible } = change;
    const detail = `${tool ?? 'all'} ${isVisible ? 'shown to' : 'hidden from'} ${client}`;
    return this.#changing(name, 'server.visibility', detail, async () => {
      await this.#store.change(name, (stored) => withVisibility(stored, change));
      this.#live.offer(name);
      return { kind: 'done', words: `${client} ${isVisible ? 'sees' : "doesn't see"} it.` };
    });
  }

  setSecret({ name, secret, value }: ServerPayload<'servers:set-secret'>): Promise<ServerReceipt> {
    return this.#changing(name, 'server.secret', secret, async (stored) => {
      if (!secretsOf(stored.spec).some((item) => item.name === secret))
        return refusal(`${name} has no variable or header called ${secret}.`, 'Edit it first.');
      await this.#secrets.set(name, secret, value);
      await this.#live.replace(name);
      return { kind: 'done', words: `${secret} was ${value === null ? 'removed' : 'saved'}.` };
    });
  }

  async login(name: ServerName): Promise<ServerReceipt> {
    const live = this.#live.get(name);
    const spec = this.specOf(name);
    if (!spec) return unknownServer;
    if (!live || spec.kind === 'stdio')
      return refusal(`${name} has no login.`, 'Only servers with an address and turned on do.');
    try {
      await this.#record('server.login', name);
      live.login?.abort();
      live.login = new AbortController();
      const { signal } = live.login;
      const { openBrowser } = this.#deps;
      const fetchFn = boundedFetch(() => undefined);
      const serverUrl = await this.#urlOf(live.server, spec.url);
      await logIn({ login: live.server.login, serverUrl, fetchFn, openBrowser, signal });
      await live.server.stop();
      await live.server.startNow();
      this.#live.changed();
      return { kind: 'done', words: `Logged in to ${name}.` };
    } catch (error) {
      const why = live.server.log.clean(messageOf(error));
      live.server.log.say(why);
      return refusal(why, 'Try again, or look at the log of the server.');
    }
  }

  logout(name: ServerName): Promise<ServerReceipt> {
    return this.#changing(name, 'server.logout', async () => {
      const live = this.#live.get(name);
      await this.#secrets.set(name, loginSecret, null);
      await live?.server.stop();
      return { kind: 'done', words: `Logged out of ${name}.` };
    });
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#last;
    await this.#live.dispose();
    await Promise.all([this.#store, this.#pins, this.#secrets].map((file) => file.dispose()));
  }

  #review(
    name: ServerName,
    texts: readonly ReviewedText[],
    kind: Review['kind'],
  ): Promise<ServerReceipt> {
    const detail = texts
      .map(({ tool }) => tool ?? 'instructions')
      .join(', ')
      .slice(0, 500);
    return this.#changing(name, `server.${kind}ed`, detail, async () => {
      if (this.#pins.error !== null)
        return refusal(this.#pins.error, 'Restart Gatehouse after you have moved it away.');
      const reviewed = afterReview(this.#pins.of(name), { kind, texts });
      if (reviewed === null)
        return refusal('It says something else by now.', 'Look at it again, then decide.');
      await this.#pins.change(name, () => reviewed);
      this.#live.offer(name);
      const count = texts.length === 1 ? 'it' : `${texts.length} texts`;
      return {
        kind: 'done',
        words: kind === 'accept' ? `Accepted ${count}.` : `Blocked ${count}.`,
      };
    });
  }

  async #urlOf({ name, log }: ManagedServer, url: string): Promise<string> {
    const spec: ServerSpec = { kind: 'http', url, headers: [] };
    const values = await secretValues(name, spec, this.#secrets);
    log.hide(...values.values());
    return withSecrets(url, values);
  }

  async #record(action: string, detail: string): Promise<void> {
    if (!(await this.#deps.core.note(action, detail, 'person')))
      throw new Error('It could not be recorded.');
  }

  #changing(
    name: ServerName,
    action: string,
    ...rest:
      | [change: (stored: StoredServer) => Promise<ServerReceipt>]
      | [detail: string, change: (stored: StoredServer) => Promise<ServerReceipt>]
  ): Promise<ServerReceipt> {
    const [detail, change] = rest.length === 1 ? [null, rest[0]] : rest;
    const recorded = detail === null ? name : `${name}: ${detail}`;
    return this.#inTurn(() => this.#changeNow(name, action, recorded, change));
  }

  /** Earlier changes to the server are visible here, and no later one can intervene. */
  #starting(
    name: ServerName,
    action: string,
    { onlyReviewed = false }: StartLimits,
    change: (stored: StoredServer) => Promise<ServerReceipt>,
  ): Promise<ServerReceipt> {
    return this.#inTurn(async () => {
      const isKnown = this.#store.get(name) !== null;
      if (isKnown && onlyReviewed && !this.#isReviewed(name)) return notReviewed;
      return this.#changeNow(name, action, name, change);
    });
  }

  #isReviewed(name: ServerName): boolean {
    const pins = this.#pins.of(name);
    return (
      this.#pins.error === null && Object.keys(pins.tools).some((key) => isCallable(pins, key))
    );
  }

  async #changeNow(
    name: ServerName,
    action: string,
    detail: string,
    change: (stored: StoredServer) => Promise<ServerReceipt>,
  ): Promise<ServerReceipt> {
    const stored = this.#store.get(name);
    if (!stored) return unknownServer;
    await this.#record(action, detail);
    return change(stored);
  }

  /**
   * Runs one change at a time; if it cannot be written, nothing changes and the error is reported.
   */
  #inTurn(change: () => Promise<ServerReceipt>): Promise<ServerReceipt> {
    const turn = this.#last.then(async () => {
      try {
        if (this.#isDisposed) return refusal('Gatehouse is closing.', 'Try again after the start.');
        return await change();
      } catch (error) {
        return refusal(messageOf(error), 'Nothing was changed.');
      } finally {
        this.#live.changed();
      }
    });
    this.#last = turn;
    return turn;
  }
}

const notReviewed = refusal(
  'The user has not accepted any tool of it.',
  'The user has to turn it on and look at its tools in the window.',
);
const unknownServer = refusal('There is no such server.', 'Look at the list again.');

/** Null: it has no URL. */
const originOf = (spec: ServerSpec): string | null =>
  spec.kind === 'stdio' ? null : (URL.parse(spec.url)?.origin ?? null);
