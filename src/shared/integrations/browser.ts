/**
 * The protocol between the hub and the browser extension: MCP messages, each with the id of its
 * connection. Free of zod, because the extension uses it too.
 */
/** The paths to which extensions and MCP clients connect over WebSocket. */
export const usualBrowserPort = 8021;

/** In a tool's `_meta`: what the browser itself knows about the page behind it. */
export const pageMeta = {
  /** The origin of the page. */
  site: 'gatehouse/site',
  /** Different for each document, so that nothing meant for one page runs in the next. */
  document: 'gatehouse/document',
  /** The title of the tab. */
  title: 'gatehouse/title',
} as const;

/**
 * An experimental capability of an extension: a request that it receives again under the same id,
 * after a lost connection, is carried out once. What was sent to others is not sent again.
 */
export const carriesOutOnce = 'gatehouse/once';

/** Limits of text from pages, which may be of any length. */
export const pageLimits = {
  tabs: 100,
  toolsPerTab: 64,
  nameLength: 50,
  titleLength: 100,
  descriptionLength: 2000,
  schemaLength: 16_384,
  resultLength: 2_000_000,
  /** Total for all tools of all tabs. */
  listLength: 2_000_000,
} as const;

/** Browsers suspend a worker that sends nothing for thirty seconds. */
export const keepAliveMs = 20_000;

/** `tab<id>_<tool>`. */
export const tabToolName = /^tab(\d{1,15})_(.+)$/s;

/** A page's tool as the user sees it. */
export interface TabToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface TabView {
  readonly tab: number;
  /** Null if the extension does not say. */
  readonly site: string | null;
  readonly title: string;
  readonly tools: readonly TabToolView[];
}

export interface BrowserView {
  readonly browserId: string;
  readonly name: string;
  /** The extension's own version. */
  readonly origin: string;
  readonly pairedAt: string;
  readonly connected: boolean;
  readonly tabs: readonly TabView[];
}

/** A message of MCP and the connection it belongs to. */
export interface TaggedMessage {
  readonly jsonrpc: '2.0';
  readonly connectionId: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}
