/** All paired browsers and the tools of their tabs, as one executor that the gate can call. */
import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { pageMeta, type BrowserView, type TabView } from '../../../shared/integrations/browser.ts';
import { failed, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core, Executor, ResolvedCall } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import { BrowserLink, type LostRequest } from './browser-connection.ts';
import { TabNumbers } from './tab-numbers.ts';
import { outcomeOf } from './tab-result.ts';
import { tabToolsOf, type TabTool } from './tab-tools.ts';
import type { TabReply } from './tagged-messages.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly browserKeys: BrowserKeys;
  readonly version: string;
  readonly resultBytes: number;
  readonly onError: (text: string) => void;
}

const none: ReadonlySet<string> = new Set();

export class BrowserTabs implements Executor, Disposable {
  readonly name = 'Browser tabs';
  readonly actions = none;
  readonly inApp = true;
  readonly #deps: Deps;
  readonly #links = new Map<string, BrowserLink>();
  readonly #toolsOf = new Map<string, readonly TabTool[]>();
  readonly #numbers = new TabNumbers();
  /**
   * Each client has its own connection to the extension, under a name that does not identify it.
   */
  readonly #connections = new Map<string, string>();
  #registered: Disposable | null = null;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.show();
  }

  get tools(): readonly TabTool[] {
    return [...this.#toolsOf.values()].flat();
  }

  linkOf(browserId: string): BrowserLink {
    const known = this.#links.get(browserId);
    if (known) return known;
    const { clock, version } = this.#deps;
    const link = new BrowserLink({
      ...{ browserId, clock, version },
      listed: (tools) => this.#listed(browserId, tools),
      changed: () => this.#changed(browserId),
    });
    this.#links.set(browserId, link);
    return link;
  }

  /** Removes a browser whose key was revoked. */
  forget(browserId: string): void {
    this.#links.get(browserId)?.dispose();
    this.#links.delete(browserId);
    this.#offer(browserId, []);
  }

  async run(call: ResolvedCall, _entryId: string, signal: AbortSignal): Promise<Outcome> {
    const tool = this.tools.find(({ name }) => name === call.action);
    if (!tool || tool.definitionHash !== call.tool?.definitionHash) return failed('page-gone');
    const link = this.#links.get(tool.pluginId);
    if (!link?.present) return failed('browser-disconnected');
    const { document } = tool;
    const params = {
      name: tool.nameThere,
      arguments: call.args,
      ...(document === null ? {} : { _meta: { [pageMeta.document]: document } }),
    };
    const connectionId = this.#connectionOf(call.agent.clientId);
    const stop = new AbortController();
    const late = this.#deps.clock.after(tool.timeoutMs, () => stop.abort('late'));
    const abort = (): void => stop.abort('withdrawn');
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      const answer = await link.ask({ method: 'tools/call', params, connectionId }, stop.signal);
      return this.#outcomeOf(answer, stop.signal);
    } finally {
      void late.dispose();
      signal.removeEventListener('abort', abort);
    }
  }

  /** For the window. */
  views(): readonly BrowserView[] {
    return this.#deps.browserKeys.list().map(({ id, name, origin, created }) => ({
      browserId: id,
      name,
      origin,
      pairedAt: created,
      connected: this.#links.get(id)?.connected ?? false,
      tabs: tabsOf(this.#toolsOf.get(id) ?? []),
    }));
  }

  show(): void {
    this.#deps.core.state.setFacts({ browsers: this.views() });
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    for (const link of this.#links.values()) link.dispose();
    await this.#registered?.dispose();
  }

  #outcomeOf(answer: TabReply | LostRequest | 'full', { reason }: AbortSignal): Outcome {
    if (answer === 'full') return refused('too-many-at-once');
    if (answer.kind === 'result') return outcomeOf(answer.result, this.#deps.resultBytes);
    if (answer.kind === 'error')
      return answer.code === pageGone ? failed('page-gone') : pageProblem(answer.message);
    if (reason === 'late') return failed('page-timed-out');
    if (reason === 'withdrawn') return failed('ask-withdrawn');
    return failed(answer.sent ? 'page-gone' : 'browser-disconnected');
  }

  #listed(browserId: string, listed: unknown): void {
    const { tools, leftOut } = tabToolsOf(browserId, listed, (tab) =>
      this.#numbers.of(browserId, tab),
    );
    for (const why of leftOut.slice(0, 5)) this.#deps.onError(`a tool was left out: ${why}`);
    this.#offer(browserId, tools);
  }

  #changed(browserId: string): void {
    if (this.#closed) return;
    if (!this.#links.get(browserId)?.present) this.#offer(browserId, []);
    else this.show();
  }

  /** Registers the executor again, which announces the changed tools. */
  #offer(browserId: string, tools: readonly TabTool[]): void {
    if (this.#closed) return;
    const before = this.#toolsOf.get(browserId) ?? [];
    if (tools.length === 0) this.#toolsOf.delete(browserId);
    else this.#toolsOf.set(browserId, tools);
    this.#numbers.keep(browserId, new Set(tools.map(({ tab }) => tab)));
    this.show();
    if (before.length === 0 && tools.length === 0) return;
    void this.#registered?.dispose();
    this.#registered = this.#toolsOf.size > 0 ? this.#deps.core.executors.register(this) : null;
  }

  #connectionOf(clientId: string): string {
    const connectionId = this.#connections.get(clientId) ?? randomUUID();
    this.#connections.set(clientId, connectionId);
    return connectionId;
  }
}

/** The extension's error code for a page that is gone. */
const pageGone = -32_001;

const pageProblem = (message: string): Outcome =>
  outcomeOf({ content: [{ type: 'text', text: message }], isError: true }, Number.MAX_SAFE_INTEGER);

function tabsOf(tools: readonly TabTool[]): readonly TabView[] {
  const tabs = Map.groupBy(tools, ({ tab }) => tab);
  return [...tabs].map(([tab, own]) => ({
    tab,
    site: own[0]?.site ?? null,
    title: own[0]?.tabTitle ?? '',
    tools: own.map(({ name, title, description }) => ({ name, title, description })),
  }));
}
