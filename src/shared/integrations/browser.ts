/**
 * What the hub and the browser extension agree on: MCP messages, each with the id of the connection
 * it belongs to. Without zod, since the extension reads it too.
 */
/** Where extensions and MCP clients over WebSocket look for us. */
export const usualBrowserPort = 8021;

/** In `_meta` of a tool: what the browser itself knows about the page behind it. */
export const pageMeta = {
  /** The origin of the page. */
  site: 'gatehouse/site',
  /** New with each document, so that nothing meant for one page runs in the next. */
  document: 'gatehouse/document',
  /** The title of the tab. */
  title: 'gatehouse/title',
} as const;

/**
 * An experimental capability of an extension: a request that it hears again under the same id, after
 * its connection broke, is carried out once. What was sent to others is not sent again.
 */
export const carriesOutOnce = 'gatehouse/once';

/** Pages write what they like; more than this of it is not passed on. */
export const pageLimits = {
  tabs: 100,
  toolsPerTab: 64,
  nameLength: 50,
  titleLength: 100,
  descriptionLength: 2000,
  schemaLength: 16_384,
  resultLength: 2_000_000,
  /** All tools of all tabs together. */
  listLength: 2_000_000,
} as const;

/** A worker that sends nothing is put to sleep by its browser after thirty seconds. */
export const keepAliveMs = 20_000;

/** `tab<id>_<tool>`. */
export const tabToolName = /^tab(\d{1,15})_(.+)$/s;

/** A tool of a page, as the user sees it. */
export interface TabToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface TabView {
  readonly tab: number;
  /** Null when the extension does not say. */
  readonly site: string | null;
  readonly title: string;
  readonly tools: readonly TabToolView[];
}

export interface BrowserView {
  readonly browserId: string;
  readonly name: string;
  /** The extension's own. */
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
