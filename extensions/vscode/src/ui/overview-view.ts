/** The sidebar: live sessions and pending questions, which are answered in Gatehouse. */
import * as vscode from 'vscode';
import type { Overview } from '../../../../src/shared/protocols/plugin-protocol.ts';

type OverviewAsk = Overview['asks'][number];
type OverviewSession = Overview['sessions'][number];
type OverviewRow = { readonly ask: OverviewAsk } | { readonly session: OverviewSession };

export const nothing: Overview = { type: 'overview', asks: [], sessions: [] };

export class OverviewView implements vscode.TreeDataProvider<OverviewRow>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<OverviewRow>;
  #overview = nothing;

  constructor() {
    this.#view = vscode.window.createTreeView('gatehouse.overview', { treeDataProvider: this });
  }

  readonly onDidChangeTreeData = this.#changed.event;

  get overview(): Overview {
    return this.#overview;
  }

  show(overview: Overview): void {
    this.#overview = overview;
    const waiting = overview.asks.length;
    this.#view.badge =
      waiting > 0 ? { value: waiting, tooltip: `${waiting} waiting for you` } : undefined;
    this.#changed.fire();
  }

  getChildren(parent?: OverviewRow): OverviewRow[] {
    if (parent) return [];
    const { asks, sessions } = this.#overview;
    return [...asks.map((ask) => ({ ask })), ...sessions.map((session) => ({ session }))];
  }

  getTreeItem(row: OverviewRow): vscode.TreeItem {
    return 'ask' in row ? askItem(row.ask) : sessionItem(row.session);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function askItem({ ask_id: id, agent_id: agent, sentence }: OverviewAsk): vscode.TreeItem {
  const item = new vscode.TreeItem(`${agent} ${sentence}`);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('bell-dot');
  item.tooltip = `${agent} ${sentence}\n\nAnswer in the window of Gatehouse.`;
  item.contextValue = 'ask';
  item.command = { command: 'gatehouse.show', title: 'Answer in Gatehouse' };
  return item;
}

const stateTexts = { ACTIVE: '', DEGRADED: 'its editor is gone', PAUSED: 'paused' } as const;

function sessionItem(session: OverviewSession): vscode.TreeItem {
  const { session_id: id, agent_id: agent, state, scopes, roots, expires_at: until } = session;
  const item = new vscode.TreeItem(agent);
  const end = `until ${new Date(until).toLocaleTimeString([], { timeStyle: 'short' })}`;
  item.id = id;
  item.description = [stateTexts[state], end].filter((value) => value !== '').join(', ');
  item.tooltip = `${agent}, ${end}\n${roots.join('\n')}\n${scopes.join(', ')}`;
  item.iconPath = new vscode.ThemeIcon(state === 'PAUSED' ? 'debug-pause' : 'person');
  item.contextValue = state === 'PAUSED' ? 'session-paused' : 'session';
  return item;
}
