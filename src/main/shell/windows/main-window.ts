/** The main window. Created when first shown and destroyed when closed; the app stays in the tray. */
import { BrowserWindow, nativeTheme, session } from 'electron';
import path from 'node:path';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { mainCommands, type MainReplies } from '../../../shared/ipc/main-window.ts';
import { pushChannels } from '../../../shared/ipc/channels.ts';
import { descriptors } from '../../platform/system/descriptors.ts';
import { activityCommands } from '../commands/activity-commands.ts';
import { agentHandlers } from '../commands/agent-commands.ts';
import { historyHandlers } from '../commands/history-commands.ts';
import { clientCommands } from '../commands/client-commands.ts';
import { choosePath } from './path-dialogs.ts';
import { fileHistoryCommands } from '../commands/file-history-commands.ts';
import { handleCommands, type IpcHandlers } from './ipc.ts';
import type { ShellDeps } from '../shell-deps.ts';
import type { MainWindowBounds } from './main-window-bounds.ts';
import { RaiseLimit } from './raise-limit.ts';
import { networkCommands } from '../commands/network-commands.ts';
import { roleHandlers } from '../commands/role-commands.ts';
import { ruleCommands } from '../commands/rule-commands.ts';
import type { SettingsEditor } from '../commands/settings-editor.ts';
import { serverCommands } from '../commands/server-commands.ts';
import { confirmInBox } from './confirm-dialog.ts';
import { standingCommands } from '../commands/standing-commands.ts';
import { updateHandlers } from '../commands/update-commands.ts';
import { workspaceCommands } from '../commands/workspace-commands.ts';
import { confineSession, pageOrigin, securePreferences } from './window-security.ts';

interface Deps {
  readonly deps: ShellDeps;
  readonly settingsEditor: SettingsEditor;
  readonly distDir: string;
  readonly place: MainWindowBounds;
  readonly review: (askId: Parameters<MainHandlers['ask:review']>[0]['askId']) => boolean;
  readonly onError: (text: string) => void;
}

const pushEveryMs = 40;

const laterMs = 2_000;

type MainHandlers = IpcHandlers<typeof mainCommands, MainReplies>;

export class MainWindow implements Disposable {
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  readonly #raises = new RaiseLimit({ most: 1, withinMs: 60_000 });
  #window: BrowserWindow | null = null;
  #pace: NodeJS.Timeout | null = null;
  #isBehind = false;
  #later: NodeJS.Timeout | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    const { deps, onError } = this.#deps;
    confineSession(session.fromPartition('main'), path.join(this.#deps.distDir, 'renderer'));
    const window = (): BrowserWindow | null => this.#window;
    this.#disposables.add(
      handleCommands<typeof mainCommands, MainReplies>(mainCommands, this.#handlers(), {
        window,
        onError,
      }),
    );
    this.#disposables.add(deps.core.state.onChanged(() => this.#push()));
    this.#disposables.add(deps.pairing.onAsked(() => this.#showBeside()));
    // The transports open before the windows do, so a request may be waiting already.
    if (deps.core.state.snapshot().pairings.length > 0) this.#showBeside();
    this.#disposables.add(followTheme(deps.settingsFile));
  }

  /** A program wants the user to see it: once a minute, unless the user did something meanwhile. */
  raise(): void {
    if (this.#raises.mayRaise()) this.show();
  }

  show(): void {
    if (!this.#window && descriptors.isShortForWindows()) return this.#showLater();
    this.#window ??= this.#create();
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Without descriptors Chromium would end the app; it is tried again until there are some. */
  #showLater(): void {
    if (this.#later || this.#disposables.closed) return;
    this.#deps.onError('the window cannot be opened: too many files and connections are open');
    this.#later = setTimeout(() => {
      this.#later = null;
      this.show();
    }, laterMs);
  }

  async dispose(): Promise<void> {
    if (this.#later) clearTimeout(this.#later);
    if (this.#pace) clearTimeout(this.#pace);
    await this.#disposables.dispose();
    await this.#keepPlace();
    this.#window?.destroy();
    this.#window = null;
  }

  async #keepPlace(): Promise<void> {
    if (!this.#window) return;
    await this.#deps.place
      .keep(this.#window)
      .catch((error: unknown) => this.#deps.onError(`the window's place: ${String(error)}`));
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
    window.on('close', () => this.#raises.acted());
    window.on('minimize', () => this.#raises.acted());
    window.webContents.on('before-input-event', () => this.#raises.acted());
    window.webContents.on('before-mouse-event', (_event, { type }) => {
      if (type === 'mouseDown') this.#raises.acted();
    });
    window.on('closed', () => (this.#window = null));
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#deps.onError(`the main window crashed (${reason})`);
      if (!this.#disposables.closed) window.destroy();
    });
    void window
      .loadURL(`${pageOrigin}/main.html`)
      .catch((error: unknown) => this.#deps.onError(`main window: ${String(error)}`));
    return window;
  }

  /** Shows the window for a waiting editor without taking the keyboard focus. */
  #showBeside(): void {
    this.#window ??= this.#create();
    this.#window.showInactive();
  }

  /** Under load the state changes hundreds of times a second; updates are throttled. */
  #push(): void {
    if (!this.#window) return;
    if (this.#pace) {
      this.#isBehind = true;
      return;
    }
    this.#send();
    this.#pace = setTimeout(() => {
      this.#pace = null;
      if (!this.#isBehind || this.#disposables.closed) return;
      this.#isBehind = false;
      this.#push();
    }, pushEveryMs);
  }

  #send(): void {
    const contents = this.#window?.webContents;
    if (contents && !contents.isDestroyed() && !contents.isLoading()) {
      contents.send(pushChannels.snapshot, this.#deps.deps.core.state.snapshot());
    }
  }

  #handlers(): MainHandlers {
    const { deps, review, settingsEditor } = this.#deps;
    const { core } = deps;
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
      'session:pause-all': async () => ({ paused: await core.sessions.pauseAll() }),
      'session:resume-all': async () => ({ resumed: await core.sessions.resumeAll() }),
      ...networkCommands(deps),
      'pairing:allow': ({ pairingId }) => ({ done: deps.pairing.allow(pairingId) }),
      'pairing:refuse': ({ pairingId }) => ({ done: deps.pairing.refuse(pairingId) }),
      'editor:choose': async ({ folder, editorId }) => ({
        done:
          core.executors.choose(folder, editorId) &&
          (await core.note('editor.chosen', `${editorId} for ${folder}`)),
      }),
      ...ruleCommands(deps),
      ...roleHandlers(deps, () => this.#window),
      ...standingCommands(deps),
      ...activityCommands(deps, () => this.#window),
      ...fileHistoryCommands(deps),
      ...clientCommands(deps, () => this.#window),
      ...historyHandlers(deps),
      ...agentHandlers(deps),
      ...workspaceCommands(deps, settingsEditor, () => this.#window),
      ...updateHandlers(deps),
      ...serverCommands(deps, confirmInBox),
      'path:choose': async ({ purpose }) => ({ path: await choosePath(this.#window, purpose) }),
      'notice:dismiss': ({ id }) => {
        core.state.dismissNotice(id);
        return undefined;
      },
      'browser:forget': async ({ browserId }) => ({ done: await deps.browsers.forget(browserId) }),
      'backend:token': async ({ token }) => ({ done: await deps.backend.setToken(token) }),
      'demo:start': async () => ({ done: await deps.demo.start() }),
      'demo:remove': async () => {
        await deps.demo.remove();
        return undefined;
      },
      'settings:change': (change) => settingsEditor.change(change),
    };
  }
}

function followTheme(file: ShellDeps['settingsFile']): Disposable {
  const apply = (): void => void (nativeTheme.themeSource = file.live.theme);
  apply();
  return file.onSaved(apply);
}
