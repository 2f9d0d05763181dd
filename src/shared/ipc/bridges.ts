/** IPC between main and its window about browsers and the backend. */
import { z } from 'zod';
import type { BackendView } from '../integrations/backend.ts';
import { tokenShape } from '../integrations/backend-token.ts';
import type { BrowserView } from '../integrations/browser.ts';

export interface BridgesSnapshot {
  readonly browsers: readonly BrowserView[];
  /** The port that browser extensions connect to; null until it is open. */
  readonly browserPort: number | null;
  readonly backend: BackendView;
}

export const bridgeCommands = {
  'browser:forget': z.strictObject({ browserId: z.string().max(64) }),
  /** Null removes it. */
  'backend:token': z.strictObject({ token: z.string().max(4000).regex(tokenShape).nullable() }),
} as const;

export interface BridgeReplies {
  'browser:forget': { readonly done: boolean };
  'backend:token': { readonly done: boolean };
}
