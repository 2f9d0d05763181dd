/** Updates: what the window shows, and the messages between main and its window. */
import { z } from 'zod';

/** How this copy of Gatehouse was installed, which decides what may replace it. */
export const installWays = ['appimage', 'installer', 'deb', 'rpm', 'archive', 'checkout'] as const;
export type InstallWay = (typeof installWays)[number];

/** These replace themselves; all others are replaced by their installer. */
export const replacesItself = (way: InstallWay): boolean =>
  way === 'appimage' || way === 'installer';

/** The update feed, and the key that must have signed it. */
export interface UpdateSource {
  readonly feed: string | null;
  readonly publicKey: string | null;
}

export type UpdateView =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'none';
      /** Null until the first check is done. */
      readonly checkedAt: number | null;
      /** Why the last check found nothing usable. */
      readonly problem: string | null;
    }
  | {
      readonly kind: 'found';
      readonly version: string;
      readonly notes: string;
      readonly way: InstallWay;
      /** The command to run in a terminal, where Gatehouse does not replace itself. */
      readonly command: string | null;
      /** Hidden until the next start, or until the user checks again. */
      readonly isPostponed: boolean;
      /** Download progress from 0 to 100; null if there is none. */
      readonly percent: number | null;
      readonly problem: string | null;
    };

const version = z.string().min(1).max(100);

export const updateCommands = {
  'update:check': z.undefined(),
  /** Downloads, replaces and restarts. */
  'update:install': z.strictObject({ version }),
  'update:later': z.strictObject({ version }),
} as const;

export type CheckReceipt =
  | { readonly kind: 'off' | 'current' }
  | { readonly kind: 'found'; readonly version: string }
  | { readonly kind: 'failed'; readonly why: string };

export type InstallReceipt =
  | { readonly kind: 'restarting' }
  | { readonly kind: 'not-done'; readonly why: string };

export interface UpdateReplies {
  'update:check': CheckReceipt;
  'update:install': InstallReceipt;
  'update:later': undefined;
}
