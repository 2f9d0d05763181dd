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
  /** Left out if they do, or if it was not checked. */
  readonly noSandbox?: NoSandbox;
  /** The asks on one card, including `ask` as the first; left out if it is shown alone. */
  readonly batch?: readonly BatchItem[];
}

/**
 * Changes when other asks are shown; answering one of a card, or more arriving, does not change
 * it.
 */
export const shownKey = (view: AskView | null): string =>
  view === null ? '' : (view.batch?.map(({ ask }) => ask.askId).join(' ') ?? view.ask.askId);

/** Ask window → main. */
export const askCommands = {
  'ask:answer': z.strictObject({ askId: AskId, answer: AskAnswer }),
  /** Allow it now, and make a rule for exactly this call; null: until the rule is removed. */
  'ask:always': z.strictObject({ askId: AskId, seconds: ruleSeconds }),
  /** What the user typed to confirm a permanent loss. */
  'ask:typed': z.strictObject({ askId: AskId, text: z.string().max(200) }),
  /** The parts that were completely visible, by the names of `requiredReading`. */
  'ask:seen': z.strictObject({
    askId: AskId,
    parts: z.array(z.string().max(5000)).max(2000).readonly(),
  }),
  /** The user is interacting with it. */
  'ask:touched': z.strictObject({ askId: AskId }),
  /** A native dialog in which the user picks a folder inside `root`. */
  'ask:pick-folder': z.strictObject({ askId: AskId, root: z.string().max(4096) }),
  'ask:park': z.strictObject({ askId: AskId }),
  /** The page has rendered it; this is the height of the whole content. */
  'ask:committed': z.strictObject({ askId: AskId, height: z.number().min(0).max(1_000_000) }),
  'ask:painted': z.strictObject({ askId: AskId }),
  /** The user opened or closed a section; this is the new height of the whole content. */
  'ask:fit': z.strictObject({ askId: AskId, height: z.number().min(0).max(1_000_000) }),
} as const;

/** Whether a click counted, and why not if it did not. */
export type AnswerReceipt =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly why: string };

/** The result of picking a folder. */
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

/** The API that the preload exposes on `window`. */
export interface AskBridge {
  /**
   * The listener has rendered the ask when it returns, and reports the height of its content; null
   * means there is nothing to show.
   */
  onAsk(listener: (view: AskView | null) => number): void;
  /** Tells main that this ask is on screen, which starts its delay for clicks. */
  onPainted(listener: (askId: AskId) => void): void;
  answer(askId: AskId, answer: AskAnswer): Promise<AnswerReceipt>;
  always(askId: AskId, seconds: number | null): Promise<AnswerReceipt>;
  typed(askId: AskId, text: string): Promise<{ readonly matches: boolean }>;
  seen(askId: AskId, parts: readonly string[]): void;
  touched(askId: AskId): void;
  pickFolder(askId: AskId, root: string): Promise<PickReceipt>;
  park(askId: AskId): Promise<void>;
  /** Resolves once the window has the requested height, or the nearest possible one. */
  fit(askId: AskId, height: number): Promise<void>;
}
