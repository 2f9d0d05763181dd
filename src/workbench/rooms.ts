/** All rooms of the workbench, opened in reading order and closed in reverse. */
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { Bench } from './bench.ts';
import { filesRoom } from './files/files-room.ts';
import { gitRoom } from './git/git-room.ts';
import type { Hands, Room } from './hand.ts';
import { searchRoom } from './search/search-room.ts';

export interface Rooms extends Disposable {
  readonly hands: Hands;
  endSession(sessionId: string): Promise<void>;
}

const rooms: readonly ((bench: Bench) => Room)[] = [filesRoom, searchRoom, gitRoom];

export function openRooms(bench: Bench): Rooms {
  const held = new Disposables();
  const opened = rooms.map((open) => held.add(open(bench)));
  const hands: Hands = Object.fromEntries(opened.flatMap((room) => Object.entries(room.hands)));
  return {
    hands,
    async endSession(sessionId) {
      for (const room of opened) await room.endSession?.(sessionId);
    },
    dispose: () => held.dispose(),
  };
}
