/** The extension's entry point: shows a status bar item and loads the rest when needed. */
import os from 'node:os';
import * as vscode from 'vscode';
import type { Pairing } from '../../../src/shared/protocols/plugin-protocol.ts';
import { OverviewView } from './ui/overview-view.ts';
import { offerMcpServer } from './ui/mcp-servers.ts';
import { StatusBar } from './ui/status-bar.ts';
import { dataFolder, findApp, type FoundApp } from './link/find-app.ts';
import type { LinkState } from './link/link.ts';
import { pluginIdOf, secretName } from './names.ts';
import type { RunningEditor } from './running-editor.ts';

let current: Gatehouse | null = null;

export function activate(context: vscode.ExtensionContext): void {
  current = new Gatehouse(context);
  context.subscriptions.push(current);
  void current.start();
}

/** Tells the hub that the user closed the editor, so that no call waits for it. */
export function deactivate(): void {
  current?.dispose();
  current = null;
}

class Gatehouse implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #status = new StatusBar();
  readonly #view = new OverviewView();
  readonly #log = vscode.window.createOutputChannel('Gatehouse', { log: true });
  readonly #appChanged = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [];
  #running: Promise<RunningEditor> | null = null;
  #state: LinkState = 'unpaired';

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    const mcp = offerMcpServer({
      version: this.#version,
      mcpUrl: () => (this.#state === 'connected' ? (this.#app()?.mcpUrl ?? null) : null),
      onChanged: this.#appChanged.event,
      key: () => this.#clientKey(),
    });
    this.#disposables.push(
      this.#status,
      this.#view,
      this.#log,
      this.#appChanged,
      ...(mcp ? [mcp] : []),
    );
    this.#disposables.push(...this.#commands());
    this.#disposables.push(
      // Another window was paired or unpaired.
      context.secrets.onDidChange(({ key }) => {
        if (key === this.#secret('plugin-key') && this.#state !== 'connected') void this.start();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('gatehouse.dataFolder')) void this.start();
      }),
    );
  }

  /** Without a key nothing is loaded and no connection is tried. */
  async start(): Promise<void> {
    const key = await this.#context.secrets.get(this.#secret('plugin-key'));
    if (key === undefined && !this.#running) return this.#onState('unpaired');
    await (await this.#run()).link.connect();
  }

  dispose(): void {
    void this.#running?.then((running) => running.dispose());
    this.#running = null;
    for (const disposable of this.#disposables.splice(0)) disposable.dispose();
  }

  get #version(): string {
    return String((this.#context.extension.packageJSON as { version?: unknown }).version);
  }

  get #folder(): string {
    return dataFolder(vscode.workspace.getConfiguration('gatehouse').get('dataFolder', ''));
  }

  #app(): FoundApp | null {
    return findApp(this.#folder);
  }

  #secret(what: 'plugin-key' | 'client-key'): string {
    return secretName(what, os.hostname(), this.#folder);
  }

  #run(): Promise<RunningEditor> {
    const { secrets } = this.#context;
    this.#running ??= import('./running-editor.ts').then(
      ({ RunningEditor: HandlerContext }) =>
        new HandlerContext({
          pluginId: pluginIdOf(vscode.env.appName),
          version: this.#version,
          findApp: () => this.#app(),
          keys: {
            get: async () => (await secrets.get(this.#secret('plugin-key'))) ?? null,
            set: async (key) => secrets.store(this.#secret('plugin-key'), key),
            forget: async () => {
              // The client key was issued with the plugin key.
              await secrets.delete(this.#secret('client-key'));
              await secrets.delete(this.#secret('plugin-key'));
            },
          },
          askCode,
          onState: (state, reason) => this.#onState(state, reason),
          onOverview: (overview) => {
            this.#view.show(overview);
            this.#status.showCounts(overview.asks.length, overview.sessions.length);
          },
          log: (text) => this.#log.info(text),
        }),
    );
    return this.#running;
  }

  #onState(state: LinkState, reason = ''): void {
    const wasPairing = this.#state === 'pairing';
    const changed = state !== this.#state;
    this.#state = state;
    this.#status.showState(state);
    void vscode.commands.executeCommand('setContext', 'gatehouse.state', state);
    if (changed) this.#appChanged.fire();
    if (state === 'connected' && wasPairing) {
      void vscode.window.showInformationMessage('This editor is connected to Gatehouse.');
    }
    if (state === 'unpaired' && wasPairing && reason !== '') {
      void vscode.window.showWarningMessage(`Gatehouse did not let this editor in: ${reason}.`);
    }
  }

  async #connect(): Promise<void> {
    const { link } = await this.#run();
    const key = await this.#context.secrets.get(this.#secret('plugin-key'));
    if (key !== undefined) return link.connect();
    if (!link.pair()) {
      void vscode.window.showWarningMessage(
        'Gatehouse is not running on this machine. Start it first.',
      );
      return;
    }
    void vscode.window.showInformationMessage('Allow this editor in the window of Gatehouse.');
  }

  async #forget(): Promise<void> {
    await this.#context.secrets.delete(this.#secret('plugin-key'));
    await this.#context.secrets.delete(this.#secret('client-key'));
    await (await this.#running)?.link.connect();
  }

  async #clientKey(): Promise<string> {
    const stored = await this.#context.secrets.get(this.#secret('client-key'));
    const key = stored ?? (await (await this.#run()).newClientKey());
    if (key === null) throw new Error('Gatehouse gave no key for MCP.');
    await this.#context.secrets.store(this.#secret('client-key'), key);
    return key;
  }

  #commands(): readonly vscode.Disposable[] {
    const command = (name: string, run: (row?: unknown) => Promise<void> | void) =>
      vscode.commands.registerCommand(`gatehouse.${name}`, run);
    const request = async (
      action: 'show-window' | 'pause' | 'revoke',
      row?: unknown,
    ): Promise<void> => {
      (await this.#running)?.request(action, sessionIn(row));
    };
    return [
      command('connect', () => this.#connect()),
      command('forget', () => this.#forget()),
      command('show', () => request('show-window')),
      command('pause', () => request('pause')),
      command('revoke', () => request('revoke')),
      command('pauseSession', (row) => request('pause', row)),
      command('revokeSession', (row) => request('revoke', row)),
      command('undoOwn', async () => {
        await (await this.#running)?.undoOwn();
      }),
      command('deleteWorkspace', async () => {
        const { deleteWorkspace } = await import('./ui/delete-workspace.ts');
        await deleteWorkspace(await this.#running);
      }),
      command('showLog', () => this.#log.show()),
    ];
  }
}

/** The session id of a row in the view. */
function sessionIn(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('session' in row)) return undefined;
  return (row.session as { readonly session_id: string }).session_id;
}

async function askCode({ state, tries_left: left }: Pairing): Promise<string | undefined> {
  const again = state === 'wrong-code' ? `That was not it; ${left ?? 0} tries left. ` : '';
  return vscode.window.showInputBox({
    title: 'Pair with Gatehouse',
    prompt: `${again}Type the eight digits that the window of Gatehouse shows.`,
    placeHolder: '1234 5678',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*\d{4}[\s-]*\d{4}\s*$/.test(text) ? null : 'Eight digits, as in the window of Gatehouse',
  });
}
