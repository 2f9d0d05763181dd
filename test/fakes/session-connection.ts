/** Run as a process of its own: one session on the real clocks. Answers each message with whether it is live. */
import { SessionStore } from '../../src/main/core/sessions/session-store.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { newToken, sameDigest, sha256 } from '../../src/main/platform/keys/tokens.ts';
import type { ClientId, RequestId, SessionId } from '../../src/shared/base/ids.ts';

const store = new SessionStore({
  clock: systemClock,
  sha256,
  sameDigest,
  newSessionToken: () => newToken('session'),
  idleSeconds: 600,
});
const { session } = store.start({
  sessionId: 's1' as SessionId,
  requestId: 'r1' as RequestId,
  parentId: null,
  agent: {
    clientId: 'cursor' as ClientId,
    claimedName: '',
    claimedVersion: '',
    door: 'mcp',
    verified: null,
  },
  scopes: ['read:files'],
  roots: [],
  seconds: Number(process.argv[2]),
});
process.on('message', () => process.send?.(store.isLive(session.sessionId)));
process.send?.('ready');
