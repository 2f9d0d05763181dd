/** The tray icon and its menu, updated when the state changes. */
import {
  dialog,
  Menu,
  nativeImage,
  Tray,
  type MenuItemConstructorOptions,
  type NativeImage,
} from 'electron';
import path from 'node:path';
import { assertNever } from '../../../shared/base/assert.ts';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import { plural, shellText } from '../shell-text.ts';
import { traySnapshot, type TrayLine, type TraySnapshot } from './tray-menu.ts';

interface Deps {
  readonly core: Core;
  readonly iconsDir: string;
  readonly review: (askId: AskId) => void;
  readonly openWindow: () => void;
  readonly quit: () => void;
}

/** Minutes left change on their own. */
const refreshEveryMs = 30_000;

export class TrayIcon implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  #tray: Tray | null = null;
  #refresh: NodeJS.Timeout | null = null;
  #drawn = '';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const state = this.#state();
    this.#tray = new Tray(this.#image(state));
    this.#tray.on('click', () => this.#deps.openWindow());
    this.#disposables.add(this.#deps.core.state.onChanged(() => this.#draw()));
    this.#draw();
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    if (this.#refresh) clearInterval(this.#refresh);
    this.#tray?.destroy();
    this.#tray = null;
  }

  #state(): TraySnapshot {
    return traySnapshot(this.#deps.core.state.snapshot(), Date.now());
  }

  #draw(): void {
    const state = this.#state();
    this.#keepFresh(state.lines.some((line) => line.kind === 'session'));
    const drawn = JSON.stringify(state);
    if (drawn === this.#drawn || !this.#tray) return;
    this.#drawn = drawn;
    this.#tray.setImage(this.#image(state));
    this.#tray.setToolTip(state.tooltip);
    this.#tray.setTitle(state.asking > 0 ? String(state.asking) : '');
    this.#tray.setContextMenu(Menu.buildFromTemplate(state.lines.map((line) => this.#item(line))));
  }

  #keepFresh(wanted: boolean): void {
    if (wanted) this.#refresh ??= setInterval(() => this.#draw(), refreshEveryMs);
    else if (this.#refresh) {
      clearInterval(this.#refresh);
      this.#refresh = null;
    }
  }

  #item(line: TrayLine): MenuItemConstructorOptions {
    const { core, review, openWindow, quit } = this.#deps;
    switch (line.kind) {
      case 'separator':
        return { type: 'separator' };
      case 'heading':
        return { label: line.label, enabled: false };
      case 'ask':
        return { label: line.label, click: () => review(line.askId) };
      case 'session':
        return { label: line.label, click: () => void core.sessions.end(line.sessionId, 'person') };
      case 'unmute':
        return { label: line.label, click: () => void core.mutes.lift(line.clientId) };
      case 'pause-all':
        return { label: line.label, click: () => void core.sessions.pauseAll() };
      case 'resume-all':
        return { label: line.label, click: () => void core.sessions.resumeAll() };
      case 'revoke-all':
        return { label: line.label, click: () => void this.#revokeAll() };
      case 'open':
        return { label: line.label, click: openWindow };
      case 'quit':
        return { label: line.label, click: quit };
      default:
        return assertNever(line);
    }
  }

  /** One question: a slip in a menu should not end everybody's work. The safe answer comes first. */
  async #revokeAll(): Promise<void> {
    const { core } = this.#deps;
    const live = core.sessions.list().filter(({ ended }) => !ended).length;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: shellText.revokeAllTitle(plural(live, 'session', 'sessions')),
      detail: shellText.revokeAllConsequence,
      buttons: ['Cancel', shellText.revokeAllButton(plural(live, 'session', 'sessions'))],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) core.sessions.endAll('person');
  }

  #image({ state, asking }: TraySnapshot): NativeImage {
    const name = state === 'asking' ? `asking-${asking > 9 ? 'more' : asking}` : state;
    const { iconsDir } = this.#deps;
    if (process.platform !== 'darwin')
      return nativeImage.createFromPath(path.join(iconsDir, `${name}.png`));
    const image = nativeImage.createFromPath(path.join(iconsDir, 'mac', `${state}Template.png`));
    image.setTemplateImage(true);
    return image;
  }
}
