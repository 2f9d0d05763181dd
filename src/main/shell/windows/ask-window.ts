/**
 * The window with the dangerous button. It is made ahead of time and hidden, comes up without
 * taking the keyboard, and counts a yes only some time after the question was really painted.
 */
import { BrowserWindow, session } from 'electron';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { isYes, type Ask, type AskAnswer } from '../../../shared/asks/asks.ts';
import { batchWith, type BatchItem } from '../../../shared/asks/batch.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import {
  askCommands,
  shownKey,
  type AnswerReceipt,
  type AskReplies,
  type AskView,
  type PickReceipt,
} from '../../../shared/ipc/ask-window.ts';
import { inputGuardMs, pushChannels } from '../../../shared/ipc/channels.ts';
import { touchedMs } from '../../../shared/access/session-limits.ts';
import type { Core } from '../../core/core.ts';
import { isKeepable, SeenParts, TypedNames, whyNotYes } from './ask-checks.ts';
import { guardKeysAfterFocus } from './ask-keys.ts';
import { AskWindowBounds, askSize, minAskHeight } from './ask-window-bounds.ts';
import { chooseFolder } from './path-dialogs.ts';
import { handleCommands } from './ipc.ts';
import { RaiseLimit } from './raise-limit.ts';
import { confineSession, pageOrigin, securePreferences } from './window-security.ts';
import { shellText } from '../shell-text.ts';

interface Deps {
  readonly core: Core;
  readonly distDir: string;
  readonly approvalsOff: string | null;
  readonly onError: (text: string) => void;
}

/** Nothing changed, so no update is sent to the page. */
const isSameView = (a: AskView, b: AskView): boolean =>
  a.ask === b.ask &&
  a.moreWaiting === b.moreWaiting &&
  a.batch?.length === b.batch?.length &&
  (a.batch ?? []).every((item, at) => {
    const same = b.batch?.[at];
    return item.ask === same?.ask && item.isWaiting === same.isWaiting;
  });

const clickedTooEarly = shellText.clickTooSoon;

export class AskWindow implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  /** The postponed ask that the user opened again. */
  #reviewing: AskId | null = null;
  readonly #raises = new RaiseLimit({ most: 10, withinMs: 60_000 });
  #window: BrowserWindow | null = null;
  #place: AskWindowBounds | null = null;
  /** Identifies the content that the height was last fitted to. */
  #fitted = '';
  #ready = false;
  #shown: AskView | null = null;
  readonly #typed = new TypedNames(() => performance.now());
  readonly #seen = new SeenParts();
  /** When input last became trustworthy; null until the current ask was painted. */
  #steadySince: number | null = null;
  /** When the current ask took the place of another one. */
  #newSince = -Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const { core, onError } = this.#deps;
    confineSession(session.fromPartition('ask'), path.join(this.#deps.distDir, 'renderer'));
    const handlers = {
      'ask:answer': ({ askId, answer }: { askId: AskId; answer: AskAnswer }) =>
        this.#answer(askId, answer),
      'ask:always': ({ askId, seconds }: { askId: AskId; seconds: number | null }) =>
        this.#always(askId, seconds),
      'ask:typed': ({ askId, text }: { askId: AskId; text: string }) => ({
        matches: this.#shown?.ask.askId === askId && this.#typed.typed(this.#shown.ask, text),
      }),
      'ask:seen': ({ askId, parts }: { askId: AskId; parts: readonly string[] }): undefined => {
        if (this.#isPainted(askId)) this.#seen.seen(askId, parts);
      },
      'ask:touched': ({ askId }: { askId: AskId }): undefined => {
        this.#raises.acted();
        if (this.#shownAsk(askId)) this.#openIds().forEach((open) => core.asks.touch(open));
      },
      'ask:pick-folder': ({ askId, root }: { askId: AskId; root: string }) =>
        this.#pickFolder(askId, root),
      'ask:park': ({ askId }: { askId: AskId }) => this.#park(askId),
      'ask:committed': ({ askId, height }: { askId: AskId; height: number }) =>
        this.#reveal(askId, height),
      'ask:painted': ({ askId }: { askId: AskId }) => this.#painted(askId),
      'ask:fit': ({ askId, height }: { askId: AskId; height: number }): undefined => {
        // The resize counts as a disturbance, so that no click meant for something else approves.
        if (this.#isPainted(askId)) this.#place?.fit(height);
      },
    };
    const window = (): BrowserWindow | null => this.#window;
    this.#disposables.add(
      handleCommands<typeof askCommands, AskReplies>(askCommands, handlers, { window, onError }),
    );
    this.#disposables.add(core.state.onChanged(() => this.#follow()));
    this.#create();
  }

  /** The user wants to see this ask now. */
  review(askId: AskId): boolean {
    const ask = this.#deps.core.asks.list().find((item) => item.askId === askId);
    if (!ask) return false;
    this.#reviewing = askId;
    if (this.#shownAsk(askId)) this.#window?.show();
    else this.#show(askId);
    return true;
  }

  /** The user wants to answer now: the ask that waits comes up and gets the keyboard. */
  focusWaiting(): void {
    const waiting = this.#deps.core.asks.list();
    const [open] = this.#openIds();
    const next = open ?? (waiting.find((ask) => ask.waiting > 0) ?? waiting[0])?.askId;
    if (next === undefined || !this.review(next)) return;
    // Keys and clicks that were meant for another window do not count for a while.
    this.#disturbed();
    this.#window?.focus();
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    this.#window?.destroy();
    this.#window = null;
  }

  #create(): void {
    const window = new BrowserWindow({
      ...askSize,
      minWidth: 420,
      minHeight: minAskHeight,
      show: false,
      // Else hidden pages get frames too, and "painted" would mean nothing.
      paintWhenInitiallyHidden: false,
      title: 'Gatehouse: access asked for',
      fullscreenable: false,
      maximizable: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      autoHideMenuBar: true,
      webPreferences: {
        ...securePreferences,
        partition: 'ask',
        preload: path.join(this.#deps.distDir, 'preload', 'ask.cjs'),
      },
    });
    window.removeMenu();
    this.#window = window;
    this.#place = new AskWindowBounds(window);
    this.#watch(window);
    this.#ready = false;
    void window
      .loadURL(`${pageOrigin}/ask.html`)
      .catch((error: unknown) => this.#deps.onError(`ask window: ${String(error)}`));
  }

  #watch(window: BrowserWindow): void {
    window.webContents.once('did-finish-load', () => {
      this.#ready = true;
      this.#follow();
    });
    const disturbed = (): void => this.#disturbed();
    window.on('move', disturbed).on('resize', disturbed).on('show', disturbed);
    guardKeysAfterFocus(window);
    window.on('close', (event) => {
      if (this.#disposables.closed) return;
      event.preventDefault();
      this.#openIds().forEach((askId) => this.#park(askId));
    });
    window.webContents.on('render-process-gone', (_event, details) => {
      if (!this.#disposables.closed) this.#recover(details.reason);
    });
  }

  /** Keeps the ask on screen while it waits, else goes on to the next one. */
  #follow(): void {
    if (!this.#ready || this.#disposables.closed) return;
    const waiting = this.#deps.core.asks.list();
    const shown = waiting.filter((ask) => ask.waiting > 0 || ask.askId === this.#reviewing);
    const open = this.#openIds();
    const next = shown.find((ask) => open.includes(ask.askId)) ?? shown[0];
    if (next) this.#show(next.askId);
    else this.#clear();
  }

  #show(askId: AskId): void {
    const waiting = this.#deps.core.asks.list();
    const ask = waiting.find((item) => item.askId === askId);
    if (!ask || !this.#ready) return;
    const isShown = this.#shownAsk(askId) !== undefined;
    const next = this.#viewOf(ask, waiting, isShown);
    if (this.#shown && isSameView(this.#shown, next)) return;
    if (shownKey(this.#shown) !== shownKey(next)) {
      this.#steadySince = null;
      this.#newSince = performance.now();
      this.#seen.forget();
    }
    this.#shown = next;
    this.#window?.webContents.send(pushChannels.ask, next);
  }

  #viewOf(ask: Ask, waiting: readonly Ask[], isShown: boolean): AskView {
    const { core } = this.#deps;
    const before = this.#shown;
    const shownBefore = isShown ? (before?.batch?.map((item) => item.ask) ?? []) : [];
    // Other asks of the agent may join its card until it has been seen.
    const mayJoin = !(isShown && this.#steadySince !== null) && this.#reviewing !== ask.askId;
    const joined = mayJoin ? batchWith(ask, waiting) : shownBefore;
    const batch = joined.map((member): BatchItem => {
      const now = waiting.find((item) => item.askId === member.askId);
      return now?.kind === 'confirm' && now.waiting > 0
        ? { ask: now, isWaiting: true }
        : { ask: member, isWaiting: false };
    });
    const first = batch[0]?.ask ?? ask;
    const { hasSandbox, noSandbox } = core.state;
    const open = batch.length === 0 ? 1 : batch.filter(({ isWaiting }) => isWaiting).length;
    return {
      ask: first,
      moreWaiting: waiting.length - open,
      history: isShown && before ? before.history : core.historyOf(first),
      hasSandbox,
      ...(noSandbox ? { noSandbox } : {}),
      ...(batch.length === 0 ? {} : { batch }),
    };
  }

  /** The ask with this id, if it is on screen. */
  #shownAsk(askId: AskId): Ask | undefined {
    const { ask, batch } = this.#shown ?? {};
    if (batch) return batch.find((item) => item.ask.askId === askId)?.ask;
    return ask?.askId === askId ? ask : undefined;
  }

  /** The asks on screen that wait for an answer. */
  #openIds(): readonly AskId[] {
    const { ask, batch } = this.#shown ?? {};
    if (batch) return batch.filter(({ isWaiting }) => isWaiting).map((item) => item.ask.askId);
    return ask ? [ask.askId] : [];
  }

  #clear(): void {
    if (!this.#shown) return;
    this.#shown = null;
    this.#steadySince = null;
    this.#window?.hide();
    this.#window?.webContents.send(pushChannels.ask, null);
  }

  /** The renderer has drawn the ask: now it can be shown without a flash of the last one. */
  #reveal(askId: AskId, height: number): undefined {
    if (this.#shown?.ask.askId !== askId || !this.#window) return;
    const isVisible = this.#window.isVisible();
    // What the user opens later is fitted when the page says so.
    const key = shownKey(this.#shown);
    if (isVisible && this.#fitted === key) return;
    this.#fitted = key;
    this.#place?.fit(height);
    if (isVisible) return;
    // Tray and notification still say that somebody asks, and lead here.
    if (this.#reviewing !== askId && !this.#raises.mayRaise()) return;
    this.#window.showInactive();
    // Where no window manager keeps it on top, it would come up behind the main window.
    this.#window.moveTop();
  }

  #painted(askId: AskId): undefined {
    if (this.#shown?.ask.askId === askId) this.#steadySince ??= performance.now();
  }

  #isPainted = (askId: AskId): boolean =>
    this.#shownAsk(askId) !== undefined && this.#steadySince !== null;

  #disturbed(): void {
    if (this.#steadySince !== null) this.#steadySince = performance.now();
  }

  #answer(askId: AskId, answer: AskAnswer): AnswerReceipt {
    this.#raises.acted();
    return this.#whyNot(askId, answer) ?? this.#deps.core.asks.answer(askId, answer);
  }

  /** The rule is recorded before the call runs; if it cannot be saved, nothing is allowed. */
  async #always(askId: AskId, seconds: number | null): Promise<AnswerReceipt> {
    const once = { kind: 'once' } as const;
    const unfit = this.#whyNot(askId, once);
    if (unfit) return unfit;
    const { core } = this.#deps;
    const ask = this.#shownAsk(askId);
    const rule = ask && isKeepable(ask) ? core.rules.makeExact(ask, seconds) : null;
    if (!rule) return { accepted: false, why: shellText.noRulePossible };
    const receipt = await core.rules.add(rule);
    if (!receipt.added) return { accepted: false, why: receipt.why };
    const answered = this.#answer(askId, once);
    if (!answered.accepted) await core.rules.remove(rule.ruleId);
    return answered;
  }

  /** The deadline is paused while the user picks. */
  async #pickFolder(askId: AskId, root: string): Promise<PickReceipt> {
    const { core } = this.#deps;
    if (this.#shown?.ask.askId !== askId) return { kind: 'not-chosen' };
    const touch = (): void => core.asks.touch(askId);
    const touching = setInterval(touch, touchedMs / 2);
    try {
      const title = shellText.pickSubfolderTitle;
      const folder = await chooseFolder(this.#window, { title, startAt: root });
      return folder === null ? { kind: 'not-chosen' } : await core.pickFolder(askId, root, folder);
    } finally {
      clearInterval(touching);
      this.#disturbed();
    }
  }

  #whyNot(askId: AskId, answer: AskAnswer): AnswerReceipt | null {
    const ask = this.#shownAsk(askId);
    if (!ask) return { accepted: false, why: shellText.otherAskOnScreen };
    if (!isYes(answer)) return this.#isNew() ? { accepted: false, why: clickedTooEarly } : null;
    const early = this.#tooEarly();
    const why = early ? null : whyNotYes(ask, answer, { typed: this.#typed, seen: this.#seen });
    return why === null ? early : { accepted: false, why };
  }

  /** A no to the ask before, clicked once more, is none to this one. */
  #isNew(): boolean {
    return performance.now() - this.#newSince < inputGuardMs;
  }

  #tooEarly(): AnswerReceipt | null {
    if (this.#deps.approvalsOff) return { accepted: false, why: this.#deps.approvalsOff };
    const steadyMs = this.#steadySince === null ? 0 : performance.now() - this.#steadySince;
    if (this.#window?.isVisible() && steadyMs >= inputGuardMs) return null;
    return { accepted: false, why: clickedTooEarly };
  }

  #park(askId: AskId): undefined {
    if (this.#shownAsk(askId) && this.#isNew()) return;
    if (this.#reviewing === askId) this.#reviewing = null;
    this.#deps.core.asks.park(askId);
    this.#follow();
  }

  /** The page can no longer be trusted to have shown the ask, so it is denied. */
  #recover(reason: string): void {
    this.#deps.onError(`the ask window crashed (${reason}); its question ended as no`);
    const lost = this.#openIds();
    this.#shown = null;
    this.#steadySince = null;
    this.#window?.destroy();
    this.#create();
    lost.forEach((askId) => this.#deps.core.asks.withdraw(askId));
  }
}
