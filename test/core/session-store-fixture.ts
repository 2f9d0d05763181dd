/** A book of sessions on a clock in the test's hands, and what ended in it. */
import { onTestFinished } from 'vitest';
import { SessionStore, type NewSession } from '../../src/main/core/sessions/session-store.ts';
import { sameDigest } from '../../src/main/platform/keys/tokens.ts';
import type { Session } from '../../src/shared/access/access.ts';
import type { RequestId, SessionId } from '../../src/shared/base/ids.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { agent, rootAt, sha256 } from './core-fixture.ts';

export const year = 365 * 24 * 3600 * 1000;
export const minute = 60_000;

export const lifetime = (own: Partial<NewSession> = {}): NewSession => ({
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
export function openStore({ idleSeconds = 8 * 3600 } = {}) {
  const clock = new FakeClock();
  let tokens = 0;
  const newSessionToken = (): string => `token-${(tokens += 1)}`;
  const store = new SessionStore({ clock, sha256, sameDigest, newSessionToken, idleSeconds });
  onTestFinished(() => store.dispose());
  const ended: Session[] = [];
  const listening = store.onEnded((session) => void ended.push(session));
  onTestFinished(() => listening.dispose());
  return { clock, store, ended };
}

export const id = (name: string): SessionId => name as SessionId;
