/** The pages. Made when first wanted, gone when closed; the app stays in the tray. */
import { BrowserWindow, nativeTheme, session } from 'electron';
import path from 'node:path';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { mainCommands, type MainReplies } from '../../shared/ipc.ts';
import { pushChannels } from '../../shared/ipc-channels.ts';
import { activityCommands } from './activity-commands.ts';
import { clientCommands } from './client-commands.ts';
import { choosePath } from './choose-path.ts';
import { fileHistoryCommands } from './file-history-commands.ts';
import { handleCommands, type IpcHandlers } from './ipc.ts';
import type { House } from './house.ts';
import type { MainPlace } from './main-place.ts';
import { ruleCommands } from './rule-commands.ts';
import type { SettingsDesk } from './settings-desk.ts';
import { workspaceCommands } from './workspace-commands.ts';
import { confineSession, pageOrigin, securePreferences } from './window-security.ts';

interface Deps {
  readonly house: House;
  readonly settingsDesk: SettingsDesk;
  readonly distDir: string;
  readonly place: MainPlace;
  readonly review: (askId: Parameters<MainHandlers['ask:review']>[0]['askId']) => boolean;
  readonly onTrouble: (text: string) => void;
}

const pushEveryMs = 40;

type MainHandlers = IpcHandlers<typeof mainCommands, MainReplies>;

export class MainWindow implements Disposable {
  readonly #deps: Deps;
  readonly #held = new Disposables();
  #window: BrowserWindow | null = null;
  #pace: NodeJS.Timeout | null = null;
  #isBehind = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const { house, onTrouble } = this.#deps;
    confineSession(session.fromPartition('main'), path.join(this.#deps.distDir, 'renderer'));
    const window = (): BrowserWindow | null => this.#window;
    this.#held.add(
      handleCommands<typeof mainCommands, MainReplies>(mainCommands, this.#handlers(), {
        window,
        onTrouble,
      }),
    );
    this.#held.add(house.core.state.onChanged(() => this.#push()));
    this.#held.add(house.pairing.onAsked(() => this.#showBeside()));
    // The doors open before the windows do.
    if (house.core.state.snapshot().pairings.length > 0) this.#showBeside();
    this.#held.add(followTheme(house.settingsFile));
  }

  show(): void {
    this.#window ??= this.#create();
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  async dispose(): Promise<void> {
    if (this.#pace) clearTimeout(this.#pace);
    await this.#held.dispose();
    await this.#keepPlace();
    this.#window?.destroy();
    this.#window = null;
  }

  async #keepPlace(): Promise<void> {
    if (!this.#window) return;
    await this.#deps.place
      .keep(this.#window)
      .catch((error: unknown) => this.#deps.onTrouble(`the window's place: ${String(error)}`));
  }

  #create(): BrowserWindow {
    const window = new BrowserWindow({
      ...this.#deps.place.bounds(),
      minWidth: 640,
      minHeight: 420,
      show: false,
      title: 'Gatehouse',
      autoHideMenuBar: true,
      webPreferences: {
        ...securePreferences,
        partition: 'main',
        preload: path.join(this.#deps.distDir, 'preload', 'main.cjs'),
      },
    });
    window.removeMenu();
    if (this.#deps.place.isMaximized) window.once('show', () => window.maximize());
    window.on('close', () => void this.#keepPlace());
    window.on('closed', () => (this.#window = null));
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#deps.onTrouble(`the main window crashed (${reason})`);
      if (!this.#held.closed) window.destroy();
    });
    void window
      .loadURL(`${pageOrigin}/main.html`)
      .catch((error: unknown) => this.#deps.onTrouble(`main window: ${String(error)}`));
    return window;
  }

  /** An editor waits for the person here; the keyboard stays where it is. */
  #showBeside(): void {
    this.#window ??= this.#create();
    this.#window.showInactive();
  }

  /** Under load the picture changes hundreds of times a second; nobody can see that often. */
  #push(): void {
    if (!this.#window) return;
    if (this.#pace) {
      this.#isBehind = true;
      return;
    }
    this.#send();
    this.#pace = setTimeout(() => {
      this.#pace = null;
      if (!this.#isBehind || this.#held.closed) return;
      this.#isBehind = false;
      this.#push();
    }, pushEveryMs);
  }

  #send(): void {
    const contents = this.#window?.webContents;
    if (contents && !contents.isDestroyed() && !contents.isLoading()) {
      contents.send(pushChannels.snapshot, this.#deps.house.core.state.snapshot());
    }
  }

  #handlers(): MainHandlers {
    const { house, review, settingsDesk } = this.#deps;
    const { core } = house;
    return {
      'snapshot:get': () => core.state.snapshot(),
      'ask:review': ({ askId }) => ({ shown: review(askId) }),
      'session:revoke': ({ sessionId }) => ({ revoked: core.sessions.end(sessionId, 'person') }),
      'session:revoke-all': () => ({ revoked: core.sessions.endAll('person') }),
      'session:extend': async ({ sessionId, seconds }) => ({
        done: await core.sessions.extend(sessionId, seconds),
      }),
      'session:narrow': async ({ sessionId, scopes, roots }) => ({
        done: await core.sessions.narrow(sessionId, { scopes, roots }),
      }),
      'session:pause': async ({ sessionId }) => ({ done: await core.sessions.pause(sessionId) }),
      'session:resume': async ({ sessionId }) => ({ done: await core.sessions.resume(sessionId) }),
      'pairing:allow': ({ pairingId }) => ({ done: house.pairing.allow(pairingId) }),
      'pairing:refuse': ({ pairingId }) => ({ done: house.pairing.refuse(pairingId) }),
      'editor:choose': async ({ folder, editorId }) => ({
        done:
          core.executors.choose(folder, editorId) &&
          (await core.note('editor.chosen', `${editorId} for ${folder}`)),
      }),
      ...ruleCommands(house),
      ...activityCommands(house, () => this.#window),
      ...fileHistoryCommands(house),
      ...clientCommands(house, () => this.#window),
      ...workspaceCommands(house, settingsDesk, () => this.#window),
      'path:choose': async ({ purpose }) => ({ path: await choosePath(this.#window, purpose) }),
      'notice:dismiss': ({ id }) => {
        core.state.dismissNotice(id);
        return undefined;
      },
      'browser:forget': async ({ browserId }) => ({ done: await house.browsers.forget(browserId) }),
      'backend:token': async ({ token }) => ({ done: await house.backend.setToken(token) }),
      'demo:start': async () => ({ done: await house.demo.start() }),
      'demo:remove': async () => {
        await house.demo.remove();
        return undefined;
      },
      'settings:change': (change) => settingsDesk.change(change),
    };
  }
}

function followTheme(file: House['settingsFile']): Disposable {
  const apply = (): void => void (nativeTheme.themeSource = file.live.theme);
  apply();
  return file.onSaved(apply);
}
