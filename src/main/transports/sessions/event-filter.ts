/** Whether a session is told of an event: it could also ask for it, and it is about its folders. */
import type { Session } from '../../../shared/access/access.ts';
import { mayReceive } from '../../../shared/protocols/session-events.ts';
import { isInside } from '../../../shared/files/inside.ts';
import type { EditorEvent } from '../plugins/editor-events.ts';

/** `closed`: folders that a rule keeps from this session, and our own. */
export function wantsEvent(
  session: Session,
  event: EditorEvent,
  closed: readonly string[] = [],
): boolean {
  if (session.ended || session.state === 'PAUSED') return false;
  // A yes to one call is no yes to listening.
  if (session.once) return false;
  if (event.sessionId !== null && event.sessionId !== session.sessionId) return false;
  if (!mayReceive(event.name, session.scopes)) return false;
  if (event.paths.length === 0) return event.placeless;
  if (event.paths.some((path) => closed.some((folder) => isInside(path, folder)))) return false;
  return event.paths.every((path) => session.roots.some((root) => isInside(path, root.path)));
}
