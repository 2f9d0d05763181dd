/** The editor layout of each session: active tab, panes and cursors. */
import { randomUUID } from 'node:crypto';
import type { ActionArgs } from '../../shared/actions/actions.ts';

type CursorPosition = ActionArgs<'set_cursor_pos'>['position'];

export interface CursorView {
  readonly path: string;
  readonly cursor: CursorPosition;
}

export interface Pane {
  readonly paneId: string;
  readonly direction: 'right' | 'down' | 'left' | 'up' | null;
  readonly path: string | null;
}

interface SessionLayout {
  active: string | null;
  readonly cursors: Map<string, CursorPosition>;
  panes: readonly Pane[];
}

const start: CursorPosition = { line: 1, character: 0 };
const maxPanes = 64;
/** The workbench has no screen; every pane is taken to be this high. */
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
    if (layout.panes.length >= maxPanes) return null;
    const pane = { paneId: randomUUID(), direction, path };
    layout.panes = [...layout.panes, pane];
    return pane;
  }

  panesOf(sessionId: string): readonly Pane[] {
    return this.#of(sessionId).panes;
  }

  cursorIn(sessionId: string, path: string): CursorPosition {
    return this.#of(sessionId).cursors.get(path) ?? start;
  }

  moveCursor(sessionId: string, path: string, position: CursorPosition): void {
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
