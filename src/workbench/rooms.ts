/** All rooms of the workbench, opened in reading order and closed in reverse. */
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { Bench } from './bench.ts';
import { buffersRoom } from './buffers/buffers-room.ts';
import { Documents } from './buffers/documents.ts';
import { Layout } from './buffers/layout.ts';
import { UnsavedTexts } from './buffers/unsaved-texts.ts';
import { withConsequences } from './consequences.ts';
import type { Desk } from './desk.ts';
import { filesRoom } from './files/files-room.ts';
import { gitRoom } from './git/git-room.ts';
import type { Hands, Planners, Room } from './hand.ts';
import { languageRoom } from './language/language-room.ts';
import { projectRoom } from './project/project-room.ts';
import { searchRoom } from './search/search-room.ts';
import { syncRoom } from './sync/sync-room.ts';
import { terminalRoom } from './terminal/terminal-room.ts';

export interface Rooms extends Disposable {
  readonly hands: Hands;
  readonly planners: Planners;
  connected(): void;
  endSession(sessionId: string): Promise<void>;
}

const rooms: readonly ((desk: Desk) => Room)[] = [
  filesRoom,
  buffersRoom,
  languageRoom,
  projectRoom,
  searchRoom,
  gitRoom,
  syncRoom,
  terminalRoom,
];

export function openRooms(given: Bench): Rooms {
  const bench = withConsequences(given);
  const held = new Disposables();
  const documents = held.add(new Documents(bench, new UnsavedTexts(bench.stateFolder)));
  const desk: Desk = { ...bench, documents, layout: new Layout() };
  const opened = rooms.map((open) => held.add(open(desk)));
  const hands: Hands = Object.fromEntries(opened.flatMap((room) => Object.entries(room.hands)));
  const planners: Planners = Object.fromEntries(
    opened.flatMap((room) => Object.entries(room.planners ?? {})),
  );
  return {
    hands,
    planners,
    connected() {
      for (const room of opened) room.connected?.();
    },
    async endSession(sessionId) {
      for (const room of opened) await room.endSession?.(sessionId);
    },
    dispose: () => held.dispose(),
  };
}
