/** Refuses processes of other users of this computer and records which user it was. */
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket, type Core } from '../../core/core.ts';
import { PeerUsers } from '../../platform/peers/peer-users.ts';
import { userName } from '../../platform/peers/user-name.ts';

interface Deps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly core: Pick<Core, 'note'>;
  readonly users?: Pick<PeerUsers, 'of'>;
}

/** Limits the entries that name the user; all refusals are counted elsewhere. */
const notes = { perSecond: 0.2, burst: 20 };

export function refuseOtherUsers({ clock, core, users = new PeerUsers() }: Deps) {
  const bucket = new TokenBucket(clock, notes);
  const noted = new WeakSet<Duplex>();
  return async (socket: Duplex): Promise<ErrorCode | null> => {
    const user = await users.of(socket);
    if (user === 'gone') return 'unauthorized';
    if (typeof user === 'string') return null;
    if (!noted.has(socket) && bucket.take()) {
      noted.add(socket);
      await core.note('caller.other-user', `refused: ${await userName(user.uid)}`);
    }
    return 'other-user';
  };
}
