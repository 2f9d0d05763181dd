/** Run as a process of its own: one session on the real clocks. Answers each message with whether it is live. */
import { SessionBook } from '../../src/main/core/sessions/session-book.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { newToken, sameDigest, sha256 } from '../../src/main/platform/tokens.ts';
import type { ClientId, RequestId, SessionId } from '../../src/shared/ids.ts';

const book = new SessionBook({
  clock: systemClock,
  sha256,
  sameDigest,
  newSessionToken: () => newToken('session'),
  idleSeconds: 600,
});
const { session } = book.start({
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
process.on('message', () => process.send?.(book.isLive(session.sessionId)));
process.send?.('ready');
