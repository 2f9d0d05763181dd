/** Passes events of editors on to the sessions that may receive them. */
import path from 'node:path';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { EventName } from '../../../shared/protocols/session-events.ts';
import type { PluginEvent } from '../../../shared/protocols/plugin-protocol.ts';
import { nearestReal } from '../../platform/paths/nearest-real.ts';
import { pathFields } from './result-paths.ts';

export interface EditorEvent {
  readonly name: EventName;
  /** Only this session receives it; null: every session that may. */
  readonly sessionId: string | null;
  /** The real paths in it. A session must include all of them to receive it. */
  readonly paths: readonly string[];
  /** Whether it may be sent although it names no path. */
  readonly placeless: boolean;
  /** The message as sent, serialised once for all sessions. */
  readonly text: string;
}

const maxEventLength = 65_536;
const ownFields = ['path', 'old_path', 'new_path', 'folder', 'root', 'cwd'] as const;

export class EditorEvents {
  readonly #emitter = new Emitter<EditorEvent>();
  readonly #lost = new Emitter<void>();

  readonly onEvent = this.#emitter.on;
  /** Fires when events were dropped, so that sessions read the state again. */
  readonly onLost = this.#lost.on;

  /** False when the event is invalid. */
  emit({ event, data, session_id: sessionId }: PluginEvent): boolean {
    const text = JSON.stringify({ type: 'event', event, data });
    const paths = realPathsIn(data);
    if (!paths || text.length > maxEventLength) return false;
    this.#emitter.emit({
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

const deepest = 8;

/**
 * Paths in other fields, at any depth. A session that may not see one of them does not get the
 * event.
 */
function absoluteBelow(value: unknown, depth: number, field = ''): readonly string[] {
  if (typeof value === 'string') {
    const place = value.startsWith('file://') ? value.slice('file://'.length) : value;
    return pathFields.has(field) && path.isAbsolute(place) ? [place] : [];
  }
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([own, inner]) =>
    absoluteBelow(inner, depth + 1, Array.isArray(value) ? field : own),
  );
}

/** Null when a path cannot be resolved, because then its folder is unknown. */
function realPathsIn(data: Readonly<Record<string, unknown>>): readonly string[] | null {
  const listed: readonly unknown[] = Array.isArray(data['paths']) ? data['paths'] : [];
  const named = [...ownFields.map((field) => data[field]), ...listed];
  const real: string[] = [];
  for (const item of [...named, ...absoluteBelow(data, 0)]) {
    if (item === undefined || item === null) continue;
    const found = typeof item === 'string' && path.isAbsolute(item) ? nearestReal(item) : null;
    if (!found) return null;
    real.push(path.join(found.real, ...found.missing));
  }
  return real;
}
