/** The status bar item: connection state and pending questions. */
import * as vscode from 'vscode';
import type { LinkState } from '../link/link.ts';

interface StatusAppearance {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
}

const appearances: Readonly<Record<LinkState, StatusAppearance>> = {
  unpaired: {
    text: '$(shield) Gatehouse',
    tooltip: 'Not paired with Gatehouse. Click to connect.',
    command: 'gatehouse.connect',
  },
  searching: {
    text: '$(debug-disconnect) Gatehouse',
    tooltip: 'Gatehouse is not running here. It is looked for in the background.',
    command: 'gatehouse.connect',
  },
  pairing: {
    text: '$(sync~spin) Gatehouse',
    tooltip: 'Allow this editor in the window of Gatehouse.',
    command: 'gatehouse.connect',
  },
  connected: {
    text: '$(shield) Gatehouse',
    tooltip: 'Connected to Gatehouse. Click to show its window.',
    command: 'gatehouse.show',
  },
  replaced: {
    text: '$(debug-disconnect) Gatehouse',
    tooltip: 'Another window has these folders open and serves agents. Click to take over.',
    command: 'gatehouse.connect',
  },
};

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'gatehouse',
    vscode.StatusBarAlignment.Right,
    50,
  );
  #state: LinkState = 'unpaired';
  #waiting = 0;
  #agents = 0;

  constructor() {
    this.#item.name = 'Gatehouse';
    this.#paint();
    this.#item.show();
  }

  showState(state: LinkState): void {
    this.#state = state;
    this.#paint();
  }

  showCounts(waiting: number, agents: number): void {
    this.#waiting = waiting;
    this.#agents = agents;
    this.#paint();
  }

  dispose(): void {
    this.#item.dispose();
  }

  #paint(): void {
    const { text, tooltip, command } = appearances[this.#state];
    const isConnected = this.#state === 'connected';
    const asks = isConnected && this.#waiting > 0 ? ` $(bell-dot) ${this.#waiting}` : '';
    const agents = isConnected && this.#agents > 0 ? ` $(person) ${this.#agents}` : '';
    this.#item.text = `${text}${agents}${asks}`;
    this.#item.tooltip = tooltip;
    this.#item.command = command;
    this.#item.backgroundColor =
      asks === '' ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
  }
}
