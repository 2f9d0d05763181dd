/** A book of sessions on a clock in the test's hands, and what ended in it. */
import { onTestFinished } from 'vitest';
import { SessionBook, type NewSession } from '../../src/main/core/sessions/session-book.ts';
import { sameDigest } from '../../src/main/platform/tokens.ts';
import type { Session } from '../../src/shared/access.ts';
import type { RequestId, SessionId } from '../../src/shared/ids.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { agent, rootAt, sha256 } from './core-fixture.ts';

export const year = 365 * 24 * 3600 * 1000;
export const minute = 60_000;

export const stay = (own: Partial<NewSession> = {}): NewSession => ({
  sessionId: 's1' as SessionId,
  requestId: 'r1' as RequestId,
  parentId: null,
  agent,
  scopes: ['read:files'],
  roots: [rootAt('/w/app')],
  seconds: 900,
  ...own,
});

/** Idle time is long here, so that it is not what ends a session, but where a test says so. */
export function openBook({ idleSeconds = 8 * 3600 } = {}) {
  const clock = new FakeClock();
  let tokens = 0;
  const newSessionToken = (): string => `token-${(tokens += 1)}`;
  const book = new SessionBook({ clock, sha256, sameDigest, newSessionToken, idleSeconds });
  onTestFinished(() => book.dispose());
  const ended: Session[] = [];
  const listening = book.onEnded((session) => void ended.push(session));
  onTestFinished(() => listening.dispose());
  return { clock, book, ended };
}

export const id = (name: string): SessionId => name as SessionId;
