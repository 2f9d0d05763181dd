/** All rooms of the workbench, opened in reading order and closed in reverse. */
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { Bench } from './bench.ts';
import { openFile } from './files/open-file.ts';
import type { Hands, Room } from './hand.ts';

export interface Rooms extends Disposable {
  readonly hands: Hands;
}

const rooms: readonly ((bench: Bench) => Room)[] = [
  () => ({ hands: { open_file: openFile }, dispose: () => undefined }),
];

export function openRooms(bench: Bench): Rooms {
  const held = new Disposables();
  const opened = rooms.map((open) => held.add(open(bench)));
  const hands: Hands = Object.fromEntries(opened.flatMap((room) => Object.entries(room.hands)));
  return { hands, dispose: () => held.dispose() };
}
