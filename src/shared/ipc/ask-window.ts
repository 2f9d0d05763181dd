/** IPC between main and the ask window: main sends one ask, the window sends answers. */
import { z } from 'zod';
import { AskAnswer, type Ask, type AskHistory } from '../asks/asks.ts';
import type { BatchItem } from '../asks/batch.ts';
import { AskId } from '../base/ids.ts';
import { ruleSeconds } from '../rules/rules.ts';
import type { NoSandbox } from '../sandbox/sandbox-status.ts';

/** What the ask window receives: the ask to show, and how many more are waiting. */
export interface AskView {
  readonly ask: Ask;
  readonly moreWaiting: number;
  readonly history: AskHistory;
  /** Whether commands run in a sandbox on this computer. */
  readonly hasSandbox: boolean;
  /** Left out where they do, or where it was not checked. */
  readonly noSandbox?: NoSandbox;
  /** The asks on one card, `ask` the first of them; left out where it is shown alone. */
  readonly batch?: readonly BatchItem[];
}

/** Changes when other asks are shown; an answer to one of a card, or more waiting, does not change it. */
export const shownKey = (view: AskView | null): string =>
  view === null ? '' : (view.batch?.map(({ ask }) => ask.askId).join(' ') ?? view.ask.askId);

/** Ask window → main. */
export const askCommands = {
  'ask:answer': z.strictObject({ askId: AskId, answer: AskAnswer }),
  /** Allow it now, and make a rule for exactly this call; null: until that is removed. */
  'ask:always': z.strictObject({ askId: AskId, seconds: ruleSeconds }),
  /** What the user typed to confirm a permanent loss. */
  'ask:typed': z.strictObject({ askId: AskId, text: z.string().max(200) }),
  /** Parts of it that have been on screen in full, by the names of `requiredReading`. */
  'ask:seen': z.strictObject({
    askId: AskId,
    parts: z.array(z.string().max(5000)).max(2000).readonly(),
  }),
  /** The user is at it. */
  'ask:touched': z.strictObject({ askId: AskId }),
  /** A native dialog, in which the user points at a folder inside `root`. */
  'ask:pick-folder': z.strictObject({ askId: AskId, root: z.string().max(4096) }),
  'ask:park': z.strictObject({ askId: AskId }),
  /** It is in the page, and all of it would be so high. */
  'ask:committed': z.strictObject({ askId: AskId, height: z.number().min(0).max(1_000_000) }),
  'ask:painted': z.strictObject({ askId: AskId }),
  /** The user opened or closed a part of it, and all of it would be so high now. */
  'ask:fit': z.strictObject({ askId: AskId, height: z.number().min(0).max(1_000_000) }),
} as const;

/** What became of a click: whether it counted, and in words if it did not. */
export type AnswerReceipt =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly why: string };

/** What became of pointing at a folder. */
export type PickReceipt =
  | { readonly kind: 'picked'; readonly path: string }
  | { readonly kind: 'not-chosen' }
  | { readonly kind: 'refused'; readonly why: string };

export interface AskReplies {
  'ask:answer': AnswerReceipt;
  'ask:always': AnswerReceipt;
  'ask:typed': { readonly matches: boolean };
  'ask:seen': undefined;
  'ask:touched': undefined;
  'ask:pick-folder': PickReceipt;
  'ask:park': undefined;
  'ask:committed': undefined;
  'ask:painted': undefined;
  'ask:fit': undefined;
}

export type AskCommand = keyof typeof askCommands;
export type AskPayload<Name extends AskCommand> = z.infer<(typeof askCommands)[Name]>;

/** What the preload puts on `window`. */
export interface AskBridge {
  /**
   * The listener has drawn the ask when it returns, and says how high all of it is; null means
   * there is nothing to show.
   */
  onAsk(listener: (view: AskView | null) => number): void;
  /** Main knows that this ask is on screen, and its delay for clicks starts now. */
  onPainted(listener: (askId: AskId) => void): void;
  answer(askId: AskId, answer: AskAnswer): Promise<AnswerReceipt>;
  always(askId: AskId, seconds: number | null): Promise<AnswerReceipt>;
  typed(askId: AskId, text: string): Promise<{ readonly matches: boolean }>;
  seen(askId: AskId, parts: readonly string[]): void;
  touched(askId: AskId): void;
  pickFolder(askId: AskId, root: string): Promise<PickReceipt>;
  park(askId: AskId): Promise<void>;
  /** Resolves once the window has the height that fits, or the one nearest to it. */
  fit(askId: AskId, height: number): Promise<void>;
}
