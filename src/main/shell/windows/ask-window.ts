/**
 * The window with the dangerous button. It is made ahead of time and hidden, comes up without
 * taking the keyboard, and counts a yes only some time after the question was really painted.
 */
import { BrowserWindow, session } from 'electron';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { isYes, type AskAnswer } from '../../../shared/asks/asks.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import {
  askCommands,
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
import { AskWindowBounds, askSize } from './ask-window-bounds.ts';
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

const clickedTooEarly = shellText.thatClickCameTooSoonAfter;

export class AskWindow implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  /** Put off, but looked at again now. */
  #reviewing: AskId | null = null;
  readonly #raises = new RaiseLimit({ most: 10, withinMs: 60_000 });
  #window: BrowserWindow | null = null;
  #place: AskWindowBounds | null = null;
  /** The ask that it was last made high enough for. */
  #fitted: AskId | null = null;
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
        if (this.#shown?.ask.askId === askId) core.asks.touch(askId);
      },
      'ask:pick-folder': ({ askId, root }: { askId: AskId; root: string }) =>
        this.#pickFolder(askId, root),
      'ask:park': ({ askId }: { askId: AskId }) => this.#park(askId),
      'ask:committed': ({ askId, height }: { askId: AskId; height: number }) =>
        this.#reveal(askId, height),
      'ask:painted': ({ askId }: { askId: AskId }) => this.#painted(askId),
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
    if (this.#shown?.ask.askId === askId) this.#window?.show();
    else this.#show(askId);
    return true;
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
      minHeight: 480,
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
      if (this.#shown) this.#park(this.#shown.ask.askId);
    });
    window.webContents.on('render-process-gone', (_event, details) => {
      if (!this.#disposables.closed) this.#recover(details.reason);
    });
  }

  /** Keeps the ask on screen while it waits, else goes on to the next one. */
  #follow(): void {
    if (!this.#ready || this.#disposables.closed) return;
    const waiting = this.#deps.core.asks.list();
    const current = this.#shown?.ask.askId;
    const shown = waiting.filter((ask) => ask.waiting > 0 || ask.askId === this.#reviewing);
    const next = shown.find((ask) => ask.askId === current) ?? shown[0];
    if (next) this.#show(next.askId);
    else this.#clear();
  }

  #show(askId: AskId): void {
    const waiting = this.#deps.core.asks.list();
    const ask = waiting.find((item) => item.askId === askId);
    if (!ask || !this.#ready) return;
    const moreWaiting = waiting.length - 1;
    const same = this.#shown?.ask.askId === askId;
    if (same && this.#shown?.moreWaiting === moreWaiting && this.#shown.ask === ask) return;
    if (!same) {
      this.#steadySince = null;
      this.#newSince = performance.now();
      this.#seen.forget();
    }
    const history = same && this.#shown ? this.#shown.history : this.#deps.core.historyOf(ask);
    this.#shown = { ask, moreWaiting, history };
    this.#window?.webContents.send(pushChannels.ask, this.#shown);
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
    // Parts that the user expands later do not resize the window.
    if (isVisible && this.#fitted === askId) return;
    this.#fitted = askId;
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
    this.#shown?.ask.askId === askId && this.#steadySince !== null;

  #disturbed(): void {
    if (this.#steadySince !== null) this.#steadySince = performance.now();
  }

  #answer(askId: AskId, answer: AskAnswer): AnswerReceipt {
    this.#raises.acted();
    return this.#whyNot(askId, answer) ?? this.#deps.core.asks.answer(askId, answer);
  }

  /** The rule is on record before the call runs; where it cannot be kept, nothing is allowed. */
  async #always(askId: AskId, seconds: number | null): Promise<AnswerReceipt> {
    const once = { kind: 'once' } as const;
    const unfit = this.#whyNot(askId, once);
    if (unfit) return unfit;
    const { core } = this.#deps;
    const ask = this.#shown?.ask;
    const rule = ask && isKeepable(ask) ? core.rules.makeExact(ask, seconds) : null;
    if (!rule) return { accepted: false, why: shellText.noRuleCanBeCreatedFor };
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
      const title = shellText.allowOnlyASubfolder;
      const folder = await chooseFolder(this.#window, { title, startAt: root });
      return folder === null ? { kind: 'not-chosen' } : await core.pickFolder(askId, root, folder);
    } finally {
      clearInterval(touching);
      this.#disturbed();
    }
  }

  #whyNot(askId: AskId, answer: AskAnswer): AnswerReceipt | null {
    if (this.#shown?.ask.askId !== askId)
      return { accepted: false, why: shellText.anotherAskIsOnScreenNow };
    if (!isYes(answer)) return this.#isNew() ? { accepted: false, why: clickedTooEarly } : null;
    const early = this.#tooEarly();
    const why = early
      ? null
      : whyNotYes(this.#shown.ask, answer, { typed: this.#typed, seen: this.#seen });
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
    if (this.#shown?.ask.askId === askId && this.#isNew()) return;
    if (this.#reviewing === askId) this.#reviewing = null;
    this.#deps.core.asks.park(askId);
    this.#follow();
  }

  /** What was on screen can no longer be trusted to have been seen: it ends as no. */
  #recover(reason: string): void {
    this.#deps.onError(`the ask window crashed (${reason}); its question ended as no`);
    const lost = this.#shown?.ask.askId;
    this.#shown = null;
    this.#steadySince = null;
    this.#window?.destroy();
    this.#create();
    if (lost) this.#deps.core.asks.withdraw(lost);
  }
}
