/** What editors tell of, on its way to the sessions that may hear it. */
import path from 'node:path';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { EventName } from '../../../shared/events.ts';
import type { PluginEvent } from '../../../shared/plugin-protocol.ts';
import { nearestReal } from '../../platform/paths/nearest-real.ts';

export interface EditorEvent {
  readonly name: EventName;
  /** Only this session hears of it; null means whoever may. */
  readonly sessionId: string | null;
  /** The real paths it speaks of: a session must hold all of them. */
  readonly paths: readonly string[];
  /** Whether it may speak of no path at all and yet be heard. */
  readonly placeless: boolean;
  /** The message as sessions get it, written down once for all. */
  readonly text: string;
}

const longestEvent = 65_536;
const pathFields = ['path', 'old_path', 'new_path', 'folder', 'root', 'cwd'] as const;

export class EditorEvents {
  readonly #told = new Emitter<EditorEvent>();
  readonly #lost = new Emitter<void>();

  readonly onEvent = this.#told.on;
  /** Some were not passed on: who relies on them has to look again. */
  readonly onLost = this.#lost.on;

  /** False when it is not fit to be passed on. */
  tell({ event, data, session_id: sessionId }: PluginEvent): boolean {
    const text = JSON.stringify({ type: 'event', event, data });
    const paths = realPathsIn(data);
    if (!paths || text.length > longestEvent) return false;
    this.#told.emit({
      name: data.name,
      sessionId: sessionId ?? null,
      paths,
      placeless: event === 'user_interaction' || sessionId !== undefined,
      text,
    });
    return true;
  }

  lost(): void {
    this.#lost.emit();
  }
}

/** Null when one of them leads nowhere, so that nobody can be sure where it is. */
function realPathsIn(data: Readonly<Record<string, unknown>>): readonly string[] | null {
  const listed: readonly unknown[] = Array.isArray(data['paths']) ? data['paths'] : [];
  const named = [...pathFields.map((field) => data[field]), ...listed];
  const real: string[] = [];
  for (const one of named) {
    if (one === undefined || one === null) continue;
    const found = typeof one === 'string' && path.isAbsolute(one) ? nearestReal(one) : null;
    if (!found) return null;
    real.push(path.join(found.real, ...found.missing));
  }
  return real;
}
