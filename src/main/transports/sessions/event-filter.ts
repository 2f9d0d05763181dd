/**
 * Decides whether a session receives an event: its scopes and folders must allow it to read the
 * same by a call.
 */
import type { Session } from '../../../shared/access/access.ts';
import { mayReceive } from '../../../shared/protocols/session-events.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { EditorEvent } from '../plugins/editor-events.ts';

/** `closed`: folders that a rule closes to this session, and our own data. */
export function wantsEvent(
  session: Session,
  event: EditorEvent,
  closed: readonly string[] = [],
): boolean {
  if (session.ended || session.state === 'PAUSED') return false;
  // A session for a single call receives no events.
  if (session.once) return false;
  if (event.sessionId !== null && event.sessionId !== session.sessionId) return false;
  if (!mayReceive(event.name, session.scopes)) return false;
  if (event.paths.length === 0) return event.placeless;
  if (event.paths.some((path) => closed.some((folder) => isInside(path, folder)))) return false;
  return event.paths.every((path) => session.roots.some((root) => isInside(path, root.path)));
}
