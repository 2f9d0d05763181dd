/** What each session has in front: its tabs, its panes, its cursor and what it sees. */
import { randomUUID } from 'node:crypto';
import type { ActionArgs } from '../../shared/actions.ts';

type Position = ActionArgs<'set_cursor_pos'>['position'];

export interface View {
  readonly path: string;
  readonly cursor: Position;
}

export interface Pane {
  readonly paneId: string;
  readonly direction: 'right' | 'down' | 'left' | 'up' | null;
  readonly path: string | null;
}

interface SessionLayout {
  active: string | null;
  readonly cursors: Map<string, Position>;
  panes: readonly Pane[];
}

const start: Position = { line: 1, character: 0 };
const mostPanes = 64;
/** As if every pane were this high. */
export const linesOnScreen = 50;

export class Layout {
  readonly #sessions = new Map<string, SessionLayout>();

  activeOf(sessionId: string): string | null {
    return this.#sessions.get(sessionId)?.active ?? null;
  }

  show(sessionId: string, path: string): void {
    this.#of(sessionId).active = path;
  }

  hide(path: string): void {
    for (const layout of this.#sessions.values()) {
      if (layout.active === path) layout.active = null;
      layout.panes = layout.panes.map((pane) =>
        pane.path === path ? { ...pane, path: null } : pane,
      );
    }
  }

  split(sessionId: string, direction: Pane['direction'], path: string | null): Pane | null {
    const layout = this.#of(sessionId);
    if (layout.panes.length >= mostPanes) return null;
    const pane = { paneId: randomUUID(), direction, path };
    layout.panes = [...layout.panes, pane];
    return pane;
  }

  panesOf(sessionId: string): readonly Pane[] {
    return this.#of(sessionId).panes;
  }

  cursorIn(sessionId: string, path: string): Position {
    return this.#of(sessionId).cursors.get(path) ?? start;
  }

  moveCursor(sessionId: string, path: string, position: Position): void {
    const layout = this.#of(sessionId);
    layout.cursors.set(path, position);
    layout.active = path;
  }

  endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  #of(sessionId: string): SessionLayout {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const layout: SessionLayout = { active: null, cursors: new Map(), panes: [] };
    this.#sessions.set(sessionId, layout);
    return layout;
  }
}
