/** The open tabs with tools, and the sites the user has enabled. */
import { pageLimits, pageMeta } from '../../../src/shared/integrations/browser.ts';
import { PendingReplies } from '../../../src/shared/base/pending-replies.ts';
import type { FromTab, PageAnswer, PageTool, PopupTab, ToTab } from './page-messages.ts';

interface OpenTab {
  readonly port: chrome.runtime.Port;
  readonly site: string;
  readonly document: string;
  readonly title: string;
  readonly tools: readonly PageTool[];
}

const reconnectMs = 3_000;

export class TabRegistry {
  readonly #tabs = new Map<number, OpenTab>();
  readonly #pending = new PendingReplies<string, PageAnswer>();
  readonly #changed: () => void;
  readonly #expected = new Set<number>();
  readonly #ready = Promise.withResolvers<void>();
  #sites: ReadonlySet<string> = new Set();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Tabs known before the worker was suspended; they reconnect if still open. */
  expect(tabs: readonly number[]): void {
    for (const tab of tabs) if (!this.#tabs.has(tab)) this.#expected.add(tab);
    if (this.#expected.size === 0) this.#ready.resolve();
    setTimeout(() => this.#ready.resolve(), reconnectMs);
  }

  /** Resolves once the expected tabs have reconnected or timed out. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get open(): readonly number[] {
    return [...this.#tabs.keys()];
  }

  setSites(sites: Iterable<string>): void {
    this.#sites = new Set(sites);
    this.#changed();
  }

  get sites(): readonly string[] {
    return [...this.#sites];
  }

  /** The browser vouches for the tab's identity; its tools come from the page. */
  welcome(port: chrome.runtime.Port): void {
    const { tab, origin, frameId } = port.sender ?? {};
    const id = tab?.id;
    if (id === undefined || frameId !== 0 || !origin || !/^https?:\/\//.test(origin))
      return port.disconnect();
    port.onMessage.addListener((message) => this.#onMessage(id, port, origin, message as FromTab));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      if (this.#tabs.get(id)?.port !== port) return;
      this.#tabs.delete(id);
      this.#changed();
    });
  }

  /** The tools of all enabled sites as MCP tools. */
  list(): readonly object[] {
    const all = [...this.#tabs].flatMap(([id, tab]) =>
      this.#sites.has(tab.site) ? tab.tools.map((tool) => onWire(id, tab, tool)) : [],
    );
    let length = 0;
    return all.filter((tool) => (length += JSON.stringify(tool).length) < pageLimits.listLength);
  }

  /** Null if there is no such tab or its site is disabled. */
  call(tabId: number, call: Omit<ToTab, 'type'>): Promise<PageAnswer> | null {
    const tab = this.#tabs.get(tabId);
    if (!tab || !this.#sites.has(tab.site)) return null;
    const answered = this.#pending.wait(call.id);
    tab.port.postMessage({ type: 'call', ...call } satisfies ToTab);
    return answered;
  }

  forPopup(): readonly PopupTab[] {
    return [...this.#tabs].map(([tab, { site, tools }]) => ({
      tab,
      site,
      on: this.#sites.has(site),
      tools: tools.map(({ name, description }) => ({ name, description })),
    }));
  }

  #onMessage(id: number, port: chrome.runtime.Port, site: string, message: FromTab): void {
    if (message.type === 'answer') {
      this.#pending.resolve(message.id, message.answer);
      return;
    }
    const { document, title, tools } = message;
    this.#expected.delete(id);
    if (this.#expected.size === 0) this.#ready.resolve();
    if (tools.length === 0) this.#tabs.delete(id);
    else this.#tabs.set(id, { port, site, document, title, tools });
    this.#changed();
  }
}

const onWire = (id: number, { site, document, title }: OpenTab, tool: PageTool): object => ({
  ...tool,
  name: `tab${id}_${tool.name}`,
  _meta: { [pageMeta.site]: site, [pageMeta.document]: document, [pageMeta.title]: title },
});
