/** Messages between the parts of the extension. Only the first kind can come from a page. */

/** A tool as its page describes it, shortened. */
export interface PageTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations: unknown;
}

/** Page script ⇄ content script. */
export type FromPage =
  | { readonly type: 'tools'; readonly tools: readonly PageTool[] }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'failed'; readonly id: string; readonly message: string };
export interface ToPage {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** Content script ⇄ worker. */
export type FromTab =
  | {
      readonly type: 'page';
      readonly document: string;
      readonly title: string;
      readonly tools: readonly PageTool[];
    }
  | { readonly type: 'answer'; readonly id: string; readonly answer: PageAnswer };
export interface ToTab {
  readonly type: 'call';
  readonly id: string;
  readonly document: string | null;
  readonly name: string;
  readonly args: unknown;
}

export type PageAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string }
  /** The tab shows another document now. */
  | { readonly kind: 'gone' };

/** Worker ⇄ popup. */
export type FromPopup =
  | { readonly type: 'pair' }
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'forget' }
  | { readonly type: 'port'; readonly port: number }
  | { readonly type: 'site'; readonly site: string; readonly on: boolean };

export type HubConnection =
  | { readonly state: 'unpaired' }
  | { readonly state: 'asked' | 'code-shown' }
  | { readonly state: 'connected' | 'connecting' | 'not-there' | 'not-proven' | 'forgotten' };

export interface PopupTab {
  readonly tab: number;
  readonly site: string;
  readonly on: boolean;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

export interface PopupState {
  readonly connection: HubConnection;
  /** The last error message; empty if there was none. */
  readonly error: string;
  readonly port: number;
  readonly tabs: readonly PopupTab[];
}
