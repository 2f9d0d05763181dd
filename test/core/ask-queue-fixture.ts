/** A queue of questions on a clock in the test's hands, and questions to put into it. */
import { onTestFinished } from 'vitest';
import { AskQueue } from '../../src/main/core/asks/ask-queue.ts';
import type { AccessAsk, AllowAccess } from '../../src/shared/access/access.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import type { AskId, RequestId, SessionId } from '../../src/shared/base/ids.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { agent, rootAt } from './core-fixture.ts';

export function openQueue() {
  const clock = new FakeClock();
  const queue = new AskQueue({ clock });
  onTestFinished(() => queue.dispose());
  return { clock, queue };
}

export const question = (clock: FakeClock, own: Partial<AccessAsk> = {}): AccessAsk => ({
  kind: 'access',
  askId: 'a1' as AskId,
  requestId: 'r1' as RequestId,
  agent,
  scopes: ['read:files', 'write:files'],
  roots: ['/w/app', '/w/lib'],
  pins: [rootAt('/w/app'), rootAt('/w/lib')],
  picked: [],
  rootWarnings: {},
  reason: 'to work',
  requestedSeconds: 900,
  askedAt: clock.now(),
  deadline: clock.now() + 300_000,
  waiting: 1,
  ...own,
});

export const yes = (own: Partial<AllowAccess> = {}): AllowAccess => ({
  kind: 'allow',
  scopes: ['read:files'],
  roots: ['/w/app'],
  seconds: 300,
  ...own,
});

export const a1 = 'a1' as AskId;

export const confirmation = (clock: FakeClock, own: Partial<ConfirmAsk> = {}): ConfirmAsk => ({
  kind: 'confirm',
  askId: 'a1' as AskId,
  agent,
  sessionId: 's1' as SessionId,
  action: 'delete_file',
  actionKind: 'destroy',
  sentence: 'delete /w/app/a.ts',
  exact: '{}',
  digest: '0'.repeat(64),
  because: ['It can delete data.'],
  callDigest: '1'.repeat(64),
  explain: 'It can delete data.',
  command: null,
  changes: [],
  carriedOutBy: null,
  recoverability: null,
  isIncomplete: false,
  folders: [],
  typeToAllow: null,
  forSession: null,
  ruleDraft: null,
  askedAt: clock.now(),
  deadline: clock.now() + 300_000,
  waiting: 1,
  ...own,
});
